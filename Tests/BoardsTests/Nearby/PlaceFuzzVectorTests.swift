import BoardOracles
import TestSupport
import Testing

/// A violated invariant traps.
@Suite struct PlaceFuzzVectorTests {
    @Test func `files of places found by fuzzing, and variants of them, keep the invariants`()
        throws
    {
        let vectors = try FuzzVectors(of: "places")
        #expect(vectors.found.count >= 5)
        for input in vectors.found { PlaceOracle.check(input) }
        vectors.forEachNeighbour(PlaceOracle.check)
    }
}
