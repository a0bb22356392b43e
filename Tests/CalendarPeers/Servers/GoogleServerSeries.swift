import ICalendar
import JSON

/// Reads and writes times, in the zone of the calendar.
enum GoogleServerTime {
    /// Returns an instant as `2026-05-04T17:00:00.000Z`.
    static func text(_ seconds: Int64) -> String {
        let text = Zone.utc.local(of: seconds).text
        return text + (text.utf8.count == 16 ? ":00.000Z" : ".000Z")
    }

    /// Parses `2026-05-04T19:00:00+02:00`, or a time without an offset in a zone.
    static func seconds(_ text: String, _ zone: Zone?) -> Int64? {
        guard let local = LocalTime(text.prefix(19)) else { return nil }
        var rest = text.dropFirst(19)
        if rest.first == "." { rest = rest.dropFirst().drop { $0.isNumber } }
        if rest == "Z" { return Zone.utc.seconds(of: local) }
        guard !rest.isEmpty else { return zone.map { $0.seconds(of: local) } }
        let digits = rest.dropFirst().split(separator: ":").compactMap { Int64($0) }
        guard digits.count == 2 else { return nil }
        let offset = digits[0] * 3_600 + digits[1] * 60
        return Zone.utc.seconds(of: local) - (rest.first == "-" ? -offset : offset)
    }

    /// Parses an original start into the key of its occurrence.
    static func key(_ text: String) -> OccurrenceKey? {
        CivilDate(text).map { .date($0) } ?? seconds(text, nil).map { .instant($0) }
    }

    static func json(_ seconds: Int64, _ zoneName: JSON?, told calendarZone: Zone) -> JSON {
        let text = calendarZone.local(of: seconds).text
        let offset = calendarZone.offset(at: seconds)
        let minutes = abs(offset) / 60
        let digits = { (number: Int) in number < 10 ? "0\(number)" : String(number) }
        let end =
            offset == 0
            ? "Z" : (offset < 0 ? "-" : "+") + digits(minutes / 60) + ":" + digits(minutes % 60)
        return JSON(present: [
            "dateTime": .string(text + (text.utf8.count == 16 ? ":00" : "") + end),
            "timeZone": zoneName,
        ])
    }
}

/// The occurrences of a series.
struct GoogleServerSeries {
    private let event: [String: JSON]
    private let calendarZone: Zone
    private let recurrence: Recurrence?

    init(_ event: [String: JSON], timeZone: String) {
        self.event = event
        calendarZone = Zone(timeZone) ?? .utc
        recurrence = Self.recurrence(event)
    }

    func has(_ at: String) -> Bool { original(at) != nil }

    /// Returns an occurrence as the series defines it.
    func occurrence(_ at: String) -> [String: JSON]? {
        guard let original = original(at) else { return nil }
        var occurrence = event
        occurrence["recurrence"] = nil
        occurrence["id"] = .string((event["id"]?.text ?? "") + "_" + at)
        occurrence["recurringEventId"] = event["id"]
        if case .date(let date) = original.start {
            let end = date.adding(days: original.length.days)
            occurrence["start"] = ["date": .string(date.text)]
            occurrence["end"] = ["date": .string(end.text)]
        } else {
            let zone = event["start"]?["timeZone"]
            occurrence["start"] = GoogleServerTime.json(
                original.startSeconds, zone, told: calendarZone)
            occurrence["end"] = GoogleServerTime.json(
                original.endSeconds, event["end"]?["timeZone"] ?? zone, told: calendarZone)
        }
        occurrence["originalStartTime"] = occurrence["start"]
        return occurrence
    }

    private func original(_ at: String) -> Occurrence? {
        guard let recurrence, let key = OccurrenceKey(at) else { return nil }
        var budget = ExpansionBudget.window
        return recurrence.occurrence(at: key, floatingIn: .utc, budget: &budget)
    }

    /// Returns the recurrence, or `nil` for a single event.
    private static func recurrence(_ event: [String: JSON]) -> Recurrence? {
        let lines = (event["recurrence"]?.elements ?? []).compactMap(\.text)
        guard !lines.isEmpty, let start = event["start"], let end = event["end"] else { return nil }
        let times =
            if let first = start["date"]?.text, let last = end["date"]?.text {
                [
                    "DTSTART;VALUE=DATE:" + first.filter { $0 != "-" },
                    "DTEND;VALUE=DATE:" + last.filter { $0 != "-" },
                ]
            } else {
                [start, end].enumerated().compactMap { place, time -> String? in
                    guard let name = time["timeZone"]?.text ?? start["timeZone"]?.text,
                        let zone = Zone(name),
                        let seconds = GoogleServerTime.seconds(time["dateTime"]?.text ?? "", zone)
                    else { return nil }
                    let text = zone.local(of: seconds).compact
                    return (place == 0 ? "DTSTART" : "DTEND")
                        + (zone == .utc ? ":\(text)Z" : ";TZID=\(name):\(text)")
                }
            }
        let file =
            ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:series"] + times + lines
            + ["END:VEVENT", "END:VCALENDAR"]
        let bytes = Array(file.joined(separator: "\r\n").utf8)
        return try? CalendarFile(reading: bytes).events.first?.recurrence
    }

    // MARK: Checks

    /// Checks an event and normalises its times. Returns the reason for a refusal.
    static func check(_ event: inout [String: JSON], timeZone: String) -> String? {
        let calendarZone = Zone(timeZone) ?? .utc
        guard let start = event["start"], let end = event["end"] else { return "required" }
        let isSeries = event["recurrence"] != nil
        if let first = start["date"]?.text, start["dateTime"] == nil {
            guard let last = end["date"]?.text, end["dateTime"] == nil,
                let from = CivilDate(first), let to = CivilDate(last)
            else { return "invalid" }
            guard from < to else { return "timeRangeEmpty" }
        } else {
            guard start["date"] == nil, end["date"] == nil else { return "invalid" }
            var seconds: [Int64] = []
            for name in ["start", "end"] {
                let zoneName = event[name]?["timeZone"]
                let zone = zoneName?.text.flatMap { Zone($0) }
                if zoneName != nil, zone == nil { return "invalid" }
                if isSeries, zone == nil { return "required" }
                guard let text = event[name]?["dateTime"]?.text,
                    let time = GoogleServerTime.seconds(text, zone)
                else { return "invalid" }
                seconds.append(time)
                event[name] = GoogleServerTime.json(
                    time, zoneName ?? .string(timeZone), told: calendarZone)
            }
            guard seconds[0] <= seconds[1] else { return "timeRangeEmpty" }
        }
        let status = event["status"]?.text ?? ""
        guard ["confirmed", "tentative", "cancelled"].contains(status) else { return "invalid" }
        return isSeries && recurrence(event)?.repeats != true ? "invalid" : nil
    }
}
