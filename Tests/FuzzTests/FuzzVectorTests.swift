import BoardOracles
import Foundation
import FuzzOracles
import TestSupport
import Testing

/// Inputs that fuzzing has found, each kept for good, and mutations of them that are the same every
/// time. A broken promise traps.
@Suite struct FuzzVectorTests {
    private static let oracles = FuzzOracle.allCases.map(\.rawValue) + ["places"]

    private static func check(of oracle: String) -> ([UInt8]) -> Void {
        FuzzOracle(rawValue: oracle)?.makeCheck() ?? PlaceOracle.check
    }

    private static func inputs(of oracle: String) throws -> [[UInt8]] {
        try FileManager.default.contentsOfDirectory(
            at: VectorFile.url("fuzz/\(oracle)"), includingPropertiesForKeys: nil
        ).sorted { $0.path < $1.path }.map { Array(try Data(contentsOf: $0)) }
    }

    @Test(arguments: oracles)
    func `whatever was found by fuzzing keeps its promise`(oracle: String) throws {
        let inputs = try Self.inputs(of: oracle)
        #expect(inputs.count >= 5)
        let check = Self.check(of: oracle)
        for input in inputs { check(input) }
    }

    @Test(arguments: oracles)
    func `so does what is near it`(oracle: String) throws {
        var random = SeededGenerator(seed: 1)
        let check = Self.check(of: oracle)
        for input in try Self.inputs(of: oracle) {
            for _ in 0..<50 {
                var changed = input
                for _ in 0...Int.random(in: 0..<3, using: &random) where !changed.isEmpty {
                    let place = Int.random(in: changed.indices, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: changed[place] = UInt8.random(in: 0...255, using: &random)
                    case 1: changed.remove(at: place)
                    default: changed.insert(UInt8.random(in: 0...255, using: &random), at: place)
                    }
                }
                check(changed)
            }
        }
    }
}
