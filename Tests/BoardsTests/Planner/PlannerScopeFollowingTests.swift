import JSON
import Sync
import TestSupport
import Testing

/// Changes and deletions of an occurrence and those that follow it.
@Suite struct PlannerScopeFollowingTests {
    private var bench = PlannerBench()
    /// On five Mondays from 4 May on, 19:30 in Madrid.
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

    @Test mutating func `the series ends before the occurrence, and a new one begins there`()
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
        // Never an end and a number together, and the rest of the number for the new one.
        expectEqual(rule(event)?.contains("UNTIL="), true)
        expectEqual(rule(event)?.contains("COUNT="), false)
        expectEqual(rule(new)?.contains("COUNT=3"), true)
        expectEqual(rule(new)?.contains("UNTIL="), false)
    }

    @Test mutating func `the old series and the new one go their own ways`() throws {
        let new = try split(["title": "Sherry"])
        try bench.edit(event, ["title": "Reds"])
        try bench.edit(new, ["start": "2026-05-19T20:00"])
        expectEqual(times(event), ["2026-05-04T17:30", "2026-05-11T17:30"])
        expectEqual(times(new), ["2026-05-19T18:00", "2026-05-26T18:00", "2026-06-02T18:00"])
        expectEqual(bench.editCode(event, ["title": "x"], at: Self.third), .notFound)
    }

    @Test mutating func `a split with a new time moves what follows`() throws {
        let new = try split(["start": "2026-05-20T20:00", "minutes": 30])
        expectEqual(times(event), ["2026-05-04T17:30", "2026-05-11T17:30"])
        expectEqual(times(new), ["2026-05-20T18:00", "2026-05-27T18:00", "2026-06-03T18:00"])
        #expect(
            bench.row("\(new).20260520T180000Z", in: "2026-05-18")?["end"]
                == "2026-05-20T18:30:00.000Z")
    }

    @Test mutating func `changes and exclusions from there on go with it`() throws {
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

    @Test mutating func `changes keep the number of their version`() throws {
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

    @Test mutating func `an exclusion before counts in the number`() throws {
        try bench.delete(event, at: "20260511T173000Z")
        let new = try split(["title": "Sherry"])
        expectEqual(times(event), ["2026-05-04T17:30"])
        expectEqual(times(new), ["2026-05-18T17:30", "2026-05-25T17:30", "2026-06-01T17:30"])
    }

    @Test mutating func `a change before that was moved beyond stays with the old series`() throws {
        try bench.edit(event, ["start": "2026-05-27T12:00"], at: "20260511T173000Z")
        let new = try split(["title": "Sherry"])
        expectEqual(times(event), ["2026-05-04T17:30", "2026-05-27T10:00"])
        expectEqual(times(new).count, 3)
    }

    @Test mutating func `a split at an occurrence of another kind keeps the lengths`() throws {
        let daily = try bench.add("Daily", "2026-05-04T06:00", 30, ["repeat": "FREQ=DAILY;COUNT=5"])
        let days = try bench.addDays("Fair", "2026-05-04", 2, ["repeat": "FREQ=DAILY;COUNT=5"])
        try bench.edit(daily, ["date": "2026-05-09", "days": 2], at: "20260506T040000Z")
        try bench.edit(days, ["start": "2026-05-09T10:00", "minutes": 45], at: "20260506")
        for (event, at) in [(daily, "20260506T040000Z"), (days, "20260506")] {
            let before = spans(event)
            expectEqual(before.count, 5)
            // As with `all`, fields that are not given don't change.
            var copy = bench
            try copy.edit(event, ["location": "Hall"], at: at, scope: "all")
            expectEqual(spans(event, copy), before)
            let new = try #require(
                try bench.edit(event, ["location": "Hall"], at: at, scope: "following"))
            expectEqual((spans(event) + spans(new)).sorted(), before)
        }
    }

    /// The times of an event's occurrences, by their names.
    private func spans(_ event: String, _ bench: PlannerBench? = nil) -> [String] {
        (bench ?? self.bench).rows(of: event, in: Self.weeks).values.map { row in
            ["at", "start", "end", "firstDay", "lastDay"].map { row[$0]?.text ?? "" }
                .joined(separator: " ")
        }
        .sorted()
    }

    @Test mutating func `a split at the first occurrence changes the whole series`() throws {
        try bench.edit(event, ["title": "Sherry"], at: "20260504T173000Z", scope: "following")
        expectEqual(bench.events.last?.type, "tablecast.planner.edited")
        let rows = bench.rows(of: event, in: Self.weeks)
        expectEqual(rows.count, 5)
        #expect(rows.values.allSatisfy { $0["title"] == "Sherry" })
        try bench.delete(event, at: "20260504T173000Z", scope: "following")
        expectEqual(times(event), [])
        expectEqual(bench.editCode(event, ["title": "x"]), .conflict)
    }

    @Test mutating func `a deletion only ends the series`() throws {
        try bench.delete(event, at: Self.third, scope: "following")
        expectEqual(times(event), ["2026-05-04T17:30", "2026-05-11T17:30"])
        expectEqual(rule(event)?.contains("COUNT="), false)
        expectNil(bench.editCode(event, ["title": "x"], at: "20260511T173000Z"))
        expectEqual(bench.editCode(event, ["title": "x"], at: Self.third), .notFound)
    }

    @Test mutating func `a series with an end keeps it`() throws {
        let weekly = try bench.add(
            "Class", "2026-05-05T10:00", 60, ["repeat": "FREQ=WEEKLY;UNTIL=20260602"])
        let new = try #require(
            try bench.edit(
                weekly, ["title": "Course"], at: "20260519T080000Z", scope: "following"))
        expectEqual(times(weekly), ["2026-05-05T08:00", "2026-05-12T08:00"])
        expectEqual(times(new), ["2026-05-19T08:00", "2026-05-26T08:00", "2026-06-02T08:00"])
    }

    @Test mutating func `an endless series goes on endlessly`() throws {
        let daily = try bench.add("Daily", "2026-05-04T09:00", 30, ["repeat": "FREQ=DAILY"])
        let new = try #require(
            try bench.edit(daily, ["title": "Briefing"], at: "20260507T070000Z", scope: "following")
        )
        expectEqual(bench.times(of: daily, in: ["2026-05-04"]).count, 3)
        expectEqual(bench.times(of: new, in: ["2026-05-04"]).count, 4)
        expectEqual(bench.times(of: new, in: ["2027-05-03"]).count, 7)
        expectEqual(rule(new), "FREQ=DAILY")
    }

    @Test mutating func `a series of whole days is split as well`() throws {
        let days = try bench.addDays("Fair", "2026-05-04", 2, ["repeat": "FREQ=DAILY;COUNT=6"])
        let new = try #require(
            try bench.edit(days, ["days": 1], at: "20260507", scope: "following"))
        expectEqual(times(days), ["2026-05-04", "2026-05-05", "2026-05-06"])
        expectEqual(times(new), ["2026-05-07", "2026-05-08", "2026-05-09"])
        #expect(bench.row("\(days).20260506", in: "2026-05-04")?["lastDay"] == "2026-05-07")
        #expect(bench.row("\(new).20260507", in: "2026-05-04")?["lastDay"] == "2026-05-07")
    }

    @Test mutating func `a split with a new rule drops what that rule does not make`() throws {
        try bench.edit(event, ["title": "Last"], at: "20260601T173000Z")
        try bench.delete(event, at: "20260525T173000Z")
        let new = try split(["repeat": "FREQ=WEEKLY;INTERVAL=2;COUNT=2"])
        expectEqual(times(new), ["2026-05-18T17:30", "2026-06-01T17:30"])
        #expect(bench.row("\(new).20260601T173000Z", in: "2026-06-01")?["title"] == "Last")
    }

    @Test mutating func `a split without a rule leaves one event`() throws {
        let new = try split(["repeat": .null])
        expectEqual(times(event), ["2026-05-04T17:30", "2026-05-11T17:30"])
        expectEqual(times(new), ["2026-05-18T17:30"])
        let row = try #require(bench.row(new, in: "2026-05-18"))
        expectNil(row["at"])
        expectNil(row["repeat"])
    }

    @Test mutating func `a split may go to another calendar`() throws {
        let kitchen = try bench.addCalendar("Kitchen")
        let new = try split(["calendar": .string(kitchen)])
        let rows = bench.rows(of: new, in: Self.weeks)
        #expect(rows.values.allSatisfy { $0["calendar"]?.text == kitchen })
        #expect(
            bench.rows(of: event, in: Self.weeks).values.allSatisfy { $0["calendar"] == "main" })
    }

    @Test(arguments: ["20260518T173000Z", "20260601T173000Z"])
    mutating func `by one undo the series is whole again`(at: String) throws {
        try bench.delete(event, at: "20260525T173000Z")
        try bench.edit(event, ["title": "Other"], at: "20260518T173000Z")
        let before = bench.everything()
        let new = try split(["title": "Sherry", "start": "2026-06-03T12:00"], at: at)
        let after = bench.everything()
        #expect(before != after)
        try bench.undo()
        expectEqual(bench.everything(), before)
        expectEqual(bench.editCode(new, ["title": "x"]), .notFound)
        try bench.undo()
        expectEqual(bench.everything(), after)
    }
}
