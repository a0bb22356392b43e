import Simulation
import TestSupport
import Testing

@Suite(.enabled(if: Tier.release.isWanted)) struct PlantedBugTests {
    /// The evenings, of which at least one has to find the mistake.
    private static let evenings: ClosedRange<UInt64> = 1...30

    @Test(arguments: PlantedBug.all)
    func `a planted mistake is found within a few evenings`(bug: PlantedBug) {
        let found = Self.evenings.first { seed in
            Simulation(seed: seed, hasService: bug.hasService, seams: bug.seams).run().violation
                != nil
        }
        #expect(found != nil, "\(bug) was not found")
    }
}
