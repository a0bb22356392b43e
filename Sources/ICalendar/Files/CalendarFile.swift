/// The contents of an iCalendar file: the events that were read, and those that were refused.
public struct CalendarFile: Sendable {
    public static let bytesMax = 10 * 1024 * 1024
    public static let eventsMax = 20_000

    /// The NAME or X-WR-CALNAME of the first calendar that has one.
    public private(set) var name: String?
    /// The events, in file order.
    public private(set) var events: [CalendarEvent] = []
    public private(set) var refused: [RefusedEvent] = []
    /// The line on which each event begins, by UID.
    public private(set) var lines: [String: Int] = [:]

    /// The flags of all events, with their UIDs.
    public var flagged: [(uid: String, flag: EventFlag)] {
        events.flatMap { event in event.flags.map { (event.uid, $0) } }
    }

    public init(reading bytes: [UInt8]) throws(CalendarFileProblem) {
        guard bytes.count <= Self.bytesMax else { throw .tooLarge }
        let calendars = try ComponentReader(reading: bytes).calendars
        name = calendars.lazy.compactMap(\.name).map { $0.onOneLine() }.first { !$0.isEmpty }
        var groups: [String: EventGroup] = [:]
        var order: [String] = []
        for calendar in calendars {
            var reader = EventReader(calendar)
            for raw in calendar.events {
                do {
                    let event = try reader.read(raw)
                    if groups[event.uid] == nil {
                        order.append(event.uid)
                        lines[event.uid] = raw.line
                    }
                    groups[event.uid, default: EventGroup()].add(event)
                } catch {
                    refused.append(reader.refused(raw, error))
                }
            }
        }
        guard order.count <= Self.eventsMax else { throw .tooManyEvents }
        refused.sort { $0.line < $1.line }
        events = order.compactMap { groups[$0]?.event }
    }
}

/// The components of a file that share one UID.
private struct EventGroup {
    private var master: ReadEvent?
    private var changes: [ReadEvent] = []

    /// Compares two versions: the higher SEQUENCE wins, then the later DTSTAMP, then file order.
    private static func isLater(_ event: ReadEvent, _ other: ReadEvent) -> Bool {
        (event.sequence, event.stamp ?? .min) >= (other.sequence, other.stamp ?? .min)
    }

    mutating func add(_ event: ReadEvent) {
        if event.changes != nil {
            changes.append(event)
        } else if master.map({ Self.isLater(event, $0) }) ?? true {
            master = event
        }
    }

    var event: CalendarEvent? {
        guard let first = master ?? changes.first else { return nil }
        // Without a master, the first change determines the kind of key.
        let start = master?.start ?? first.changes?.time ?? first.start
        var chosen: [OccurrenceKey: ReadEvent] = [:]
        for change in changes {
            guard let time = change.changes?.time else { continue }
            let key = TimeReader.key(time, of: start)
            if chosen[key].map({ Self.isLater(change, $0) }) ?? true { chosen[key] = change }
        }
        var recurrence = Recurrence(
            start: start, length: first.length, rules: first.rules, dates: first.dates,
            exclusions: first.exclusions)
        if master == nil {
            // Without a master, the changes are the only occurrences.
            let times = chosen.values.compactMap { $0.changes?.time }
                .map { TimeReader.adapt($0, to: start) }.sorted { $0.key < $1.key }
            recurrence.start = times.first ?? start
            recurrence.dates = times.dropFirst().map { ExtraDate(start: $0) }
        }
        var flags = first.flags
        for change in chosen.values.sorted(by: { $0.line < $1.line }) {
            for flag in change.flags where !flags.contains(flag) { flags.append(flag) }
        }
        return CalendarEvent(
            uid: first.uid, details: first.details, recurrence: recurrence,
            changes: chosen.mapValues {
                EventChange(
                    details: $0.details,
                    time: TimeChange(
                        start: $0.start, length: $0.length,
                        isForFollowing: $0.changes?.isForFollowing ?? false),
                    sequence: $0.sequence)
            },
            sequence: first.sequence, stamp: first.stamp, flags: flags, hasMaster: master != nil)
    }
}
