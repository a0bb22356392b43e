import Foundation
import Simulation
import TestSupport
import Testing

/// Plays forty evenings, always the same; ten times as many before a release.
/// `TABLECAST_SIMULATION_SEED` plays one seed, `TABLECAST_SIMULATION_SEEDS` that many.
@Suite struct SimulationTests {
    private static let groupCount = 20
    private static let usualCount: UInt64 = Tier.release.isWanted ? 200 : 20

    private static func variable(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
    }

    private static func seeds(of group: Int) -> [UInt64] {
        if let seed = variable("TABLECAST_SIMULATION_SEED") { return group == 0 ? [seed] : [] }
        let count = Int(variable("TABLECAST_SIMULATION_SEEDS") ?? usualCount)
        return stride(from: group + 1, through: count, by: groupCount).map(UInt64.init)
    }

    @Test(arguments: 0..<groupCount, [false, true])
    func `keeps every promise on evenings with all faults`(
        group: Int, hasService: Bool
    ) {
        for seed in Self.seeds(of: group) {
            let outcome = Simulation(seed: seed, hasService: hasService).run()
            #expect(
                outcome.violation == nil,
                "again: TABLECAST_SIMULATION_SEED=\(seed) swift test --filter SimulationTests")
        }
    }

    @Test(.enabled(if: Tier.release.isWanted))
    func `a second account follows the orders, and reservations are made`() {
        let outcomes = (1...25).map { Simulation(seed: $0, hasService: true).run() }
        #expect(outcomes.map(\.comparedCount).reduce(0, +) > 100)
        #expect(outcomes.map(\.plannedCount).reduce(0, +) > 100)
    }

    /// Two events of one batch that cancel each other out for a connector; an effect that is tried
    /// again before the courier knows that the hub has recorded giving it up; a ping that is held
    /// for a view that its client has left; a view that is made elsewhere and folds its diffs.
    @Test(arguments: [987, 3249, 3610, 3683, 3736, 4005, 4083, 5425, 7025] as [UInt64])
    func `keeps a promise on an evening that once broke it`(seed: UInt64) {
        #expect(Simulation(seed: seed).run().violation == nil)
    }

    @Test func `a seed always makes the same evening`() {
        for (seed, hasService) in [(4, false), (14, false), (14, true)] as [(UInt64, Bool)] {
            let outcome = Simulation(seed: seed, hasService: hasService).run()
            #expect(outcome == Simulation(seed: seed, hasService: hasService).run())
            #expect(outcome.revisionCount > 20 && outcome.messageCount > 300)
        }
    }
}
