/// Writes an iCalendar file (RFC 5545).
public struct CalendarText {
    private let name: String?
    private let productID: String
    private var events: [UInt8] = []
    /// The zones in use, each with the first and last instant it is used for.
    private var zones: [Zone: ClosedRange<Int64>] = [:]
    /// Unique names for the zones that files define, because two of them may share a TZID.
    private var zoneNames: [Zone: String] = [:]
    private var nameCounts: [String: Int] = [:]
    /// The VTIMEZONE texts of zones that could not be interpreted.
    private var definitions: Set<String> = []

    /// - Parameter productID: the PRODID of the file.
    public init(name: String?, productID: String = "-//Tablecast//Planner//EN") {
        self.name = name
        self.productID = productID
    }

    public mutating func append(_ event: CalendarEvent) {
        let recurrence = event.recurrence
        nameZones(of: event)
        if event.hasMaster {
            var writer = EventWriter(
                event, foreign: event.details.foreign, stamp: event.stamp, zoneNames: zoneNames)
            writer.begin(recurrence.start, recurrence.length, sequence: event.sequence)
            writer.series(recurrence)
            writer.end(event.details)
            take(writer)
        }
        for (key, change) in event.changes.sorted(by: { $0.key < $1.key }) {
            var writer = EventWriter(
                event, foreign: change.details.foreign, stamp: event.stamp, zoneNames: zoneNames)
            writer.begin(change.time.start, change.time.length, sequence: change.sequence)
            writer.recurrenceID(key, of: recurrence.start, change.time.isForFollowing)
            writer.end(change.details)
            take(writer)
        }
    }

    private mutating func nameZones(of event: CalendarEvent) {
        let recurrence = event.recurrence
        let times =
            [recurrence.start] + recurrence.dates.map(\.start)
            + event.changes.sorted { $0.key < $1.key }.map(\.value.time.start)
        for case .zoned(_, let zone) in times
        where zone.definition != nil && zoneNames[zone] == nil {
            let count = nameCounts[zone.name, default: 0] + 1
            nameCounts[zone.name] = count
            zoneNames[zone] = count == 1 ? zone.name : "\(zone.name) (\(count))"
        }
    }

    private mutating func take(_ writer: EventWriter) {
        events += writer.lines.bytes
        definitions.formUnion(writer.definitions)
        for (zone, instant) in writer.zones {
            let range = zones[zone] ?? instant...instant
            zones[zone] = min(range.lowerBound, instant)...max(range.upperBound, instant)
        }
    }

    public func finished() -> [UInt8] {
        var lines = LineWriter()
        lines.append("BEGIN:VCALENDAR")
        lines.append("VERSION:2.0")
        lines.append("PRODID:" + productID)
        lines.append("CALSCALE:GREGORIAN")
        if let name {
            lines.append("NAME:" + LineWriter.escaped(name))
            lines.append("X-WR-CALNAME:" + LineWriter.escaped(name))
        }
        let named = zones.map { (name: zoneNames[$0.key] ?? $0.key.name, $0.key, $0.value) }
        for (name, zone, range) in named.sorted(by: { $0.name < $1.name }) where zone != .utc {
            zone.writeDefinition(as: name, from: range.lowerBound, to: &lines)
        }
        for definition in definitions.sorted() {
            for line in definition.split(separator: "\n") { lines.append(String(line)) }
        }
        lines.append(bytes: events)
        lines.append("END:VCALENDAR")
        return lines.bytes
    }
}
