import JSON
import Sync
import TestSupport
import Testing

@Suite struct PlannerImportTests {
    private var bench = PlannerBench()

    private static let lunch = [
        "UID:lunch@x", "DTSTART:20260504T100000Z", "DTEND:20260504T110000Z", "SUMMARY:Lunch",
    ]
    private static let round = [
        "UID:round@x", "DTSTART:20260505T080000Z", "DURATION:PT30M", "SUMMARY:Round",
        "RRULE:FREQ=DAILY;COUNT=3", "ATTENDEE;CN=Ana:mailto:ana@example.com",
        "STATUS:CONFIRMED",
    ]

    private func titles(_ monday: String = "2026-05-04") -> [String] {
        let document = bench.document("planner/week", [("monday", monday)])
        return (document?["occurrences"]?.members ?? [:]).values
            .compactMap { $0["title"]?.text }.sorted()
    }

    @Test mutating func `imports a file into the named calendar`() {
        let answer = bench.importFile(
            PlannerBench.file(Self.lunch, Self.round), ["calendar": "main"])
        expectEqual(answer.status, 200)
        expectEqual(answer.json["calendar"], "main")
        expectEqual(answer.json["added"], 2)
        expectEqual(answer.json["updated"], 0)
        expectEqual(answer.json["unchanged"], 0)
        expectEqual(answer.json["refused"], [])
        expectEqual(answer.json["flagged"], [])
        expectEqual(answer.json["revs"], [JSON(bench.rev)])
        expectEqual(titles(), ["Lunch", "Round", "Round", "Round"])
    }

    @Test mutating func `changes nothing when the same file is imported again`() {
        let file = PlannerBench.file(Self.lunch, Self.round)
        _ = bench.importFile(file, ["calendar": "main"])
        let rev = bench.rev
        let again = bench.importFile(file, ["calendar": "main"])
        expectEqual(again.json["unchanged"], 2)
        expectEqual(again.json["added"], 0)
        expectEqual(again.json["revs"], [])
        expectEqual(bench.rev, rev)
    }

    @Test mutating func `changes nothing when a calendar's own export is imported`() throws {
        _ = bench.importFile(PlannerBench.file(Self.lunch, Self.round), ["calendar": "main"])
        try bench.add("Tasting", "2026-05-06T19:30", 90, ["repeat": "FREQ=WEEKLY;COUNT=3"])
        try bench.addDays("Fair", "2026-05-08", 3, ["location": "Ávila; hall, 2"])
        let file = bench.exported("main").joined(separator: "\r\n")
        let again = bench.importFile(file, ["calendar": "main"])
        expectEqual(again.json["unchanged"], 4)
        expectEqual(again.json["updated"], 0)
    }

    @Test mutating func `keeps local edits when the same file is imported again`() throws {
        let file = PlannerBench.file(Self.lunch)
        _ = bench.importFile(file, ["calendar": "main"])
        let occurrences = bench.document("planner/week", [("monday", "2026-05-04")])?["occurrences"]
        let id = try #require(occurrences?.members?.keys.first)
        try bench.edit(id, ["title": "Long lunch"])
        let answer = bench.importFile(file, ["calendar": "main"])
        expectEqual(answer.json["unchanged"], 1)
        expectEqual(titles(), ["Long lunch"])
    }

    @Test mutating func `replaces an event by its later version`() {
        _ = bench.importFile(PlannerBench.file(Self.lunch), ["calendar": "main"])
        let later =
            Self.lunch.map { $0 == "SUMMARY:Lunch" ? "SUMMARY:Dinner" : $0 } + ["SEQUENCE:1"]
        let answer = bench.importFile(PlannerBench.file(later), ["calendar": "main"])
        expectEqual(answer.json["updated"], 1)
        expectEqual(titles(), ["Dinner"])
        let older = bench.importFile(PlannerBench.file(Self.lunch), ["calendar": "main"])
        expectEqual(older.json["unchanged"], 1)
        expectEqual(titles(), ["Dinner"])
    }

    @Test mutating func `creates a calendar if none is named`() throws {
        let named = bench.importFile(PlannerBench.file(Self.lunch), ["name": "Chef"])
        let id = try #require(named.json["calendar"]?.text)
        #expect(bench.kept("planner/calendars")["calendars"]?[id]?["name"] == "Chef")
        let file = PlannerBench.file(Self.lunch)
            .replacing("VERSION:2.0", with: "VERSION:2.0\r\nX-WR-CALNAME:Front of house")
        let answer = bench.importFile(file)
        let other = try #require(answer.json["calendar"]?.text)
        #expect(other != id)
        #expect(
            bench.kept("planner/calendars")["calendars"]?[other]?["name"] == "Front of house")
        // Two calendars with the same name could not be told apart.
        let again = bench.importFile(file)
        let third = try #require(again.json["calendar"]?.text)
        #expect(
            bench.kept("planner/calendars")["calendars"]?[third]?["name"] == "Front of house (2)")
    }

    @Test mutating func `reports the same in a dry run and changes nothing`() {
        let answer = bench.importFile(
            PlannerBench.file(Self.lunch, ["UID:bad@x", "SUMMARY:No start"]), ["dry": "1"])
        expectEqual(answer.json["added"], 1)
        expectNil(answer.json["calendar"])
        expectEqual(answer.json["revs"], [])
        expectEqual(
            answer.json["refused"],
            [
                [
                    "line": 10, "uid": "bad@x", "problem": "The event has no DTSTART",
                    "reason": "planner.refused_no_start",
                ]
            ])
        expectEqual(bench.rev, 0)
    }

    @Test mutating func `imports odd events and flags them`() throws {
        let answer = bench.importFile(
            PlannerBench.file(
                [
                    "UID:mars@x", "DTSTART;TZID=Mars/Olympus:20260505T100000", "SUMMARY:Nowhere",
                ]),
            ["calendar": "main"])
        expectEqual(answer.json["flagged"], [["uid": "mars@x", "flag": "zone"]])
        let rows = bench.document("planner/week", [("monday", "2026-05-04")])?["occurrences"]
        #expect(rows?.members?.values.first?["flag"] == "zone")
    }

    @Test(arguments: [
        ("", "The file is not a calendar"), ("<html></html>", "The file is not a calendar"),
        (
            "BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:VEVENT\n", count: 20),
            "The file is nested too deeply"
        ),
    ])
    mutating func `refuses a file without a calendar`(file: String, problem: String) {
        let answer = bench.importFile(file, ["calendar": "main"])
        expectEqual(answer.status, 422)
        #expect(
            answer.json["message"]?.text == problem || answer.json.canonicalText.contains(problem))
        expectEqual(bench.rev, 0)
    }

    @Test mutating func `refuses an import into a calendar without events`() {
        let file = PlannerBench.file(Self.lunch)
        let unknown = bench.importFile(file, ["calendar": "c_none"])
        expectEqual(unknown.status, 404)
        let reservations = bench.importFile(file, ["calendar": "reservations"])
        expectEqual(reservations.status, 409)
        let screen = bench.importFile(file, by: PlannerBench.screen)
        expectEqual(screen.status, 403)
    }

    @Test mutating func `imports many events in batches, to be undone in reverse`() throws {
        let events = (0..<250).map { number in
            [
                "UID:\(number)@x", "DTSTART:20260504T\(10 + number % 10)0000Z", "DURATION:PT1H",
                "SUMMARY:Number \(number)",
            ]
        }
        let inner = events.map {
            (["BEGIN:VEVENT"] + $0 + ["END:VEVENT"]).joined(separator: "\n")
        }
        let file = "BEGIN:VCALENDAR\n" + inner.joined(separator: "\n") + "\nEND:VCALENDAR\n"
        let before = bench.kept("planner/calendars")
        let answer = bench.importFile(file)
        expectEqual(answer.json["added"], 250)
        let revs = (answer.json["revs"]?.elements ?? []).compactMap(\.integer)
        expectEqual(revs.count, 3)
        expectEqual(titles().count, 250)
        let restored = try bench.restored()
        expectEqual(bench.replayed().kept("planner/calendars"), restored.kept("planner/calendars"))
        for rev in revs.reversed() { try bench.undo(rev, by: PlannerBench.host) }
        #expect(titles().isEmpty)
        expectEqual(bench.kept("planner/calendars"), before)
    }

    @Test mutating func `exports properties that the planner doesn't know`() {
        _ = bench.importFile(PlannerBench.file(Self.round), ["calendar": "main"])
        #expect(bench.exported("main").contains("ATTENDEE;CN=Ana:mailto:ana@example.com"))
        #expect(bench.exported("main").contains("STATUS:CONFIRMED"))
    }

    @Test mutating func `refuses to move an event to a calendar that already has it`() throws {
        let kitchen = try bench.addCalendar("Kitchen")
        let calendars = ["main", kitchen]
        for calendar in calendars {
            _ = bench.importFile(PlannerBench.file(Self.lunch), ["calendar": calendar])
        }
        let rows = bench.week("2026-05-04")["occurrences"]?.members ?? [:]
        let event = try #require(rows.first { $0.value["calendar"] == "main" }?.key)
        let other = try #require(rows.first { $0.value["calendar"] != "main" }?.key)
        expectEqual(bench.editCode(event, ["calendar": .string(kitchen)]), .conflict)
        try bench.delete(other)
        let deletion = bench.rev
        try bench.edit(event, ["calendar": .string(kitchen)])
        // It isn't restored in the other calendar either.
        #expect(throws: Rejection.self) { try bench.undo(deletion) }
        expectEqual(titles(), ["Lunch"])
    }

    @Test mutating func `exports an unreadable rule until it is replaced`()
        throws
    {
        let rule = "RRULE:FREQ=FORTNIGHTLY"
        let moon = ["UID:moon@x", "DTSTART:20260504T173000Z", "SUMMARY:Moon", rule]
        _ = bench.importFile(PlannerBench.file(moon), ["calendar": "main"])
        let event = try #require(bench.event(titled: "Moon")?.id)
        try bench.edit(event, ["title": "Full moon"])
        #expect(bench.exported("main").contains(rule))
        try bench.edit(event, ["repeat": "FREQ=MONTHLY"])
        #expect(!bench.exported("main").contains(rule))
        #expect(bench.exported("main").contains("RRULE:FREQ=MONTHLY"))
    }

    @Test mutating func `has no export of an unknown calendar`() {
        expectNil(bench.read("export.ics", ["calendar": "c_none"]))
        expectNil(bench.read("export.ics"))
        expectEqual(
            bench.read("export.ics", ["calendar": "main"], by: PlannerBench.screen)?.status, 403)
    }

    @Test mutating func `accepts only valid events in the action`() {
        expectEqual(bench.code("import", ["events": []]), .invalid)
        expectEqual(bench.code("import", ["events": [["uid": "x"]]]), .invalid)
        expectEqual(bench.code("import", ["events": "x"]), .invalid)
        expectEqual(
            bench.code("import", ["events": [["uid": "x"]]], by: PlannerBench.screen), .forbidden)
    }

    /// Returns the lines of a changed occurrence of the round, without the series.
    private static func change(_ day: String, _ title: String) -> [String] {
        [
            "UID:round@x", "RECURRENCE-ID:\(day)T080000Z", "DTSTART:\(day)T090000Z",
            "DURATION:PT30M", "SUMMARY:\(title)",
        ]
    }

    @Test mutating func `joins changes to a series that is imported before or after them`() {
        let first = PlannerBench.file(Self.change("20260506", "Late round"))
        expectEqual(bench.importFile(first, ["calendar": "main"]).json["added"], 1)
        expectEqual(titles(), ["Late round"])
        let series = PlannerBench.file(Self.round)
        expectEqual(bench.importFile(series, ["calendar": "main"]).json["updated"], 1)
        expectEqual(titles(), ["Late round", "Round", "Round"])
        let second = PlannerBench.file(Self.change("20260507", "Last round"))
        expectEqual(bench.importFile(second, ["calendar": "main"]).json["updated"], 1)
        expectEqual(titles(), ["Last round", "Late round", "Round"])
    }

    @Test mutating func `merges several changes without a series into one event`() {
        for day in ["20260506", "20260507"] {
            _ = bench.importFile(
                PlannerBench.file(Self.change(day, "Round")), ["calendar": "main"])
        }
        expectEqual(titles(), ["Round", "Round"])
    }

    @Test mutating func `refuses a series with too many changes`() {
        var events = [
            [
                "UID:often@x", "DTSTART:20200101T080000Z", "DURATION:PT30M", "SUMMARY:Often",
                "RRULE:FREQ=DAILY",
            ]
        ]
        var day = 0
        for month in 1...36 {
            for number in 1...28 {
                let year = 2020 + (month - 1) / 12
                let text =
                    "\(year)" + String("0\((month - 1) % 12 + 1)".suffix(2))
                    + String("0\(number)".suffix(2))
                events.append([
                    "UID:often@x", "RECURRENCE-ID:\(text)T080000Z", "DTSTART:\(text)T093000Z",
                    "DURATION:PT30M", "SUMMARY:Once",
                ])
                day += 1
            }
        }
        #expect(day > 1000)
        let answer = bench.importFile(
            PlannerBench.file(events: events), ["calendar": "main"])
        expectEqual(answer.json["added"], 0)
        let problem = answer.json["refused"]?.elements?.first?["problem"]
        expectEqual(problem, "A series has at most 1000 changes")
    }

    @Test mutating func `says how much of a series a watched week leaves out`() throws {
        let week = "planner/week?monday=2026-05-04"
        bench.watch([week])
        let often = [
            "UID:often@x", "DTSTART:20260504T060000Z", "DURATION:PT1M", "SUMMARY:Tick",
            "RRULE:FREQ=MINUTELY;INTERVAL=10;COUNT=700",
        ]
        _ = bench.importFile(PlannerBench.file(often), ["calendar": "main"])
        let capped = bench.document("planner/week", [("monday", "2026-05-04")])?["capped"]
        expectEqual(capped?.members?.values.map { $0 }, [500])
        expectEqual(bench.kept(week)["capped"], capped)
        try bench.ask("undo", ["rev": JSON(bench.rev)])
        expectEqual(bench.kept(week)["capped"], [:])
    }
}
