import ICalendar

/// Reads and writes the `recurrence` lines RRULE, RDATE and EXDATE (RFC 5545), and reads EXRULE
/// (RFC 2445).
enum GoogleRecurrence {
    private static let names = ["RRULE", "RDATE", "EXDATE", "EXRULE"]

    /// Reads the lines of an event. As in a file, an event with an unreadable rule happens once.
    static func read(
        _ lines: [String], start: EventTime, _ length: EventLength
    ) -> (Recurrence, [EventFlag]) {
        let single = Recurrence(start: start, length: length)
        let lines = lines.map { String($0.prefix { !$0.isNewline }) }.filter { line in
            names.contains { line.prefix($0.utf8.count).uppercased() == $0 }
        }
        guard !lines.isEmpty else { return (single, []) }
        let text =
            ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:series", "DTSTART" + value(start)]
            + lines + ["END:VEVENT", "END:VCALENDAR"]
        let bytes = Array(text.joined(separator: "\r\n").utf8)
        guard let event = try? CalendarFile(reading: bytes).events.first else {
            return (single, [.rule])
        }
        var recurrence = event.recurrence
        recurrence.length = length
        return (recurrence, event.flags.filter { $0 != .uid })
    }

    private static func value(_ start: EventTime) -> String {
        switch start {
        case .date(let date): ";VALUE=DATE:" + date.compact
        case .floating(let local): ":" + local.compact
        case .zoned(let local, let zone):
            zone == .utc ? ":" + local.compact + "Z" : ";TZID=\(zone.name):" + local.compact
        }
    }

    /// Returns the lines of a series, with UNTIL of the kind that RFC 5545 requires.
    static func lines(_ recurrence: Recurrence) -> [String] {
        var recurrence = recurrence
        recurrence.changes = [:]
        recurrence.rules = recurrence.rules.map { ending($0, recurrence.start) }
        var text = CalendarText(name: nil)
        text.append(
            CalendarEvent(uid: "series", details: EventDetails(title: ""), recurrence: recurrence))
        let lines = String(decoding: text.finished(), as: UTF8.self)
            .split(separator: "\r\n").reduce(into: [String]()) { lines, line in
                if line.hasPrefix(" ") {
                    lines[lines.count - 1] += line.dropFirst()
                } else {
                    lines.append(String(line))
                }
            }
        guard let event = lines.firstIndex(of: "BEGIN:VEVENT") else { return [] }
        return lines[event...].filter { line in names.contains { line.hasPrefix($0) } }
    }

    private static func ending(_ rule: RecurrenceRule, _ start: EventTime) -> RecurrenceRule {
        var rule = rule
        switch (rule.end, start) {
        case (.date(let date), .zoned(_, let zone)):
            rule.end = .instant(zone.seconds(of: LocalTime(date: date, secondOfDay: 86_399)))
        case (.local(let local), .zoned(_, let zone)): rule.end = .instant(zone.seconds(of: local))
        case (.local(let local), .date): rule.end = .date(local.date)
        case (.instant(let seconds), .date): rule.end = .date(Zone.utc.local(of: seconds).date)
        default: break
        }
        return rule
    }
}
