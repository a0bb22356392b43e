import BoardOracles
import TestSupport
import Testing

/// A broken promise traps.
@Suite struct PlaceFuzzVectorTests {
    @Test func `files of places that fuzzing has found keep their promise, as do those near them`()
        throws
    {
        let vectors = try FuzzVectors(of: "places")
        #expect(vectors.found.count >= 5)
        for input in vectors.found { PlaceOracle.check(input) }
        vectors.forEachNeighbour(PlaceOracle.check)
    }
}
