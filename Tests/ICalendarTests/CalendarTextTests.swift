import ICalendar
import TestSupport
import Testing

@Suite struct CalendarTextTests {
    private func written(_ events: [CalendarEvent]) -> [UInt8] {
        var text = CalendarText(name: "House")
        for event in events { text.append(event) }
        return text.finished()
    }

    private func lines(_ events: [CalendarEvent]) -> [String] {
        String(decoding: written(events), as: UTF8.self).replacing("\r\n ", with: "")
            .split(separator: "\r\n").map(String.init)
    }

    private func once(_ start: EventTime, _ length: EventLength) -> CalendarEvent {
        CalendarEvent(
            uid: "a@x", details: EventDetails(title: "Tasting"),
            recurrence: Recurrence(start: start, length: length), stamp: 1_777_881_600)
    }

    private func zoned(_ text: String, _ zone: String) throws -> EventTime {
        .zoned(try #require(LocalTime(text)), try #require(Zone(zone)))
    }

    @Test func `an event survives writing and reading`() throws {
        let zone = try #require(Zone("Europe/Madrid"))
        let start = try zoned("2026-05-04T19:30", "Europe/Madrid")
        var series = Recurrence(
            start: start, length: EventLength(seconds: 5400),
            rules: [try RecurrenceRule("FREQ=WEEKLY;COUNT=9")])
        series.dates = [
            ExtraDate(start: try zoned("2026-05-06T10:00", "Europe/Madrid")),
            ExtraDate(
                start: try zoned("2026-05-07T10:00", "Europe/Madrid"),
                length: EventLength(seconds: 600)),
        ]
        let key = try #require(OccurrenceKey("20260511T173000Z"))
        series.exclusions = [
            try #require(OccurrenceKey("20260518T173000Z")),
            try #require(OccurrenceKey("20260525")),
        ]
        let event = CalendarEvent(
            uid: "a@x",
            details: EventDetails(
                title: "Ünïcode, \"quoted\"; \\ and 🥂 " + String(repeating: "ñ", count: 90),
                location: "Cellar", description: "Line\nbreak\tand tab", status: .tentative,
                isPrivate: true, isFree: true,
                foreign: "ATTENDEE;CN=Ana:mailto:ana@example.com\nBEGIN:VALARM\nEND:VALARM"),
            recurrence: series,
            changes: [
                key: EventChange(
                    details: EventDetails(title: "Later", status: .cancelled),
                    time: TimeChange(
                        start: .zoned(zone.local(of: 1_778_522_400), zone),
                        length: EventLength(days: 1, seconds: 60), isForFollowing: true),
                    sequence: 2)
            ], sequence: 4, stamp: 1_777_881_600)
        let file = try CalendarFile(reading: written([event]))
        expectEqual(file.refused, [])
        expectEqual(file.name, "House")
        expectEqual(file.events, [event])
        expectEqual(written(file.events), written([event]))
    }

    @Test(arguments: [
        ["DTSTART:20260504T173000Z", "RRULE:FREQ=FORTNIGHTLY;BYDAY=MO"],
        ["DTSTART:20260504T173000Z", "RRULE:FREQ=DAILY;COUNT=3;UNTIL=20260601T000000Z"],
        [
            "DTSTART;TZID=Nowhere/Else:20260504T193000", "DTEND;TZID=Nowhere/Else:20260504T203000",
            "RRULE:FREQ=DAILY;COUNT=5", "EXDATE;TZID=Nowhere/Else:20260505T193000",
        ],
    ])
    func `writes unsupported times and rules as they were read`(own: [String]) throws {
        let lines =
            ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:a@x", "DTSTAMP:20260504T080000Z"] + own
            + ["SUMMARY:Round", "X-A:1", "BEGIN:VALARM", "X-B:1", "END:VALARM"]
            + ["END:VEVENT", "END:VCALENDAR"]
        let file = try CalendarFile(reading: Array(lines.joined(separator: "\r\n").utf8))
        let event = try #require(file.events.first)
        #expect(!event.flags.isEmpty)
        let written = self.lines([event])
        for line in own + ["X-A:1", "X-B:1"] { expectEqual(written.count { $0 == line }, 1) }
        try expectEqual(CalendarFile(reading: self.written([event])).events, [event])

        var righted = event
        righted.flags = []
        righted.recurrence.rules = [try RecurrenceRule("FREQ=WEEKLY")]
        let after = self.lines([righted])
        expectEqual(after.filter { $0.hasPrefix("RRULE") }, ["RRULE:FREQ=WEEKLY"])
        #expect(!after.contains { $0.contains("Nowhere") })
    }

    @Test func `ends lines with CRLF and folds them at 75 octets, never inside a character`() throws
    {
        let title = String(repeating: "ñ🥂x", count: 60)
        var event = once(.floating(try #require(LocalTime("2026-05-04T10:00"))), EventLength())
        event.details.title = title
        let bytes = written([event])
        for line in bytes.split(separator: 0x0A) {
            expectEqual(line.last, 0x0D)
            #expect(line.count <= 76)
            #expect(String(validating: line, as: UTF8.self) != nil)
        }
        try expectEqual(CalendarFile(reading: bytes).events.first?.details.title, title)
    }

    @Test(arguments: [
        "Europe/Madrid", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu",
        "Africa/Casablanca", "America/Nuuk", "Europe/Dublin", "America/Sao_Paulo", "Asia/Gaza",
    ])
    func `a written VTIMEZONE agrees with the system's zone`(name: String) throws {
        let zone = try #require(Zone(name))
        let start = try zoned("2024-05-04T10:00", name)
        let text = lines([once(start, EventLength(seconds: 60))])
        let begin = try #require(text.firstIndex(of: "BEGIN:VTIMEZONE"))
        let end = try #require(text.firstIndex(of: "END:VTIMEZONE"))
        let definition = try #require(Zone(definition: text[begin...end].joined(separator: "\n")))
        var instant = start.seconds(floatingIn: .utc)
        // Steps of 11 days and an hour cover all hours of the day, until the end of 2086.
        while instant < 3_692_217_600 {
            if zone.offset(at: instant) != definition.offset(at: instant) {
                Issue.record("\(name) differs at \(OccurrenceKey.instant(instant).text)")
                return
            }
            instant += 11 * 86_400 + 3600
        }
    }

    @Test func `writes each kind of time in its form`() throws {
        let day = try #require(CivilDate("2026-05-04"))
        expectEqual(
            lines([once(.date(day), EventLength(days: 2))]).filter { $0.hasPrefix("DT") },
            [
                "DTSTAMP:20260504T080000Z", "DTSTART;VALUE=DATE:20260504",
                "DTEND;VALUE=DATE:20260506",
            ])
        #expect(
            lines([once(.zoned(LocalTime(date: day), .utc), EventLength(seconds: 60))])
                .contains("DTSTART:20260504T000000Z"))
        // The end falls in the second pass of a repeated hour.
        let night = try zoned("2026-10-25T01:00", "Europe/Madrid")
        #expect(
            lines([once(night, EventLength(seconds: 9000))]).contains("DURATION:PT2H30M"))
        #expect(lines([once(night, EventLength(days: 1, seconds: 5))]).contains("DURATION:P1DT5S"))
    }

    @Test func `writes the definition of a zone that a file defined`() throws {
        let definition = [
            "BEGIN:VTIMEZONE", "TZID:Ship: +05:45", "BEGIN:STANDARD", "DTSTART:19700101T000000",
            "TZOFFSETFROM:+0545", "TZOFFSETTO:+0545", "END:STANDARD", "END:VTIMEZONE",
        ].joined(separator: "\n")
        let zone = try #require(Zone(definition: definition))
        let start = EventTime.zoned(try #require(LocalTime("2026-05-04T09:00")), zone)
        let event = once(start, EventLength(seconds: 3600))
        #expect(lines([event]).contains("DTSTART;TZID=\"Ship: +05:45\":20260504T090000"))
        try expectEqual(CalendarFile(reading: written([event])).events, [event])
    }
}
