import Foundation

/// The inputs for an oracle that fuzzing has found, and reproducible mutations of them.
public struct FuzzVectors {
    public let found: [[UInt8]]

    public init(of oracle: String) throws {
        found = try FileManager.default.contentsOfDirectory(
            at: VectorFile.url("fuzz/\(oracle)"), includingPropertiesForKeys: nil
        ).sorted { $0.path < $1.path }.map { Array(try Data(contentsOf: $0)) }
    }

    /// Calls `check` with 50 mutations of each input.
    public func forEachNeighbour(_ check: ([UInt8]) -> Void) {
        var random = SeededGenerator(seed: 1)
        for input in found {
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
