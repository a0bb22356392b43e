import BoardKit
import JSON
import ShippedBoards
import Sync
import TestSupport
import Testing

/// Rights to undo, which are those of the undone action.
@Suite struct UndoRightTests {
    private static let boards = BoardRegistry.shipped.modules.map(\.declaration).filter {
        $0.action("\($0.name).undo") != nil
    }

    @Test func `names the causing actions of every kind of event that can be undone`() {
        for declaration in Self.boards {
            #expect(!declaration.causes.isEmpty, "\(declaration.name)")
        }
    }

    @Test func `refuses a host's undo of an action for owners only`() throws {
        var bench = PlannerBench()
        let owner = PlannerBench.owner
        try bench.ask(
            "add_feed", ["name": "All", "calendars": ["main"], "details": "full"], by: owner)
        let feed = bench.rev
        try bench.ask("add_calendar", ["name": "Staff", "color": "red"], by: owner)
        let calendar = bench.rev
        for bench in [bench, bench.replayed(), try bench.restored()] {
            for rev in [feed, calendar] {
                expectEqual(bench.code("undo", ["rev": JSON(rev)]), .forbidden)
                expectNil(bench.code("undo", ["rev": JSON(rev)], by: owner))
            }
        }
        // The same holds for the owner's undo, because undoing it would redo the action.
        try bench.undo(calendar)
        for bench in [bench, bench.replayed(), try bench.restored()] {
            expectEqual(bench.code("undo", ["rev": JSON(bench.rev)]), .forbidden)
            expectNil(bench.code("undo", ["rev": JSON(bench.rev)], by: owner))
        }
        try bench.undo()
        expectEqual(bench.code("undo", ["rev": JSON(bench.rev)]), .forbidden)
    }

    @Test func `permits a host's undo of an action for hosts, whoever did it`() throws {
        var bench = PlannerBench()
        try bench.ask(
            "add", ["title": "Tasting", "date": "2026-05-07"], by: PlannerBench.owner)
        try bench.undo(by: PlannerBench.host)
    }
}
