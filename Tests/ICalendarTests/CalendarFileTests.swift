import ICalendar
import TestSupport
import Testing

@Suite struct CalendarFileTests {
    private static func file(_ lines: [String]) -> [UInt8] {
        Array((["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n").utf8)
    }

    private static func event(_ lines: String..., uid: String = "a@x") -> [String] {
        ["BEGIN:VEVENT", "UID:" + uid] + lines + ["END:VEVENT"]
    }

    private func read(_ lines: [String]) throws -> CalendarFile {
        try CalendarFile(reading: Self.file(lines))
    }

    private func only(_ lines: String...) throws -> CalendarEvent {
        let file = try read(["BEGIN:VEVENT", "UID:a@x"] + lines + ["END:VEVENT"])
        expectEqual(file.refused, [])
        return try #require(file.events.first)
    }

    @Test(
        arguments: [
            ([], .notACalendar), (Array("<html>".utf8), .notACalendar),
            (Array("BEGIN:VEVENT\nEND:VEVENT\n".utf8), .notACalendar),
            (Array("BEGIN:VCALENDAR\nX:".utf8) + [0xE9, 0x0A], .notUTF8),
            (Array(String(repeating: "BEGIN:VCALENDAR\n", count: 17).utf8), .tooDeep),
        ] as [([UInt8], CalendarFileProblem)])
    func `refuses a file that is not a calendar`(bytes: [UInt8], problem: CalendarFileProblem) {
        #expect(throws: problem) { try CalendarFile(reading: bytes) }
        #expect(!problem.text.isEmpty)
    }

    private static let bad: [([String], EventProblem)] = [
        (["SUMMARY:x"], .noStart),
        (["DTSTART:20260631T100000Z"], .badValue(property: "DTSTART", value: "20260631T100000Z")),
        (
            ["DTSTART:20260504T100000Z", "DTEND:20260504T090000Z"],
            .endsBeforeStart
        ),
        (["DTSTART:20260504T100000Z", "DURATION:-PT1H"], .endsBeforeStart),
        (
            ["DTSTART:20260504T100000Z", "DURATION:1H"],
            .badValue(property: "DURATION", value: "1H")
        ),
        (["DTSTART:20260504T100000Z", "DTEND:2026"], .badValue(property: "DTEND", value: "2026")),
        (
            ["DTSTART:20260504T100000Z", "RRULE:FREQ=DAILY;INTERVAL=0"],
            .zeroInterval
        ),
        (
            ["DTSTART:20260504T100000Z", "EXDATE:20260230T100000Z"],
            .badValue(property: "EXDATE", value: "20260230T100000Z")
        ),
        (
            ["DTSTART:20260504T100000Z", "X:" + String(repeating: "x", count: 70_000)],
            .lineTooLong(line: 9)
        ),
    ]

    @Test(arguments: bad)
    func `refuses an invalid event with its line, and keeps the others`(
        lines: [String], problem: EventProblem
    ) throws {
        let file = try read(
            Self.event("DTSTART:20260504T100000Z", uid: "good@x") + ["BEGIN:VEVENT", "UID:bad@x"]
                + lines + ["END:VEVENT"])
        expectEqual(file.events.map(\.uid), ["good@x"])
        expectEqual(file.refused.map(\.line), [6])
        expectEqual(file.refused.map(\.uid), ["bad@x"])
        expectEqual(file.refused.map(\.problem), [problem])
    }

    @Test func `a refused event has its title and start if they can be read`() throws {
        let file = try read(
            Self.event(
                "SUMMARY:Wine\\, dine", "DTSTART;VALUE=DATE:20260504", "DTEND;VALUE=DATE:20260501")
                + Self.event("SUMMARY:Never", "DTSTART:20260230T100000Z", uid: "b@x"))
        expectEqual(file.refused.map(\.title), ["Wine, dine", "Never"])
        expectEqual(file.refused.map(\.start), [.date(try #require(CivilDate("2026-05-04"))), nil])
    }

    @Test func `refuses a file of more than 10 MiB`() {
        let bytes = [UInt8](repeating: 0x41, count: CalendarFile.bytesMax + 1)
        #expect(throws: CalendarFileProblem.tooLarge) { try CalendarFile(reading: bytes) }
    }

    @Test func `refuses an event that is cut off by the end of the file`() throws {
        let text = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a@x\nDTSTART:20260504T100000Z\n"
        let file = try CalendarFile(reading: Array(text.utf8))
        #expect(file.events.isEmpty)
        expectEqual(
            file.refused,
            [
                RefusedEvent(
                    line: 2, uid: "a@x",
                    start: .zoned(try #require(LocalTime("2026-05-04T10:00")), .utc),
                    problem: .cutOff)
            ])
        let whole = try CalendarFile(reading: Array((text + "END:VEVENT").utf8))
        expectEqual(whole.events.count, 1)
    }

    @Test func `refuses an event with crossed END lines`() throws {
        let file = try read(
            ["BEGIN:VEVENT", "UID:a@x", "DTSTART:20260504T100000Z", "END:VTODO"]
                + Self.event("DTSTART:20260504T100000Z", uid: "b@x"))
        expectEqual(file.events.map(\.uid), ["b@x"])
        expectEqual(file.refused.map(\.problem), [.wrongEnd(name: "VTODO")])
        let open = try read(
            ["BEGIN:VEVENT", "UID:a@x", "DTSTART:20260504T100000Z"]
                + Self.event("DTSTART:20260504T100000Z", uid: "b@x"))
        expectEqual(open.events.map(\.uid), ["b@x"])
        expectEqual(open.refused.map(\.problem), [.noEnd])
        let part = try read(
            ["BEGIN:VEVENT", "UID:a@x", "DTSTART:20260504T100000Z", "BEGIN:VALARM", "END:VEVENT"])
        expectEqual(part.refused.map(\.problem), [.partWithoutEnd])
    }

    @Test(arguments: [
        (["DTSTART;TZID=Mars/Olympus:20260505T100000"], EventFlag.zone),
        (["DTSTART:20260505T100000Z", "RRULE:FREQ=FORTNIGHTLY"], .rule),
        (["DTSTART:20260505T100000Z", "RRULE:FREQ=DAILY;COUNT=3;UNTIL=20260520T000000Z"], .rule),
        (["DTSTART;VALUE=DATE:20260505", "RRULE:FREQ=HOURLY"], .rule),
        (["DTSTART;VALUE=DATE:20260505", "DTEND:20260507T110000Z"], .end),
        (["DTSTART:20260505T100000Z", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"], .start),
    ])
    func `keeps and flags irregular events`(lines: [String], flag: EventFlag) throws {
        let file = try read(["BEGIN:VEVENT", "UID:a@x"] + lines + ["END:VEVENT"])
        expectEqual(file.flagged.map(\.flag), [flag])
        let event = try #require(file.events.first)
        switch flag {
        case .zone:
            expectEqual(event.recurrence.start, LocalTime("2026-05-05T10:00").map { .floating($0) })
        case .rule: #expect(event.recurrence.rules.isEmpty)
        case .end: expectEqual(event.recurrence.length, EventLength(days: 2))
        default: expectEqual(event.recurrence.rules.count, 1)
        }
    }

    @Test func `derives the UID of an event without one from its content`() throws {
        let lines = ["BEGIN:VEVENT", "DTSTART:20260505T100000Z", "SUMMARY:No UID", "END:VEVENT"]
        let first = try read(lines)
        expectEqual(first.flagged.map(\.flag), [.uid])
        let stamped = lines.dropLast() + ["DTSTAMP:20260701T000000Z", "END:VEVENT"]
        try expectEqual(read(Array(stamped)).events.first?.uid, first.events.first?.uid)
        let other = try read(lines.map { $0.replacing("No UID", with: "Other") })
        #expect(other.events.first?.uid != first.events.first?.uid)
    }

    @Test func `accepts a byte order mark, any line ending and a fold inside a character`() throws {
        let text =
            "\u{FEFF}begin:vcalendar\nBEGIN:VEVENT\nuid:a@x\n\nDTSTART:20260504T100000Z\nSUMMARY:"
        let bytes =
            Array(text.utf8) + [0xC3, 0x0D, 0x0A, 0x20, 0xB1] + Array("!\r\n\tx\nEND:VEVENT".utf8)
        let file = try CalendarFile(reading: bytes)
        expectEqual(file.events.first?.details.title, "ñ!x")
    }

    @Test func `decodes escapes in texts, and removes line breaks from titles`() throws {
        let event = try only(
            "DTSTART:20260504T100000Z", #"SUMMARY:One\, two\; \\ three\nfour"#,
            #"DESCRIPTION:<b>bold</b>\NA line\"#, "LOCATION: \u{1}Cellar ")
        expectEqual(event.details.title, #"One, two; \ three four"#)
        expectEqual(event.details.description, "<b>bold</b>\nA line\\")
        expectEqual(event.details.location, "Cellar")
    }

    @Test func `reads STATUS, CLASS and TRANSP`() throws {
        let event = try only(
            "DTSTART:20260504T100000Z", "STATUS:TENTATIVE", "CLASS:CONFIDENTIAL",
            "TRANSP:TRANSPARENT")
        expectEqual(event.details.status, .tentative)
        #expect(event.details.isPrivate)
        #expect(event.details.isFree)
        expectEqual(event.details.foreign, "CLASS:CONFIDENTIAL")
    }

    @Test(arguments: [
        ("Europe/Madrid", "Europe/Madrid"), ("Romance Standard Time", "Europe/Paris"),
        ("\"Eastern Standard Time\"", "America/New_York"),
        ("/freeassociation.sourceforge.net/Europe/Rome", "Europe/Rome"),
    ])
    func `resolves zones by several names`(id: String, name: String) throws {
        let event = try only("DTSTART;TZID=\(id):20260504T100000")
        guard case .zoned(_, let zone) = event.recurrence.start else {
            Issue.record("no zone")
            return
        }
        expectEqual(zone.name, name)
    }

    @Test func `floating times are in the zone of X-WR-TIMEZONE`() throws {
        let file = try read(
            ["X-WR-TIMEZONE:Europe/Rome", "X-WR-CALNAME:Front\\, back"]
                + Self.event("DTSTART:20260504T100000"))
        expectEqual(file.events.first?.recurrence.start.zone(floatingIn: .utc).name, "Europe/Rome")
        expectEqual(file.name, "Front, back")
    }

    @Test func `takes the later version of an event`() throws {
        let one = Self.event("DTSTART:20260504T100000Z", "SUMMARY:1", "SEQUENCE:3")
        let two = Self.event("DTSTART:20260504T100000Z", "SUMMARY:2")
        try expectEqual(read(one + two).events.map(\.details.title), ["1"])
        try expectEqual(read(two + one).events.map(\.details.title), ["1"])
        let early = Self.event("DTSTART:20260504T100000Z", "SUMMARY:3", "DTSTAMP:20260101T000000Z")
        let late = Self.event("DTSTART:20260504T100000Z", "SUMMARY:4", "DTSTAMP:20260102T000000Z")
        try expectEqual(read(late + early).events.map(\.details.title), ["4"])
        try expectEqual(read(two + two.map { $0.replacing("2", with: "5") }).events.count, 1)
    }

    @Test func `attaches changes to their series, or keeps them without one`() throws {
        let change = Self.event(
            "DTSTART:20260512T120000Z", "SUMMARY:Moved", "RECURRENCE-ID:20260511T100000Z")
        let master = Self.event(
            "DTSTART;TZID=Europe/Madrid:20260504T120000", "SUMMARY:Series", "RRULE:FREQ=WEEKLY")
        let key = try #require(OccurrenceKey("20260511T100000Z"))
        for file in [try read(change + master), try read(master + change)] {
            let event = try #require(file.events.first)
            #expect(event.hasMaster)
            expectEqual(event.changes[key]?.details.title, "Moved")
            expectEqual(event.recurrence.changes[key]?.time.start.date.day, 12)
        }
        let orphan = try #require(read(change).events.first)
        #expect(!orphan.hasMaster)
        expectEqual(orphan.changes.keys.map(\.text), ["20260511T100000Z"])
        var budget = 100
        let found = orphan.recurrence.occurrences(
            from: 1_777_000_000, to: 1_779_000_000, floatingIn: .utc, budget: &budget)
        expectEqual(found.occurrences.map(\.key), [key])
    }

    @Test func `refuses a file of more than 20,000 events`() throws {
        let lines = (0..<20_001).flatMap { Self.event("DTSTART:20260504T100000Z", uid: "\($0)@x") }
        #expect(throws: CalendarFileProblem.tooManyEvents) { try read(lines) }
        try expectEqual(read(Array(lines.dropLast(4))).events.count, 20_000)
    }
}
