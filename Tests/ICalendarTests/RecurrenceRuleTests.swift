import ICalendar
import JSON
import TestSupport
import Testing

@Suite struct RecurrenceRuleTests {
    @Test(arguments: [
        "FREQ=WEEKLY;BYDAY=MO", "FREQ=DAILY;INTERVAL=2;COUNT=10", "FREQ=DAILY;UNTIL=20260504",
        "FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20260504T170000Z", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO",
        "COUNT=3;FREQ=HOURLY", "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1;WKST=SU",
    ])
    func `writes a rule as it was given`(text: String) throws {
        try expectEqual(RecurrenceRule(text).text, text)
    }

    @Test func `accepts lower case and a leading RRULE:`() throws {
        try expectEqual(RecurrenceRule("rrule:freq=weekly;byday=mo").text, "FREQ=WEEKLY;BYDAY=MO")
    }

    @Test(
        arguments: [
            ("", .unknownFrequency), ("FREQ=FORTNIGHTLY", .unknownFrequency), ("X", .malformed),
            ("FREQ=DAILY;INTERVAL=0", .zeroInterval), ("FREQ=DAILY;COUNT=0", .badValue("COUNT")),
            ("FREQ=DAILY;COUNT=3;UNTIL=20260520T000000Z", .countAndUntil),
            ("FREQ=DAILY;FREQ=DAILY", .repeatedPart("FREQ")),
            ("FREQ=DAILY;X-A=1", .unknownPart("X-A")),
            ("FREQ=DAILY;UNTIL=20260231", .badValue("UNTIL")),
            ("FREQ=WEEKLY;BYDAY=XX", .badValue("BYDAY")),
            ("FREQ=WEEKLY;BYDAY=1MO", .notAllowed("BYDAY")),
            ("FREQ=WEEKLY;BYDAY=", .badValue("BYDAY")),
            ("FREQ=MONTHLY;BYMONTHDAY=32", .badValue("BYMONTHDAY")),
            ("FREQ=MONTHLY;BYMONTHDAY=0", .badValue("BYMONTHDAY")),
            ("FREQ=WEEKLY;BYMONTHDAY=3", .notAllowed("BYMONTHDAY")),
            ("FREQ=MONTHLY;BYWEEKNO=3", .notAllowed("BYWEEKNO")),
            ("FREQ=DAILY;BYYEARDAY=3", .notAllowed("BYYEARDAY")),
            ("FREQ=DAILY;BYSETPOS=3", .notAllowed("BYSETPOS")),
            ("FREQ=DAILY;BYHOUR=24", .badValue("BYHOUR")),
            ("FREQ=DAILY;INTERVAL=99999999999", .badValue("INTERVAL")),
        ] as [(String, RuleProblem)])
    func `refuses a malformed rule with a reason`(text: String, problem: RuleProblem) {
        #expect(throws: problem) { try RecurrenceRule(text) }
        #expect(!problem.text.isEmpty)
    }

    @Test func `the end of a rule can be replaced`() throws {
        var rule = try RecurrenceRule("FREQ=WEEKLY;COUNT=8;BYDAY=MO")
        rule.end = .instant(1_777_914_000)
        expectEqual(rule.text, "FREQ=WEEKLY;UNTIL=20260504T170000Z;BYDAY=MO")
        rule.end = .never
        expectEqual(rule.text, "FREQ=WEEKLY;BYDAY=MO")
        rule.end = .count(2)
        expectEqual(rule.text, "FREQ=WEEKLY;COUNT=2;BYDAY=MO")
    }

    @Test(arguments: [
        ("FREQ=WEEKLY;BYDAY=MO", "2026-05-04", "2026-05-06", "FREQ=WEEKLY;BYDAY=WE"),
        ("FREQ=MONTHLY;BYDAY=2TU", "2026-05-12", "2026-05-20", "FREQ=MONTHLY;BYDAY=3WE"),
        ("FREQ=MONTHLY;BYDAY=-1FR", "2026-05-29", "2026-05-28", "FREQ=MONTHLY;BYDAY=-1TH"),
        ("FREQ=MONTHLY;BYMONTHDAY=15", "2026-05-15", "2026-05-16", "FREQ=MONTHLY;BYMONTHDAY=16"),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", "2026-05-31", "2026-05-30", "FREQ=MONTHLY;BYMONTHDAY=-2"),
        ("FREQ=WEEKLY;BYDAY=MO,TH", "2026-05-04", "2026-05-05", "FREQ=WEEKLY;BYDAY=MO,TH"),
        ("FREQ=YEARLY;BYDAY=20MO", "2026-05-18", "2026-05-26", "FREQ=YEARLY;BYDAY=21TU"),
    ])
    func `a single BYDAY or BYMONTHDAY follows a moved series`(
        text: String, old: String, new: String, moved: String
    ) throws {
        let rule = try RecurrenceRule(text).following(
            from: try #require(CivilDate(old)), to: try #require(CivilDate(new)))
        expectEqual(rule.text, moved)
    }

    @Test func `generates the same occurrences as python-dateutil`() throws {
        let cases = try VectorFile.cases("icalendar/rules")
        #expect(cases.count >= 400)
        for entry in cases {
            let text = try #require(entry["rule"]?.text)
            let start = try #require(entry["start"]?.text.flatMap { LocalTime($0) })
            let from = try #require(entry["from"]?.text.flatMap { LocalTime($0) })
            let to = try #require(entry["to"]?.text.flatMap { LocalTime($0) })
            let series = Recurrence(
                start: .floating(start), length: EventLength(), rules: [try RecurrenceRule(text)])
            var budget = ExpansionBudget.window
            let found = series.occurrences(
                from: Zone.utc.seconds(of: from), to: Zone.utc.seconds(of: to), floatingIn: .utc,
                budget: &budget)
            #expect(!found.isCapped)
            expectEqual(
                found.occurrences.map(\.start.local.text),
                (entry["times"]?.elements ?? []).compactMap(\.text), "\(text) from \(start.text)")
        }
    }
}
