import Foundation
import FuzzOracles
import Testing

/// Inputs that fuzzing has found, each kept for good, and mutations of them that are the same every
/// time. A broken promise traps.
@Suite struct FuzzVectorTests {
    private static func inputs(of oracle: FuzzOracle) throws -> [[UInt8]] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Vectors/fuzz/\(oracle.rawValue)")
        return try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil
        ).sorted { $0.path < $1.path }.map { Array(try Data(contentsOf: $0)) }
    }

    @Test(arguments: FuzzOracle.allCases)
    func `whatever was found by fuzzing keeps its promise`(oracle: FuzzOracle) throws {
        let inputs = try Self.inputs(of: oracle)
        #expect(inputs.count >= 5)
        for input in inputs { oracle.check(input) }
    }

    @Test(arguments: FuzzOracle.allCases)
    func `so does what is near it`(oracle: FuzzOracle) throws {
        var state: UInt64 = 1
        func next(below bound: Int) -> Int {
            // Knuth's MMIX generator; the upper bits are the better ones.
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % max(1, bound)
        }
        for input in try Self.inputs(of: oracle) {
            for _ in 0..<50 {
                var changed = input
                for _ in 0...next(below: 3) where !changed.isEmpty {
                    let place = next(below: changed.count)
                    switch next(below: 3) {
                    case 0: changed[place] = UInt8(next(below: 256))
                    case 1: changed.remove(at: place)
                    default: changed.insert(UInt8(next(below: 256)), at: place)
                    }
                }
                oracle.check(changed)
            }
        }
    }
}
