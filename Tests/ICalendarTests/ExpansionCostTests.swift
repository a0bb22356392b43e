import ICalendar
import TestSupport
import Testing

/// The cost of expanding a series, in steps, for any numbers in a file.
@Suite struct ExpansionCostTests {
    private static let minutes = (0..<60).map(String.init).joined(separator: ",")
    private static let hours = (0..<24).map(String.init).joined(separator: ",")

    private func series(_ start: String, _ rules: String...) throws -> Recurrence {
        Recurrence(
            start: .floating(try #require(LocalTime(start))), length: EventLength(seconds: 60),
            rules: try rules.map { try RecurrenceRule($0) })
    }

    /// Returns the occurrences of a week, and the number of steps that finding them took.
    private func week(
        _ series: Recurrence, of monday: String = "2026-05-04", budget: Int = ExpansionBudget.window
    ) throws -> (found: Expansion, steps: Int) {
        let monday = try #require(CivilDate(monday))
        var left = budget
        let found = series.occurrences(
            from: Zone.utc.startOfDay(monday), to: Zone.utc.startOfDay(monday.adding(days: 7)),
            floatingIn: .utc, budget: &left)
        return (found, budget - left)
    }

    @Test(arguments: [
        "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=DAILY;BYHOUR=9,8,21;BYMINUTE=0,30",
        "FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,TU",
        "FREQ=WEEKLY;BYDAY=TH;BYHOUR=9", "FREQ=HOURLY", "FREQ=MINUTELY;INTERVAL=7",
    ])
    func `a series with COUNT has that many occurrences`(
        rule: String
    ) throws {
        for count in 1...30 {
            // A Wednesday. It is the first occurrence even if the rule doesn't generate it.
            let endless = try series("2026-04-01T09:00", rule)
            let counted = try series("2026-04-01T09:00", "\(rule);COUNT=\(count)")
            var budget = ExpansionBudget.window
            let all = [endless, counted].map {
                $0.occurrences(
                    from: 0, to: 4_000_000_000, floatingIn: .utc, limit: count, budget: &budget)
            }
            expectEqual(all[1].occurrences, all[0].occurrences, "\(rule) \(count)")
            #expect(!all[1].isCapped)
        }
    }

    @Test(arguments: [
        "FREQ=DAILY", "FREQ=DAILY;BYHOUR=9,20", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
        "FREQ=SECONDLY;INTERVAL=3600", "FREQ=WEEKLY;INTERVAL=2147483647",
        "FREQ=MINUTELY;INTERVAL=2147483647",
    ])
    func `a series whose COUNT is long over costs few steps`(rule: String) throws {
        let (found, steps) = try week(
            series("1970-01-01T09:00", "\(rule);COUNT=2147483647"))
        #expect(!found.isCapped)
        #expect(steps < 400)
    }

    @Test func `a repeated expansion costs the same`() throws {
        let long = try series("1970-01-01T09:00", "FREQ=DAILY;BYMONTH=1,5;COUNT=3000")
        let first = try week(long)
        let again = try week(long)
        #expect(first.steps > 3000)
        expectEqual(again.steps, first.steps)
        expectEqual(again.found, first.found)
        // Nothing is counted for a week before the start.
        #expect(try week(long, of: "1969-12-01").steps < 10)
    }

    /// The lists of a rule, each at its maximum length.
    private static let lists = [
        "FREQ=MINUTELY;BYMINUTE=\(minutes);BYSETPOS=" + numbers(1...366),
        "FREQ=DAILY;BYHOUR=\(hours);BYMINUTE=\(minutes);BYSETPOS=" + numbers(1...366),
        "FREQ=HOURLY;BYMINUTE=\(minutes);BYSECOND=\(minutes);BYSETPOS=-1",
        "FREQ=YEARLY;BYHOUR=\(hours);BYMINUTE=\(minutes);BYSECOND=\(minutes)",
        "FREQ=YEARLY;BYYEARDAY=" + numbers(1...366) + ";BYMONTHDAY=31",
        "FREQ=YEARLY;BYDAY=" + (1...53).map { "\($0)MO,-\($0)TU" }.joined(separator: ","),
        "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
    ]

    private static func numbers(_ range: ClosedRange<Int>) -> String {
        range.map { "\($0),-\($0)" }.joined(separator: ",")
    }

    @Test(arguments: lists)
    func `a series stays within its budget, however long its lists are`(
        rule: String
    ) throws {
        let (found, steps) = try week(series("2020-01-01T09:00", rule))
        #expect(steps <= ExpansionBudget.window + 1_000)
        #expect(found.occurrences.count <= 500)
    }

    @Test(arguments: [
        "INTERVAL=9223372036854775807", "INTERVAL=-9223372036854775807",
        "COUNT=99999999999999999999",
        "COUNT=9223372036854775807", "COUNT=-1", "BYMONTHDAY=9223372036854775807",
        "BYSETPOS=-9223372036854775807;BYDAY=MO", "BYDAY=9223372036854775807MO",
        "BYYEARDAY=-99999999999999999999", "BYHOUR=4294967296", "BYSECOND=18446744073709551616",
        "UNTIL=99999999999999999999", "UNTIL=99991231T235959Z;INTERVAL=2147483648",
    ])
    func `refuses a rule with a number that is too large`(part: String) {
        #expect(throws: RuleProblem.self) { try RecurrenceRule("FREQ=YEARLY;" + part) }
    }

    @Test(arguments: ["DAILY", "WEEKLY", "MONTHLY", "YEARLY", "HOURLY", "MINUTELY", "SECONDLY"])
    func `expands a rule with the largest numbers without overflow`(frequency: String) throws {
        for end in ["COUNT=2147483647", "UNTIL=99991231T235959Z", "UNTIL=00000101"] {
            for start in ["0000-01-01T00:00", "1970-01-01T00:00", "9999-12-31T23:59"] {
                let rule = "FREQ=\(frequency);INTERVAL=2147483647;\(end)"
                let series = try series(start, rule)
                #expect(try week(series).found.occurrences.isEmpty, "\(rule) from \(start)")
                _ = series.generatesStart(floatingIn: .utc)
            }
        }
    }
}
