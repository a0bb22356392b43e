import JSON
import Sync
import TestSupport
import Testing

/// Changes and deletions of one occurrence.
@Suite struct PlannerScopeOneTests {
    private var bench = PlannerBench()
    /// Five Mondays from 4 May on, at 19:30 in Madrid.
    private var event = ""

    private static let weeks = PlannerBench.mondays("2026-05-04", 6)
    private static let second = "20260511T173000Z"

    init() throws {
        event = try bench.add(
            "Tasting", "2026-05-04T19:30", 60,
            ["repeat": "FREQ=WEEKLY;COUNT=5", "location": "Cellar", "description": "Reds"])
    }

    private func row(_ at: String, in monday: String) -> JSON? {
        bench.row("\(event).\(at)", in: monday)
    }

    private var times: [String] { bench.times(of: event, in: Self.weeks) }

    @Test mutating func `alters its occurrence and no other`() throws {
        let result = try bench.ask(
            "edit", PlannerBench.named(event, Self.second, nil, ["title": "Sherry", "free": true]))
        #expect(result["event"] ?? .string(event) == .string(event))
        let row = try #require(self.row(Self.second, in: "2026-05-11"))
        expectEqual(row["title"], "Sherry")
        expectEqual(row["free"], true)
        expectEqual(row["changed"], true)
        expectEqual(row["location"], "Cellar")
        expectEqual(row["at"], .string(Self.second))
        expectEqual(row["repeat"], "FREQ=WEEKLY;COUNT=5")
        let titles = bench.rows(of: event, in: Self.weeks).mapValues { $0["title"] ?? .null }
        expectEqual(titles.count, 5)
        expectEqual(titles.values.filter { $0 == "Tasting" }.count, 4)
        expectEqual(bench.rows(of: event, in: Self.weeks).values.count { $0["changed"] == true }, 1)
        expectEqual(bench.events.last?.type, "tablecast.planner.edited")
        expectEqual(bench.events.last?.subject, event)
    }

    @Test mutating func `keeps the key of a moved occurrence`() throws {
        try bench.edit(event, ["start": "2026-05-20T20:15"], at: Self.second)
        expectNil(row(Self.second, in: "2026-05-11"))
        let row = try #require(self.row(Self.second, in: "2026-05-18"))
        expectEqual(row["start"], "2026-05-20T18:15:00.000Z")
        expectEqual(row["end"], "2026-05-20T19:15:00.000Z")
        expectEqual(row["firstDay"], "2026-05-20")
        expectEqual(
            times,
            [
                "2026-05-04T17:30", "2026-05-18T17:30", "2026-05-20T18:15", "2026-05-25T17:30",
                "2026-06-01T17:30",
            ])
        // A further edit of only the length keeps the start.
        try bench.edit(event, ["minutes": 15], at: Self.second)
        let longer = try #require(self.row(Self.second, in: "2026-05-18"))
        expectEqual(longer["start"], "2026-05-20T18:15:00.000Z")
        expectEqual(longer["end"], "2026-05-20T18:30:00.000Z")
        // An edit of only the start keeps that length.
        try bench.edit(event, ["start": "2026-05-12T09:00"], at: Self.second)
        let back = try #require(self.row(Self.second, in: "2026-05-11"))
        expectEqual(back["end"], "2026-05-12T07:15:00.000Z")
    }

    @Test mutating func `accepts two occurrences at the same time`() throws {
        try bench.edit(event, ["start": "2026-05-18T19:30"], at: Self.second)
        expectEqual(bench.rows(of: event, in: ["2026-05-18"]).count, 2)
        expectEqual(times.count, 5)
        try bench.delete(event, at: "20260518T173000Z")
        expectEqual(bench.ats(of: event, in: ["2026-05-18"]), [Self.second])
    }

    @Test mutating func `removes an optional value of an occurrence by null`() throws {
        try bench.edit(event, ["location": .null, "description": .null], at: Self.second)
        #expect(row(Self.second, in: "2026-05-11")?["location"] == nil)
        #expect(row(Self.second, in: "2026-05-11")?["description"] == nil)
        #expect(row("20260504T173000Z", in: "2026-05-04")?["location"] == "Cellar")
        // The value stays empty when the series gets another one.
        try bench.edit(event, ["location": "Garden"])
        #expect(row(Self.second, in: "2026-05-11")?["location"] == nil)
        #expect(row("20260504T173000Z", in: "2026-05-04")?["location"] == "Garden")
    }

    @Test mutating func `turns a timed occurrence into an all-day one, and back`()
        throws
    {
        try bench.edit(event, ["date": "2026-05-12", "days": 2], at: Self.second)
        let row = try #require(self.row(Self.second, in: "2026-05-11"))
        expectEqual(row["allDay"], true)
        expectEqual(row["firstDay"], "2026-05-12")
        expectEqual(row["lastDay"], "2026-05-13")
        expectNil(row["start"])
        expectNil(row["end"])
        let days = try bench.addDays("Fair", "2026-05-04", 2, ["repeat": "FREQ=WEEKLY;COUNT=3"])
        try bench.edit(days, ["start": "2026-05-11T10:00", "minutes": 90], at: "20260511")
        let timed = try #require(bench.row("\(days).20260511", in: "2026-05-11"))
        expectNil(timed["allDay"])
        expectEqual(timed["start"], "2026-05-11T08:00:00.000Z")
        expectEqual(timed["end"], "2026-05-11T09:30:00.000Z")
        #expect(bench.row("\(days).20260518", in: "2026-05-18")?["allDay"] == true)
    }

    @Test mutating func `accepts a calendar or a rule only for the series`() throws {
        let kitchen = try bench.addCalendar("Kitchen")
        let moved: [String: JSON] = ["calendar": .string(kitchen)]
        expectEqual(bench.editCode(event, moved, at: Self.second), .invalid)
        let problems = bench.problems(
            "edit", PlannerBench.named(event, Self.second, "one", moved))
        expectEqual(problems.map { $0[0] }, ["calendar"])
        expectEqual(bench.editCode(event, ["repeat": .null], at: Self.second), .invalid)
    }

    @Test mutating func `deletes a changed occurrence by its original key`() throws {
        try bench.edit(event, ["start": "2026-05-20T20:15"], at: Self.second)
        try bench.delete(event, at: Self.second)
        expectEqual(times.count, 4)
        expectEqual(bench.deleteCode(event, at: Self.second), .notFound)
        try bench.undo()
        #expect(row(Self.second, in: "2026-05-18")?["start"] == "2026-05-20T18:15:00.000Z")
    }

    @Test mutating func `deletes the event with its last occurrence`() throws {
        let all = bench.ats(of: event, in: Self.weeks)
        expectEqual(all.count, 5)
        for at in all.dropLast() { try bench.delete(event, at: at) }
        expectEqual(times, ["2026-06-01T17:30"])
        expectNil(bench.editCode(event, ["title": "x"]))
        try bench.delete(event, at: "20260601T173000Z")
        expectEqual(times, [])
        expectEqual(bench.editCode(event, ["title": "x"]), .conflict)
        expectEqual(bench.editCode(event, ["title": "x"], at: Self.second), .conflict)
        try bench.undo()
        expectEqual(times, ["2026-06-01T17:30"])
        expectNil(bench.editCode(event, ["title": "x"]))
    }

    @Test mutating func `never deletes a series without an end by its occurrences`() throws {
        let endless = try bench.add("Daily", "2026-05-04T09:00", 30, ["repeat": "FREQ=DAILY"])
        for at in bench.ats(of: endless, in: ["2026-05-04"]) { try bench.delete(endless, at: at) }
        expectEqual(bench.times(of: endless, in: ["2026-05-04"]), [])
        expectEqual(bench.times(of: endless, in: ["2026-05-11"]).count, 7)
    }
}
