import JSON
import Sync
import TestBoards

/// The planner's part of an evening: a plain model, which is compared with the planner's views.
final class SimulatedBook {
    static let days = PlannerDays(around: "2026-11-20", monday: "2026-11-16", hoursAhead: 1)

    private unowned let world: Simulation
    /// The last compared revision.
    private var rev = 0

    init(world: Simulation) { self.world = world }

    /// Compares the planner's views of the flushed events with the model, once there are enough new
    /// events.
    func catchUp(after count: Int) {
        let events = world.truth.events[rev...]
        guard events.count(where: { ["planner", "waitlist"].contains($0.board) }) >= count else {
            return
        }
        rev = world.truth.rev
        let shown = JournalDocuments(truth: world.truth, rev: rev)
        for fault in PlannerModel(shown, of: Self.days).faults {
            world.judge.report("planner at \(rev): \(fault)")
        }
    }

    func expectViews(of host: SimulatedHost) {
        world.expectViews(
            Self.days.views.map { ("planner/\($0.name)", [($0.parameter, $0.value)]) }, of: host)
    }
}
