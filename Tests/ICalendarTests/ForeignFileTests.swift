import ICalendar
import TestSupport
import Testing

/// Deviations of other programs from RFC 5545 or from common practice.
@Suite struct ForeignFileTests {
    private func file(_ lines: [String]) throws -> CalendarFile {
        try CalendarFile(
            reading: Array(
                (["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n").utf8
            ))
    }

    private static func event(_ lines: String...) -> [String] {
        ["BEGIN:VEVENT", "UID:a@x", "DTSTAMP:20260101T000000Z", "SUMMARY:Tasting"] + lines + [
            "END:VEVENT"
        ]
    }

    private static func zone(_ name: String, _ observances: [String]...) -> [String] {
        ["BEGIN:VTIMEZONE", "TZID:" + name]
            + observances.flatMap { ["BEGIN:STANDARD"] + $0 + ["END:STANDARD"] } + ["END:VTIMEZONE"]
    }

    private static let ever = ["DTSTART:19700101T000000", "TZOFFSETFROM:+0700", "TZOFFSETTO:+0700"]

    private func lines(_ events: [CalendarEvent]) -> [String] {
        var text = CalendarText(name: nil)
        for event in events { text.append(event) }
        return String(decoding: text.finished(), as: UTF8.self).replacing("\r\n ", with: "")
            .split(separator: "\r\n").map(String.init)
    }

    private func keys(_ series: Recurrence) -> [String] {
        var budget = ExpansionBudget.window
        return series.occurrences(from: 0, to: 4_000_000_000, floatingIn: .utc, budget: &budget)
            .occurrences.map(\.key.text)
    }

    // MARK: Zones

    @Test(arguments: [
        ("A\\, B", "\"A, B\""), ("A\\, B", "\"A\\, B\""), ("A\\, B", "A\\, B"),
        ("A, B", "\"A, B\""),
        ("A\\;B", "\"A;B\""), ("A:B", "\"A:B\""),
    ])
    func `matches a TZID with escapes to one without them`(
        defined: String, used: String
    ) throws {
        let event = try #require(
            file(Self.zone(defined, Self.ever) + Self.event("DTSTART;TZID=\(used):20260504T120000"))
                .events.first)
        expectEqual(event.flags, [])
        expectEqual(event.recurrence.start.seconds(floatingIn: .utc), 1_777_870_800)
        let written = lines([event])
        try expectEqual(file(Array(written.dropFirst().dropLast())).events, [event])
    }

    @Test func `writes two zones of the same name as two zones`() throws {
        let events = try ["+0700", "+0300"].map { offset in
            var event = try #require(
                file(
                    Self.zone("Ship", Self.ever.map { $0.replacing("+0700", with: offset) })
                        + Self.event("DTSTART;TZID=Ship:20260504T120000")
                ).events.first)
            event.uid = offset
            return event
        }
        let again = try file(Array(lines(events).dropFirst().dropLast())).events
        expectEqual(
            again.map { $0.recurrence.start.seconds(floatingIn: .utc) },
            events.map { $0.recurrence.start.seconds(floatingIn: .utc) })
    }

    @Test func `an observance may begin on a date, and an unreadable one does not affect others`()
        throws
    {
        let day = ["DTSTART;VALUE=DATE:20170101", "TZOFFSETFROM:+1100", "TZOFFSETTO:+1100"]
        for bad in [
            ["DTSTART:20170101T000000"], ["DTSTART:2017", "TZOFFSETFROM:+1", "TZOFFSETTO:+2"], [],
        ] {
            let event = try #require(
                file(
                    Self.zone("UTC+11", bad, day + ["RRULE:FREQ=ODD", "RDATE:2018"], bad)
                        + Self.event("DTSTART;TZID=UTC+11:20260504T120000")
                ).events.first)
            expectEqual(event.flags, [])
            expectEqual(event.recurrence.start.seconds(floatingIn: .utc), 1_777_856_400)
        }
    }

    @Test func `writes the definition of an unreadable zone as it was read`() throws {
        let definition = Self.zone("Odd", ["DTSTART:2017", "X-A:1"])
        let event = try #require(
            file(definition + Self.event("DTSTART;TZID=Odd:20260504T120000")).events.first)
        expectEqual(event.flags, [.zone])
        let written = lines([event, event])
        let place = try #require(written.firstIndex(of: "BEGIN:VTIMEZONE"))
        expectEqual(Array(written[place..<place + definition.count]), definition)
        expectEqual(written.count { $0 == "BEGIN:VTIMEZONE" }, 1)
        #expect(place < written.firstIndex(of: "BEGIN:VEVENT") ?? 0)
        try expectEqual(file(Array(written.dropFirst().dropLast())).events, [event])
    }

    @Test(arguments: [
        ("(UTC-05:00) Eastern Time (US & Canada)", "America/New_York"),
        ("(GMT-05:00) Eastern Time (US & Canada)", "America/New_York"),
        ("(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "Europe/Berlin"),
        ("(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London", "Europe/London"),
        ("(UTC) Coordinated Universal Time", "Etc/UTC"),
        ("(UTC-11:00) Coordinated Universal Time-11", "Etc/GMT+11"),
    ])
    func `resolves a zone by its Windows display name`(name: String, zone: String) {
        expectEqual(Zone.windows(name)?.name, zone)
        expectNil(Zone.windows(String(name.drop { $0 != " " }.dropFirst())))
    }

    @Test func `reads at most 256 zone definitions of a file`() throws {
        let zones = (1...257).flatMap { Self.zone("Own \($0)", Self.ever) }
        for (number, flags) in [(256, []), (257, [EventFlag.zone])] {
            let event = Self.event("DTSTART;TZID=Own \(number):20260504T120000")
            try expectEqual(file(zones + event).events.first?.flags, flags)
        }
    }

    // MARK: Exclusions by rules

    @Test func `EXRULE excludes its occurrences`() throws {
        let event = try #require(
            file(
                Self.event(
                    "DTSTART:20260504T060000Z", "RRULE:FREQ=DAILY;COUNT=4",
                    "EXRULE:FREQ=DAILY;INTERVAL=2")
            ).events.first)
        expectEqual(event.flags, [])
        expectEqual(keys(event.recurrence), ["20260505T060000Z", "20260507T060000Z"])
        let written = lines([event])
        #expect(!written.contains { $0.hasPrefix("EXRULE") })
        try expectEqual(file(Array(written.dropFirst().dropLast())).events, [event])
    }

    @Test(arguments: [
        ["RRULE:FREQ=DAILY", "EXRULE:FREQ=WEEKLY"],
        ["RRULE:FREQ=DAILY;COUNT=4", "EXRULE:FREQ=FORTNIGHTLY"],
        ["RRULE:FREQ=DAILY;COUNT=1001", "EXRULE:FREQ=DAILY;INTERVAL=2"],
    ])
    func `flags and keeps an EXRULE that can't be enumerated`(rules: [String]) throws {
        let event = try #require(
            file(
                ["BEGIN:VEVENT", "UID:a@x", "DTSTART:20260504T060000Z"] + rules + ["END:VEVENT"]
            ).events.first)
        expectEqual(event.flags, [.rule])
        expectEqual(keys(event.recurrence), ["20260504T060000Z"])
        expectEqual(lines([event]).filter { $0.contains("RULE:") }, rules)
    }

    // MARK: Spaces

    @Test func `accepts spaces before the first line and after BEGIN and END`() throws {
        let text = [
            "  \tBEGIN:VCALENDAR", "BEGIN:VEVENT ", "UID:a@x", "DTSTART:20260504T100000Z",
            "SUMMARY:A",
            "  b", "END:VEVENT\t", "END:VCALENDAR ", "",
        ]
        let file = try CalendarFile(reading: Array(text.joined(separator: "\r\n").utf8))
        expectEqual(file.refused, [])
        expectEqual(file.events.map(\.details.title), ["A b"])
    }

    // MARK: Limits

    @Test func `refuses an event with more than 8 rules or 1,000 dates`() throws {
        let start = "DTSTART:20200101T060000Z"
        func problem(_ lines: [String]) throws -> EventProblem? {
            let event = ["BEGIN:VEVENT", "UID:a@x", start] + lines + ["END:VEVENT"]
            let file = try file(event)
            expectEqual(file.events.count + file.refused.count, 1)
            return file.refused.first?.problem
        }
        let days = (0..<1_001).map { CivilDate(dayNumber: 20_000 + $0).compact + "T060000Z" }
        func list(_ name: String, _ count: Int) -> String {
            name + ":" + days.prefix(count).joined(separator: ",")
        }
        let rule = "RRULE:FREQ=DAILY"
        try expectNil(problem(Array(repeating: rule, count: 8)))
        try expectEqual(problem(Array(repeating: rule, count: 9)), .tooManyRules)
        try expectEqual(
            problem(Array(repeating: rule, count: 8) + ["EXRULE:FREQ=WEEKLY"]), .tooManyRules)
        for name in ["RDATE", "EXDATE"] {
            try expectNil(problem([list(name, 1_000)]))
            try expectEqual(problem([list(name, 1_001)]), .tooManyDates)
            try expectEqual(
                problem([list(name, 500), name + ":" + days.suffix(501).joined(separator: ",")]),
                .tooManyDates)
        }
    }

    @Test(arguments: [
        "P9223372036854775807D", "PT9223372036854775807S", "P99999999999999999999W",
        "-P9223372036854775807D", "PT9999999999H", "P9999999999W", "P9999999999DT9999999999H",
        "P" + String(repeating: "9999999999W", count: 4_000),
    ])
    func `refuses an event whose length is too large`(text: String) throws {
        for line in ["DURATION:" + text, "RDATE;VALUE=PERIOD:20260505T100000Z/" + text] {
            let file = try file(Self.event("DTSTART:20260504T100000Z", line))
            expectEqual(file.refused.count, 1, "\(line.prefix(60))")
        }
    }

    @Test(arguments: ["-1", "2147483648", "9223372036854775807", "99999999999999999999", "x"])
    func `reads an invalid SEQUENCE as 0`(text: String) throws {
        let event = try #require(
            file(Self.event("DTSTART:20260504T100000Z", "SEQUENCE:" + text)).events.first)
        expectEqual(event.sequence, 0)
    }

    @Test(arguments: ["+9999", "-999999", "+9223372036854775807", "+24", "--100", "+-100"])
    func `flags a zone with an invalid offset`(text: String) throws {
        let observance = Self.ever.map { $0.replacing("+0700", with: text) }
        let event = try #require(
            file(Self.zone("Odd", observance) + Self.event("DTSTART;TZID=Odd:20260504T100000"))
                .events.first)
        expectEqual(event.flags, [.zone])
    }

    @Test func `expands events at the first and last supported times`() throws {
        for day in ["00000101", "99991231"] {
            for line in ["DTSTART:\(day)T235959Z", "DTSTART;TZID=Asia/Kathmandu:\(day)T000000"] {
                let event = try #require(
                    file(Self.event(line, "DURATION:P3659999D", "RRULE:FREQ=YEARLY")).events.first)
                var budget = ExpansionBudget.window
                _ = event.recurrence.occurrences(
                    from: 0, to: 4_000_000_000, floatingIn: .utc, budget: &budget)
                #expect(!lines([event]).isEmpty)
            }
        }
    }
}
