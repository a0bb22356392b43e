/// Writes an iCalendar file (RFC 5545).
public struct CalendarText {
    private let name: String?
    private let productID: String
    private var events: [UInt8] = []
    /// The zones that are used, with the first and the last instant for which.
    private var zones: [Zone: ClosedRange<Int64>] = [:]

    /// - Parameter productID: what writes it: `-//Tablecast//Planner//EN`.
    public init(name: String?, productID: String = "-//Tablecast//Planner//EN") {
        self.name = name
        self.productID = productID
    }

    public mutating func append(_ event: CalendarEvent) {
        let recurrence = event.recurrence
        if event.hasMaster {
            var writer = EventWriter(
                event, foreign: event.details.foreign, stamp: event.stamp)
            writer.begin(recurrence.start, recurrence.length, sequence: event.sequence)
            writer.series(recurrence)
            writer.end(event.details)
            take(writer)
        }
        for (key, change) in event.changes.sorted(by: { $0.key < $1.key }) {
            var writer = EventWriter(
                event, foreign: change.details.foreign, stamp: event.stamp)
            writer.begin(change.time.start, change.time.length, sequence: change.sequence)
            writer.recurrenceID(key, of: recurrence.start, change.time.isForFollowing)
            writer.end(change.details)
            take(writer)
        }
    }

    private mutating func take(_ writer: EventWriter) {
        events += writer.lines.bytes
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
        for (zone, range) in zones.sorted(by: { $0.key.name < $1.key.name }) where zone != .utc {
            zone.writeDefinition(from: range.lowerBound, to: &lines)
        }
        lines.append(bytes: events)
        lines.append("END:VCALENDAR")
        return lines.bytes
    }
}
