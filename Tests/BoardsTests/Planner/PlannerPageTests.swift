import JSON
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import PlannerBoard

/// Data of the board's pages outside its views, and the place of the reservations panel.
@Suite struct PlannerPageTests {
    private var bench = PlannerBench()

    @Test func `gives the book and its print the start of the day`() throws {
        for address in ["planner", "planner/print"] {
            let page = try #require(Planner.pages.first { $0.address == address })
            expectEqual(page.marks(bench.venue, bench.now), ["dayStart": "04:00"])
        }
    }

    @Test mutating func `shows the panel on the host's page if the house uses the board`() throws {
        let panel = try #require(Planner.panels.first { $0.page == "host" })
        expectEqual(panel.script, "/boards/planner/today/today.js")
        #expect(panel.isOffered(bench.venue))
        try bench.ask("house.configure", ["boards": []], by: PlannerBench.owner)
        #expect(!panel.isOffered(bench.venue))
    }
}
