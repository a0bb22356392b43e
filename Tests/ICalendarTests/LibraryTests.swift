import CICal
import ICalendar
import TestSupport
import Testing

/// Compares ordinary rules with libical's expansion from their start. Leaves out rules for which
/// libical's iterator searches without a bound, skips to wrong weeks, or mistakes weeks at the turn
/// of the year and BYSETPOS of days.
@Suite struct LibraryTests {
    @Test func `generates the same occurrences as libical`() throws {
        var random = SeededGenerator(seed: 3016)
        for _ in 0..<400 {
            let start = LocalTime(
                date: CivilDate(dayNumber: Int.random(in: 9000...20_000, using: &random)),
                secondOfDay: Int.random(in: 0..<96, using: &random) * 900)
            let text = rule(start, using: &random)
            let from =
                Zone.utc.seconds(of: start) + Int64.random(in: 0...100_000_000, using: &random)
            let to = from + 40 * 86_400
            var budget = ExpansionBudget.window
            let series = Recurrence(
                start: .floating(start), length: EventLength(), rules: [try RecurrenceRule(text)])
            let found = series.occurrences(
                from: from, to: to, floatingIn: .utc, budget: &budget)
            var times = [Int64](repeating: 0, count: 2000)
            let count = ical_expand(
                text, Zone.utc.seconds(of: start), 0, .min, to - 1, &times, times.count)
            // The start always counts as an occurrence.
            let own = found.occurrences.map(\.startSeconds).filter {
                $0 != Zone.utc.seconds(of: start)
            }
            let theirs = times.prefix(max(0, Int(count))).filter {
                $0 >= from && $0 != Zone.utc.seconds(of: start)
            }
            expectEqual(own, Array(theirs), "\(text) from \(start.text)")
        }
    }

    private func rule(_ start: LocalTime, using random: inout SeededGenerator) -> String {
        let interval = Int.random(in: 1...5, using: &random)
        let days = Weekday.allCases.filter { _ in Bool.random(using: &random) }.map(\.code)
        let list = days.isEmpty ? start.date.weekday.code : days.joined(separator: ",")
        let kinds = [
            "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=\(list)", "FREQ=WEEKLY",
            "FREQ=MONTHLY;BYMONTHDAY=\(Int.random(in: 1...28, using: &random))",
            "FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=MONTHLY;BYDAY=2TU,-1FR",
            "FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=\(Int.random(in: 1...31, using: &random))",
            "FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU",
        ]
        return (kinds.randomElement(using: &random) ?? "FREQ=DAILY") + ";INTERVAL=\(interval)"
    }

    @Test func `libical reports unreadable rules`() {
        var times: [Int64] = [0]
        expectEqual(ical_expand("FREQ=FORTNIGHTLY", 0, 0, .min, .max, &times, 1), -1)
        expectEqual(ical_expand("FREQ=DAILY;COUNT=1", 86_400, 1, .min, .max, &times, 1), 1)
        expectEqual(times, [86_400])
    }
}
