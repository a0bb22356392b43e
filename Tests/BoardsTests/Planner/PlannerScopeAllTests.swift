import JSON
import Sync
import TestSupport
import Testing

/// Changes of a whole series.
@Suite struct PlannerScopeAllTests {
    private var bench = PlannerBench()

    private static let weeks = PlannerBench.mondays("2026-05-04", 8)

    private mutating func series(
        _ start: String, _ rule: String, _ more: [String: JSON] = [:]
    ) throws -> String {
        let repeated: [String: JSON] = ["repeat": .string(rule)]
        return try bench.add("Tasting", start, 60, repeated.merging(more) { $1 })
    }

    private func times(_ event: String, _ weeks: [String] = weeks) -> [String] {
        bench.times(of: event, in: weeks)
    }

    private func rule(_ event: String, _ weeks: [String] = weeks) -> String? {
        bench.rows(of: event, in: weeks).values.compactMap { $0["repeat"]?.text }.first
    }

    // MARK: Fields

    @Test mutating func `changes a field of the series except in occurrences that changed it`()
        throws
    {
        let event = try series("2026-05-04T19:30", "FREQ=WEEKLY;COUNT=3")
        try bench.edit(event, ["title": "Sherry"], at: "20260511T173000Z")
        try bench.edit(event, ["title": "Reds", "location": "Cellar"])
        let rows = bench.rows(of: event, in: Self.weeks)
        #expect(rows["20260504T173000Z"]?["title"] == "Reds")
        #expect(rows["20260511T173000Z"]?["title"] == "Sherry")
        #expect(rows["20260511T173000Z"]?["location"] == "Cellar")
        #expect(rows["20260518T173000Z"]?["title"] == "Reds")
        // The same edit with a named occurrence.
        try bench.edit(
            event, ["location": "Garden"], at: "20260518T173000Z", scope: "all")
        #expect(
            bench.rows(of: event, in: Self.weeks).values.allSatisfy { $0["location"] == "Garden" })
    }

    @Test mutating func `moves a series to another calendar with its changes`() throws {
        let kitchen = try bench.addCalendar("Kitchen")
        let event = try series("2026-05-04T19:30", "FREQ=WEEKLY;COUNT=3")
        try bench.edit(event, ["title": "Sherry"], at: "20260511T173000Z")
        try bench.edit(event, ["calendar": .string(kitchen)])
        let rows = bench.rows(of: event, in: Self.weeks).values
        expectEqual(rows.count, 3)
        #expect(rows.allSatisfy { $0["calendar"]?.text == kitchen })
    }

    @Test mutating func `keeps the start for a new length`() throws {
        let event = try series("2026-05-04T19:30", "FREQ=WEEKLY;COUNT=2")
        try bench.edit(event, ["minutes": 150])
        let rows = bench.rows(of: event, in: Self.weeks)
        #expect(rows["20260504T173000Z"]?["end"] == "2026-05-04T20:00:00.000Z")
        #expect(rows["20260511T173000Z"]?["end"] == "2026-05-11T20:00:00.000Z")
        let days = try bench.addDays("Fair", "2026-05-04", 1, ["repeat": "FREQ=WEEKLY;COUNT=2"])
        try bench.edit(days, ["days": 3])
        #expect(bench.row("\(days).20260511", in: "2026-05-11")?["lastDay"] == "2026-05-13")
        try bench.edit(days, ["date": "2026-05-05"])
        #expect(bench.row("\(days).20260512", in: "2026-05-11")?["lastDay"] == "2026-05-14")
    }

    // MARK: Moving

    @Test mutating func `moves all occurrences by the difference to the named one`() throws {
        let event = try series("2026-05-04T19:30", "FREQ=WEEKLY;COUNT=3")
        try bench.edit(
            event, ["start": "2026-05-17T21:00"], at: "20260518T173000Z", scope: "all")
        expectEqual(
            times(event),
            ["2026-05-03T19:00", "2026-05-10T19:00", "2026-05-17T19:00"]
                .filter { $0 >= "2026-05-04" })
        expectEqual(bench.times(of: event, in: ["2026-04-27"]), ["2026-05-03T19:00"])
    }

    @Test mutating func `moves exclusions and changes along, and keeps a changed field`() throws {
        let event = try series("2026-05-04T19:30", "FREQ=WEEKLY;COUNT=5")
        try bench.delete(event, at: "20260511T173000Z")
        try bench.edit(event, ["title": "Sherry"], at: "20260518T173000Z")
        try bench.edit(event, ["minutes": 15], at: "20260525T173000Z")
        try bench.edit(event, ["start": "2026-05-06T20:00", "minutes": 90])
        expectEqual(
            times(event),
            [
                "2026-05-06T18:00", "2026-05-20T18:00", "2026-05-27T18:00", "2026-06-03T18:00",
            ])
        let rows = bench.rows(of: event, in: Self.weeks)
        #expect(rows["20260520T180000Z"]?["title"] == "Sherry")
        #expect(rows["20260520T180000Z"]?["changed"] == true)
        #expect(rows["20260527T180000Z"]?["end"] == "2026-05-27T18:15:00.000Z")
        #expect(rows["20260603T180000Z"]?["end"] == "2026-06-03T19:30:00.000Z")
    }

    @Test mutating func `moves a series across a change of the clocks by wall-clock time`() throws {
        let event = try series("2026-03-23T19:30", "FREQ=WEEKLY;COUNT=3")
        let weeks = PlannerBench.mondays("2026-03-16", 6)
        expectEqual(
            times(event, weeks), ["2026-03-23T18:30", "2026-03-30T17:30", "2026-04-06T17:30"])
        try bench.delete(event, at: "20260330T173000Z")
        // By an occurrence in summer, to another hour.
        try bench.edit(
            event, ["start": "2026-04-07T20:30"], at: "20260406T173000Z", scope: "all")
        expectEqual(times(event, weeks), ["2026-03-24T19:30", "2026-04-07T18:30"])
    }

    @Test
    mutating func `keeps a rule of several days, and rejects a start that it does not fit`()
        throws
    {
        let event = try series("2026-05-04T19:30", "FREQ=WEEKLY;COUNT=6;BYDAY=MO,WE")
        expectEqual(bench.editCode(event, ["start": "2026-05-05T19:30"]), .conflict)
        expectNil(bench.editCode(event, ["start": "2026-05-04T21:00"]))
        expectNil(
            bench.editCode(
                event, ["start": "2026-05-05T19:30", "repeat": "FREQ=WEEKLY;BYDAY=TU"]))
        // The same day at another time.
        try bench.edit(
            event, ["start": "2026-05-06T20:00"], at: "20260506T173000Z", scope: "all")
        expectEqual(times(event).prefix(2), ["2026-05-04T18:00", "2026-05-06T18:00"])
        expectEqual(times(event).count, 6)
        let yearly = try series("2026-05-05T09:00", "FREQ=YEARLY;BYMONTH=5;BYDAY=TU,TH;COUNT=4")
        expectEqual(bench.editCode(yearly, ["start": "2026-05-06T09:00"]), .conflict)
    }

    // MARK: Rules

    @Test mutating func `drops the exclusions and changes outside a new rule`()
        throws
    {
        let event = try series("2026-05-04T19:30", "FREQ=WEEKLY;COUNT=7")
        try bench.delete(event, at: "20260518T173000Z")
        try bench.delete(event, at: "20260525T173000Z")
        try bench.edit(event, ["title": "Sherry"], at: "20260601T173000Z")
        try bench.edit(event, ["title": "Gone"], at: "20260511T173000Z")
        try bench.edit(event, ["repeat": "FREQ=WEEKLY;COUNT=4;INTERVAL=2"])
        expectEqual(times(event), ["2026-05-04T17:30", "2026-06-01T17:30", "2026-06-15T17:30"])
        expectEqual(rule(event), "FREQ=WEEKLY;COUNT=4;INTERVAL=2")
        let rows = bench.rows(of: event, in: Self.weeks)
        #expect(rows["20260601T173000Z"]?["title"] == "Sherry")
        expectEqual(rows.values.count { $0["changed"] == true }, 1)
        // Dropped occurrences don't return.
        try bench.edit(event, ["repeat": "FREQ=WEEKLY;COUNT=7"])
        expectEqual(times(event).count, 6)
        expectEqual(bench.rows(of: event, in: Self.weeks).values.count { $0["changed"] == true }, 1)
    }

    @Test mutating func `rejects a rule without an occurrence at the start`() throws {
        let event = try series("2026-05-04T19:30", "FREQ=WEEKLY;COUNT=3")
        let wrong = PlannerBench.named(event, nil, nil, ["repeat": "FREQ=WEEKLY;BYDAY=TU"])
        expectEqual(
            bench.problems("edit", wrong),
            [["repeat", "Repeat must have an occurrence at the start"]])
        let moved = PlannerBench.named(
            event, nil, nil, ["repeat": "FREQ=WEEKLY;BYDAY=TU", "start": "2026-05-05T19:30"])
        expectNil(bench.refusal("edit", moved))
    }

    @Test mutating func `keeps only the first occurrence when the rule is removed`() throws {
        let event = try series("2026-05-04T19:30", "FREQ=WEEKLY;COUNT=3")
        try bench.edit(event, ["title": "Sherry"], at: "20260511T173000Z")
        try bench.edit(event, ["repeat": .null])
        expectEqual(times(event), ["2026-05-04T17:30"])
        let row = try #require(bench.row(event, in: "2026-05-04"))
        expectEqual(row["title"], "Tasting")
        expectNil(row["at"])
        expectNil(row["repeat"])
        expectEqual(bench.editCode(event, ["title": "x"], at: "20260504T173000Z"), .conflict)
    }

    @Test mutating func `turns an event into a series`() throws {
        let event = try bench.add("Tasting", "2026-05-04T19:30")
        try bench.edit(event, ["repeat": "FREQ=DAILY;COUNT=2"])
        expectEqual(times(event), ["2026-05-04T17:30", "2026-05-05T17:30"])
        expectNil(bench.row(event, in: "2026-05-04"))
        #expect(bench.row("\(event).20260505T173000Z", in: "2026-05-04") != nil)
    }

    // MARK: Whole days

    @Test mutating func `turns a timed series into an all-day one, and back`() throws {
        let event = try series("2026-05-04T19:30", "FREQ=WEEKLY;COUNT=2")
        try bench.edit(event, ["date": "2026-05-05", "days": 2])
        let rows = bench.rows(of: event, in: Self.weeks)
        expectEqual(rows.keys.sorted(), ["20260505", "20260512"])
        #expect(rows["20260512"]?["allDay"] == true)
        #expect(rows["20260512"]?["lastDay"] == "2026-05-13")
        #expect(rows["20260512"]?["start"] == nil)
        try bench.edit(event, ["start": "2026-05-05T10:00", "minutes": 45])
        expectEqual(times(event), ["2026-05-05T08:00", "2026-05-12T08:00"])
        #expect(
            bench.row("\(event).20260512T080000Z", in: "2026-05-11")?["end"]
                == "2026-05-12T08:45:00.000Z")
    }

    // MARK: Deleting

    @Test mutating func `deletes the whole series if no occurrence is named`() throws {
        for scope in [nil, "all"] {
            let event = try series("2026-05-04T19:30", "FREQ=WEEKLY;COUNT=3")
            try bench.delete(event, scope: scope)
            expectEqual(times(event), [])
            expectEqual(bench.events.last?.type, "tablecast.planner.deleted")
            try bench.undo()
            expectEqual(times(event).count, 3)
            try bench.delete(event, at: "20260511T173000Z", scope: "all")
            expectEqual(times(event), [])
        }
    }
}
