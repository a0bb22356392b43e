import Simulation
import Testing

@Suite struct SimulationTests {
    @Test(arguments: 0..<20)
    func `every promise holds on evenings on which all goes wrong that can`(group: Int) {
        for seed in UInt64(group * 10 + 1)...UInt64(group * 10 + 10) {
            let outcome = Simulation(seed: seed).run()
            #expect(outcome.violation == nil, "seed \(seed)")
        }
    }
}
