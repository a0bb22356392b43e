import JSON
import TestSupport
import Testing

/// Weeks compared with an independent library's expansion.
@Suite struct PlannerVectorTests {
    private static let cases = Result { try VectorFile.cases("planner/board-weeks") }

    /// Returns only the times of a row.
    private func times(_ row: JSON) -> JSON {
        JSON(
            present: Dictionary(
                uniqueKeysWithValues: ["start", "end", "firstDay", "lastDay"].map { ($0, row[$0]) }
            ))
    }

    @Test func `has vectors`() throws {
        let cases = try Self.cases.get()
        #expect(cases.count >= 90)
        #expect(cases.contains { $0["event"]?["date"] != nil })
    }

    @Test(arguments: 0..<90)
    func `shows the same weeks as an independent library`(number: Int) throws {
        let vector = try Self.cases.get()[number]
        var bench = PlannerBench(timeZone: try #require(vector["venue"]?.text))
        let weeks = vector["weeks"]?.members ?? [:]
        // Half of the weeks are watched during the changes. The others are rebuilt.
        bench.watch(
            weeks.keys.sorted().prefix(weeks.count / 2).map { "planner/week?monday=\($0)" })
        let event = try bench.ask("add", vector["event"]?.members ?? [:])["event"]?.text ?? ""
        for step in vector["steps"]?.elements ?? [] {
            if let at = step["delete"]?.text { try bench.delete(event, at: at) }
            if let at = step["change"]?.text {
                try bench.edit(event, step["to"]?.members ?? [:], at: at)
            }
        }
        for (monday, expected) in weeks {
            let shown = bench.rows(of: event, in: [monday]).mapValues(times)
            expectEqual(.object(shown), expected, "\(monday) \(vector["event"] ?? .null)")
            for (at, row) in bench.week(monday)["occurrences"]?.members ?? [:] {
                expectEqual(at, "\(event).\(row["at"]?.text ?? "")")
            }
        }
    }
}
