/// Writes a VEVENT.
struct EventWriter {
    private(set) var lines = LineWriter()
    /// The zones used, each with an instant it is used for.
    private(set) var zones: [(zone: Zone, at: Int64)] = []
    /// The definition of the event's unknown zone, if its file had one.
    private(set) var definitions: [String] = []
    /// The TZIDs of zones that the file calls by another name.
    private let zoneNames: [Zone: String]
    /// The uninterpreted lines.
    private let foreign: [Substring]
    /// The flags of the event. Properties that could not be interpreted are written back as read,
    /// until someone corrects them.
    private let flags: [EventFlag]

    /// - Parameter foreign: the uninterpreted lines of the event or of its change.
    init(
        _ event: CalendarEvent, foreign: String, stamp: Int64?, zoneNames: [Zone: String] = [:]
    ) {
        self.zoneNames = zoneNames
        self.foreign = foreign.split(separator: "\n")
        flags = event.flags
        lines.append("BEGIN:VEVENT")
        lines.append("UID:" + event.uid)
        lines.append("DTSTAMP:" + OccurrenceKey.instant(stamp ?? 0).text)
    }

    mutating func begin(_ start: EventTime, _ length: EventLength, sequence: Int) {
        lines.append("DTSTART" + value(start))
        end(start, length)
        if sequence > 0 { lines.append("SEQUENCE:\(sequence)") }
    }

    private mutating func end(_ start: EventTime, _ length: EventLength) {
        guard length != EventLength() else { return }
        switch start {
        case .date(let date):
            lines.append("DTEND" + value(.date(date.adding(days: length.days))))
        case .floating(let local) where length.days == 0:
            lines.append("DTEND" + value(.floating(local.adding(seconds: length.seconds))))
        case .zoned(let local, let zone) where length.days == 0:
            let end = zone.seconds(of: local) + length.seconds
            let shown = zone.local(of: end)
            if zone.seconds(of: shown) == end {
                lines.append("DTEND" + value(.zoned(shown, zone)))
            } else {
                // No local time names an end in the second pass of a repeated hour.
                lines.append("DURATION:" + DurationText.text(length))
            }
        default: lines.append("DURATION:" + DurationText.text(length))
        }
    }

    mutating func series(_ recurrence: Recurrence) {
        for rule in recurrence.rules { lines.append("RRULE:" + rule.text) }
        for date in recurrence.dates {
            guard let length = date.length else {
                lines.append("RDATE" + value(date.start))
                continue
            }
            let period = value(date.start) + "/" + DurationText.text(length)
            lines.append("RDATE;VALUE=PERIOD" + period)
        }
        for key in recurrence.exclusions.sorted() {
            lines.append("EXDATE" + value(key, of: recurrence.start))
        }
    }

    mutating func recurrenceID(
        _ key: OccurrenceKey, of start: EventTime, _ isForFollowing: Bool
    ) {
        let range = isForFollowing ? ";RANGE=THISANDFUTURE" : ""
        lines.append("RECURRENCE-ID" + range + value(key, of: start))
    }

    /// The TZID of the event's unknown zone.
    private var unknownZone: String? {
        guard flags.contains(.zone) else { return nil }
        return foreign.lazy.compactMap { ContentLine(String($0), number: 0) }
            .first { $0.name == "DTSTART" }?.parameter("TZID")
    }

    mutating func end(_ details: EventDetails) {
        lines.append("SUMMARY:" + LineWriter.escaped(details.title))
        if let location = details.location {
            lines.append("LOCATION:" + LineWriter.escaped(location))
        }
        if let description = details.description {
            lines.append("DESCRIPTION:" + LineWriter.escaped(description))
        }
        if let status = details.status { lines.append("STATUS:" + status.rawValue.uppercased()) }
        let isFiner = { (line: Substring) in line.prefix(6).uppercased() == "CLASS:" }
        if details.isPrivate, !foreign.contains(where: isFiner) { lines.append("CLASS:PRIVATE") }
        if details.isFree { lines.append("TRANSP:TRANSPARENT") }
        writeForeign(details)
        lines.append("END:VEVENT")
    }

    private mutating func writeForeign(_ details: EventDetails) {
        var depth = 0
        var zone: [Substring] = []
        for line in foreign {
            let name = line.prefix { $0 != ":" && $0 != ";" }.uppercased()
            if name == "BEGIN" { depth += 1 }
            if name == "END" { depth -= 1 }
            if !zone.isEmpty || line == "BEGIN:VTIMEZONE" {
                zone.append(line)
                guard depth == 0 else { continue }
                if unknownZone != nil { definitions.append(zone.joined(separator: "\n")) }
                zone = []
            } else if depth > 0 || isWritten(name, details) {
                lines.append(String(line))
            }
        }
    }

    /// Returns whether to write a foreign line whose property the event may also set itself.
    private func isWritten(_ name: String, _ details: EventDetails) -> Bool {
        switch name {
        case "CLASS": details.isPrivate
        case "STATUS": details.status == nil
        case "RRULE": flags.contains(.rule)
        case "EXRULE":
            flags.contains(.rule) || !foreign.contains { $0.uppercased().hasPrefix("RRULE") }
        case "DTSTART": false
        default: true
        }
    }

    private mutating func value(_ key: OccurrenceKey, of start: EventTime) -> String {
        switch (key, start) {
        case (.instant(let seconds), .zoned(_, let zone)):
            let local = zone.local(of: seconds)
            return value(
                zone.seconds(of: local) == seconds
                    ? .zoned(local, zone) : .zoned(Zone.utc.local(of: seconds), .utc))
        case (.instant(let seconds), _): return value(.zoned(Zone.utc.local(of: seconds), .utc))
        case (.local(let local), _): return value(.floating(local))
        case (.date(let date), _): return value(.date(date))
        }
    }

    /// Returns the parameters and value of a time.
    private mutating func value(_ time: EventTime) -> String {
        switch time {
        case .date(let date): return ";VALUE=DATE:" + date.compact
        case .floating(let local):
            let zone = unknownZone.map { ";TZID=" + LineWriter.parameter($0) } ?? ""
            return zone + ":" + local.compact
        case .zoned(let local, let zone):
            guard zone != .utc else { return ":" + local.compact + "Z" }
            zones.append((zone, zone.seconds(of: local)))
            let name = zoneNames[zone] ?? zone.name
            return ";TZID=" + LineWriter.parameter(name) + ":" + local.compact
        }
    }
}
