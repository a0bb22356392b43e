import JSON
import Sync
import TestSupport
import Testing

/// Changes and deletions of an occurrence and all later ones.
@Suite struct PlannerScopeFollowingTests {
    private var bench = PlannerBench()
    /// Five Mondays from 4 May on, at 19:30 in Madrid.
    private var event = ""

    private static let weeks = PlannerBench.mondays("2026-05-04", 8)
    private static let third = "20260518T173000Z"

    init() throws {
        event = try bench.add(
            "Tasting", "2026-05-04T19:30", 60,
            ["repeat": "FREQ=WEEKLY;COUNT=5", "location": "Cellar"])
    }

    private func times(_ event: String) -> [String] { bench.times(of: event, in: Self.weeks) }

    private func rule(_ event: String) -> String? {
        bench.rows(of: event, in: Self.weeks).values.compactMap { $0["repeat"]?.text }.first
    }

    private mutating func split(
        _ changes: [String: JSON], at: String = third
    ) throws -> String {
        let new = try bench.edit(event, changes, at: at, scope: "following")
        return try #require(new)
    }

    @Test mutating func `ends the series before the occurrence and begins a new one there`()
        throws
    {
        let new = try split(["title": "Sherry"])
        #expect(new != event)
        expectEqual(bench.events.last?.type, "tablecast.planner.split")
        expectEqual(times(event), ["2026-05-04T17:30", "2026-05-11T17:30"])
        expectEqual(times(new), ["2026-05-18T17:30", "2026-05-25T17:30", "2026-06-01T17:30"])
        let rows = bench.rows(of: new, in: Self.weeks)
        expectEqual(rows.keys.sorted(), [Self.third, "20260525T173000Z", "20260601T173000Z"])
        for row in rows.values {
            expectEqual(row["title"], "Sherry")
            expectEqual(row["location"], "Cellar")
            expectNil(row["changed"])
        }
        #expect(bench.row("\(event).20260504T173000Z", in: "2026-05-04")?["title"] == "Tasting")
        // A rule never has both an end and a count, and the new series has the rest of the count.
        expectEqual(rule(event)?.contains("UNTIL="), true)
        expectEqual(rule(event)?.contains("COUNT="), false)
        expectEqual(rule(new)?.contains("COUNT=3"), true)
        expectEqual(rule(new)?.contains("UNTIL="), false)
    }

    @Test mutating func `moves the following occurrences by a split with a new time`() throws {
        let new = try split(["start": "2026-05-20T20:00", "minutes": 30])
        expectEqual(times(event), ["2026-05-04T17:30", "2026-05-11T17:30"])
        expectEqual(times(new), ["2026-05-20T18:00", "2026-05-27T18:00", "2026-06-03T18:00"])
        #expect(
            bench.row("\(new).20260520T180000Z", in: "2026-05-18")?["end"]
                == "2026-05-20T18:30:00.000Z")
    }

    @Test mutating func `moves later changes and exclusions to the new series`() throws {
        try bench.edit(event, ["title": "First"], at: "20260511T173000Z")
        try bench.edit(
            event, ["title": "Last", "start": "2026-06-02T21:00"], at: "20260601T173000Z")
        try bench.delete(event, at: "20260525T173000Z")
        let new = try split(["location": "Garden"])
        expectEqual(times(event), ["2026-05-04T17:30", "2026-05-11T17:30"])
        expectEqual(times(new), ["2026-05-18T17:30", "2026-06-02T19:00"])
        #expect(bench.row("\(event).20260511T173000Z", in: "2026-05-11")?["title"] == "First")
        #expect(bench.row("\(event).20260511T173000Z", in: "2026-05-11")?["location"] == "Cellar")
        let last = try #require(bench.row("\(new).20260601T173000Z", in: "2026-06-01"))
        expectEqual(last["title"], "Last")
        expectEqual(last["location"], "Garden")
        expectEqual(last["changed"], true)
        expectEqual(rule(new)?.contains("COUNT=3"), true)
    }

    @Test mutating func `keeps the SEQUENCE of changes`() throws {
        func versions() -> [String] {
            bench.exported("main").split(separator: "BEGIN:VEVENT").filter { lines in
                lines.contains { $0.hasPrefix("RECURRENCE-ID") }
            }.flatMap { $0.filter { $0.hasPrefix("SEQUENCE") } }
        }
        for title in ["Once", "Twice"] {
            try bench.edit(event, ["title": .string(title)], at: "20260511T173000Z")
            try bench.edit(event, ["title": .string(title)], at: "20260601T173000Z")
        }
        let before = versions()
        expectEqual(before.count, 2)
        _ = try split(["title": "Sherry"])
        expectEqual(versions(), before)
    }

    @Test mutating func `changes the whole series by a split at the first occurrence`() throws {
        try bench.edit(event, ["title": "Sherry"], at: "20260504T173000Z", scope: "following")
        expectEqual(bench.events.last?.type, "tablecast.planner.edited")
        let rows = bench.rows(of: event, in: Self.weeks)
        expectEqual(rows.count, 5)
        #expect(rows.values.allSatisfy { $0["title"] == "Sherry" })
        try bench.delete(event, at: "20260504T173000Z", scope: "following")
        expectEqual(times(event), [])
        expectEqual(bench.editCode(event, ["title": "x"]), .conflict)
    }

    @Test mutating func `ends the series by a deletion, without a new series`() throws {
        try bench.delete(event, at: Self.third, scope: "following")
        expectEqual(times(event), ["2026-05-04T17:30", "2026-05-11T17:30"])
        expectEqual(rule(event)?.contains("COUNT="), false)
        expectNil(bench.editCode(event, ["title": "x"], at: "20260511T173000Z"))
        expectEqual(bench.editCode(event, ["title": "x"], at: Self.third), .notFound)
    }

    @Test mutating func `drops the changes outside the new rule of a split`() throws {
        try bench.edit(event, ["title": "Last"], at: "20260601T173000Z")
        try bench.delete(event, at: "20260525T173000Z")
        let new = try split(["repeat": "FREQ=WEEKLY;INTERVAL=2;COUNT=2"])
        expectEqual(times(new), ["2026-05-18T17:30", "2026-06-01T17:30"])
        #expect(bench.row("\(new).20260601T173000Z", in: "2026-06-01")?["title"] == "Last")
    }

    @Test mutating func `leaves one event after a split that removes the rule`() throws {
        let new = try split(["repeat": .null])
        expectEqual(times(event), ["2026-05-04T17:30", "2026-05-11T17:30"])
        expectEqual(times(new), ["2026-05-18T17:30"])
        let row = try #require(bench.row(new, in: "2026-05-18"))
        expectNil(row["at"])
        expectNil(row["repeat"])
    }

    @Test mutating func `splits a series into another calendar`() throws {
        let kitchen = try bench.addCalendar("Kitchen")
        let new = try split(["calendar": .string(kitchen)])
        let rows = bench.rows(of: new, in: Self.weeks)
        #expect(rows.values.allSatisfy { $0["calendar"]?.text == kitchen })
        #expect(
            bench.rows(of: event, in: Self.weeks).values.allSatisfy { $0["calendar"] == "main" })
    }
}
