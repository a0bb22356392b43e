import Sync
import Testing

@Suite struct VenuePropertyTests {
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `every copy equals the journal's state, before and after a restart`(
        seed: UInt64
    ) throws {
        var walk = VenueWalk(seed: seed)
        for step in 0..<800 {
            do {
                try walk.step()
            } catch {
                Issue.record("seed \(seed), step \(step): \(error)")
                return
            }
        }
        try walk.finish()
        #expect(walk.truth.rev > 100)
    }
}
