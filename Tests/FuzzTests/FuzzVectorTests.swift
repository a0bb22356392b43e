import FuzzOracles
import TestSupport
import Testing

/// A broken promise traps.
@Suite struct FuzzVectorTests {
    @Test(arguments: FuzzOracle.allCases)
    func `whatever was found by fuzzing keeps its promise, and so does what is near it`(
        oracle: FuzzOracle
    ) throws {
        let vectors = try FuzzVectors(of: oracle.rawValue)
        #expect(vectors.found.count >= 5)
        let check = oracle.makeCheck()
        for input in vectors.found { check(input) }
        vectors.forEachNeighbour(check)
    }
}
