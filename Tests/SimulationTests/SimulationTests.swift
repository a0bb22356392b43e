import Foundation
import Simulation
import Testing

/// `TABLECAST_SIMULATION_SEED` plays one evening, `TABLECAST_SIMULATION_SEEDS` so many.
@Suite struct SimulationTests {
    private static let groupCount = 20

    private static func variable(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
    }

    private static func seeds(of group: Int) -> [UInt64] {
        if let seed = variable("TABLECAST_SIMULATION_SEED") { return group == 0 ? [seed] : [] }
        let count = Int(variable("TABLECAST_SIMULATION_SEEDS") ?? 200)
        return stride(from: group + 1, through: count, by: groupCount).map(UInt64.init)
    }

    @Test(arguments: 0..<groupCount)
    func `every promise holds on evenings on which all goes wrong that can`(group: Int) {
        for seed in Self.seeds(of: group) {
            let outcome = Simulation(seed: seed).run()
            #expect(
                outcome.violation == nil,
                "again: TABLECAST_SIMULATION_SEED=\(seed) swift test --filter SimulationTests")
        }
    }

    @Test func `a seed makes the same evening again`() {
        for seed: UInt64 in [4, 14] {
            let outcome = Simulation(seed: seed).run()
            #expect(outcome == Simulation(seed: seed).run())
            #expect(outcome.revisionCount > 20 && outcome.messageCount > 300)
        }
    }
}
