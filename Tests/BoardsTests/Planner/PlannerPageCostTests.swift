import ICalendar
import JSON
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import PlannerBoard

/// The cost of a page in steps, for any file or linked calendar.
@Suite struct PlannerPageCostTests {
    private var bench = PlannerBench()

    private mutating func take(_ count: Int, _ lines: [String]) {
        let events = (0..<count).map { ["UID:\($0)@x", "SUMMARY:Event \($0)"] + lines }
        expectEqual(bench.importFile(PlannerBench.file(events: events)).status, 200)
    }

    private var page: WeekPage? {
        CivilDate("2026-05-04").flatMap { bench.venue.board(Planner.self)?.page($0) }
    }

    private static let kinds = [
        ["DTSTART:20260504T100000Z", "DURATION:PT1H"],
        ["DTSTART:20200504T100000Z", "DURATION:P31D", "RRULE:FREQ=DAILY"],
        ["DTSTART:19700101T100000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=2147483647"],
        ["DTSTART:19700101T100000Z", "RRULE:FREQ=DAILY;BYMONTH=2,5;COUNT=2147483647"],
        ["DTSTART:20200101T100000Z", "RRULE:FREQ=YEARLY;BYDAY=20MO"],
        ["DTSTART:20200101T100000Z", "RRULE:FREQ=SECONDLY;BYMONTHDAY=30;BYMONTH=2"],
        ["DTSTART:20200101T100000Z", "RDATE:20260504T100000Z,20260505T100000Z"],
    ]

    @Test(arguments: kinds)
    mutating func `at most doubles the work for twice as many events, up to a limit`(
        lines: [String]
    ) throws {
        var steps: [Int] = []
        for count in [20, 40, 1_000] {
            bench = PlannerBench()
            take(count, lines)
            let page = try #require(page)
            steps.append(page.steps)
            #expect(page.occurrences.count <= PageExpansion.countMax + WeekPage.seriesCountMax)
        }
        #expect(steps[1] <= steps[0] * 2)
        #expect(steps[2] <= PageExpansion.stepsMax + ExpansionBudget.window * 2)
    }

    @Test mutating func `knows the changed rows of a page unless the page is rebuilt`() throws {
        let monday = try #require(CivilDate("2026-05-04"))
        for (count, isKnown) in [(20, true), (200, false)] {
            bench = PlannerBench()
            take(count, ["DTSTART:20260104T100000Z", "DURATION:P31D", "RRULE:FREQ=DAILY"])
            _ = page
            try bench.add("Tasting", "2026-05-10T19:30")
            let board = try #require(bench.venue.board(Planner.self))
            expectEqual(board.weekChanges(monday) != nil, isKnown)
        }
    }

    @Test mutating func `counts the events that a full page leaves out`() throws {
        bench.watch(["planner/week?monday=2026-05-04"])
        try bench.add("Tasting", "2026-05-10T19:30")
        take(200, ["DTSTART:20260104T100000Z", "DURATION:P31D", "RRULE:FREQ=DAILY"])
        let page = try #require(page)
        #expect(page.occurrences.count > PageExpansion.countMax)
        #expect(page.leftOutCount > 0)
        // One-time events take precedence over series.
        #expect(page.occurrences.contains { $0.at == nil })
        let week = bench.week("2026-05-04")
        expectEqual(week["occurrences"]?.members?.count, WeekPage.countMax)
        expectEqual(
            week["more"]?.integer,
            page.occurrences.count - WeekPage.countMax + page.leftOutCount)
        // The watched document equals the rebuilt one while the page is cut and afterwards.
        try bench.add("Another", "2026-05-04T08:00")
        expectEqual(
            bench.kept("planner/week?monday=2026-05-04"), bench.deserted().week("2026-05-04"))
        // The file was imported in two batches.
        for rev in [bench.rev - 1, bench.rev - 2] { try bench.undo(rev) }
        expectEqual(
            bench.kept("planner/week?monday=2026-05-04"), bench.deserted().week("2026-05-04"))
        expectNil(bench.week("2026-05-04")["more"])
    }
}
