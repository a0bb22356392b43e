import BoardKit
import ICalendar
import JSON

/// An event of a calendar, or a series with all its changes.
struct PlannedEvent: Sendable, Equatable {
    var calendar: CalendarID
    /// Everything that a calendar file can say about the event.
    var content: CalendarEvent

    /// The most bytes of an event in the journal. A split writes the event twice, and no event of
    /// the journal is larger than 3 MiB.
    static let bytesMax = 1 << 20

    var repeats: Bool { content.recurrence.repeats }

    /// Returns the details of an occurrence.
    ///
    /// - Parameter change: the key of the change that applies to the occurrence, if any.
    func details(_ change: OccurrenceKey?) -> EventDetails {
        change.flatMap { content.changes[$0]?.details } ?? content.details
    }
}

extension PlannedEvent {
    /// The complete state, as events of the journal contain it.
    var json: JSON {
        let recurrence = content.recurrence
        var members = content.details.members()
        members["calendar"] = .string(calendar.text)
        members.merge(recurrence.start.members) { $1 }
        members.merge(recurrence.length.members(isAllDay: recurrence.start.isAllDay)) { $1 }
        members["repeat"] = rulesText.map(JSON.string)
        members["dates"] = Self.list(recurrence.dates.map(\.json))
        members["exclusions"] = Self.list(recurrence.exclusions.sorted().map { .string($0.text) })
        if !content.changes.isEmpty {
            members["changes"] = .object(
                Dictionary(
                    content.changes.map { ($0.key.text, $0.value.json) },
                    uniquingKeysWith: { first, _ in first }))
        }
        members["uid"] = .string(content.uid)
        if content.sequence != 0 { members["sequence"] = JSON(content.sequence) }
        members["stamp"] = content.stamp.map { JSON(Int($0)) }
        members["flags"] = Self.list(content.flags.map { .string($0.rawValue) })
        if !content.hasMaster { members["orphan"] = true }
        return .object(members)
    }

    /// The recurrence rules, one per line, or `nil` if the event has none.
    private var rulesText: String? {
        let rules = content.recurrence.rules.map(\.text)
        return rules.isEmpty ? nil : rules.joined(separator: "\n")
    }

    private static func list(_ elements: [JSON]) -> JSON? {
        elements.isEmpty ? nil : .array(elements)
    }

    /// Reads the output of `json`. Returns `nil` for anything else.
    init?(_ data: JSON) {
        guard let calendar = data["calendar"]?.text.flatMap(CalendarID.init(_:)),
            let start = EventTime(data), let uid = data["uid"]?.text,
            let length = EventLength(data, isAllDay: start.isAllDay)
        else { return nil }
        // The rules are set at once, because setting them resets the cached state of the series.
        var rules: [RecurrenceRule] = []
        for text in data["repeat"]?.text?.split(separator: "\n") ?? [] {
            guard let rule = try? RecurrenceRule(String(text)) else { return nil }
            rules.append(rule)
        }
        var recurrence = Recurrence(start: start, length: length, rules: rules)
        for element in data["dates"]?.elements ?? [] {
            guard let date = ExtraDate(element) else { return nil }
            recurrence.dates.append(date)
        }
        for text in data["exclusions"]?.texts ?? [] {
            guard let key = OccurrenceKey(text) else { return nil }
            recurrence.exclusions.insert(key)
        }
        var changes: [OccurrenceKey: EventChange] = [:]
        for (text, element) in data["changes"]?.members ?? [:] {
            guard let key = OccurrenceKey(text), let change = EventChange(element) else {
                return nil
            }
            changes[key] = change
        }
        self.calendar = calendar
        content = CalendarEvent(
            uid: uid, details: EventDetails(data), recurrence: recurrence, changes: changes,
            sequence: data["sequence"]?.integer ?? 0,
            stamp: data["stamp"]?.integer.map { Int64($0) },
            flags: (data["flags"]?.texts ?? []).compactMap(EventFlag.init(rawValue:)),
            hasMaster: data["orphan"]?.flag != true)
    }
}

extension EventTime {
    /// The members of the time: `date` for a day; `start` for a time, with `timeZone` unless the
    /// time is floating, and `zoneDefinition` if only the event's file defines the zone.
    var members: [String: JSON] {
        switch self {
        case .date(let date): return ["date": .string(date.text)]
        case .floating(let local): return ["start": .string(local.text)]
        case .zoned(let local, let zone):
            var members: [String: JSON] = [
                "start": .string(local.text), "timeZone": .string(zone.name),
            ]
            members["zoneDefinition"] = zone.definition.map(JSON.string)
            return members
        }
    }

    /// Reads the output of `members`. Returns `nil` for anything else.
    init?(_ data: JSON) {
        if let date = data["date"]?.text.flatMap({ CivilDate($0) }) {
            self = .date(date)
            return
        }
        guard let local = data["start"]?.text.flatMap({ LocalTime($0) }) else { return nil }
        guard let name = data["timeZone"]?.text else {
            self = .floating(local)
            return
        }
        let zone = data["zoneDefinition"]?.text.map { Zone(definition: $0) } ?? Zone(name)
        // The system may know fewer zones than the one that wrote the journal.
        self = zone.map { .zoned(local, $0) } ?? .floating(local)
    }
}

extension EventLength {
    /// The members of the length: whole `minutes`, or nominal `days` and exact `seconds`.
    func members(isAllDay: Bool) -> [String: JSON] {
        if isAllDay { return ["days": JSON(days)] }
        if days == 0, seconds % 60 == 0 { return ["minutes": JSON(Int(seconds / 60))] }
        return ["days": JSON(days), "seconds": JSON(Int(seconds))]
    }

    /// Reads the output of `members`. Returns `nil` for anything else.
    init?(_ data: JSON, isAllDay: Bool) {
        if let minutes = data["minutes"]?.integer {
            guard (0...Self.minutesMax).contains(minutes) else { return nil }
            self.init(seconds: Int64(minutes) * 60)
            return
        }
        let days = data["days"]?.integer ?? 0
        let seconds = data["seconds"]?.integer ?? 0
        guard (0...Self.minutesMax / 1_440).contains(days),
            (0...Self.minutesMax * 60).contains(seconds), !isAllDay || days > 0
        else { return nil }
        self.init(days: days, seconds: Int64(seconds))
    }

    /// A thousand years, more than any meaningful file has.
    private static let minutesMax = 526_000_000
}

extension ExtraDate {
    var json: JSON {
        var members = start.members
        if let length {
            members.merge(length.members(isAllDay: start.isAllDay)) { $1 }
        }
        return .object(members)
    }

    /// Reads the output of `json`. Returns `nil` for anything else.
    init?(_ data: JSON) {
        guard let start = EventTime(data) else { return nil }
        let hasLength = ["minutes", "days", "seconds"].contains { data[$0] != nil }
        let length = hasLength ? EventLength(data, isAllDay: start.isAllDay) : nil
        guard (length != nil) == hasLength else { return nil }
        self.init(start: start, length: length)
    }
}

extension EventChange {
    var json: JSON {
        var members = details.members()
        members.merge(time.start.members) { $1 }
        members.merge(time.length.members(isAllDay: time.start.isAllDay)) { $1 }
        if time.isForFollowing { members["following"] = true }
        if sequence != 0 { members["sequence"] = JSON(sequence) }
        return .object(members)
    }

    /// Reads the output of `json`. Returns `nil` for anything else.
    init?(_ data: JSON) {
        guard let start = EventTime(data),
            let length = EventLength(data, isAllDay: start.isAllDay)
        else { return nil }
        self.init(
            details: EventDetails(data),
            time: TimeChange(
                start: start, length: length, isForFollowing: data["following"]?.flag ?? false),
            sequence: data["sequence"]?.integer ?? 0)
    }
}
