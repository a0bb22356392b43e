/// The random number generator SplitMix64 (Steele, Lea and Flood, 2014). A seed gives the same
/// numbers on every machine and with every version of the standard library.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// Returns a number from 0 up to, but not including, `limit`. Returns 0 if there is none.
    public mutating func next(below limit: Int) -> Int {
        guard limit > 1 else { return 0 }
        return Int(next().multipliedFullWidth(by: UInt64(limit)).high)
    }

    /// Returns `true` with this probability.
    public mutating func chance(percent: Int) -> Bool { next(below: 100) < percent }

    public mutating func pick<Element>(from elements: [Element]) -> Element {
        elements[next(below: elements.count)]
    }

    /// Returns a random index with the given weights.
    public mutating func index(weights: [Int]) -> Int {
        var rest = next(below: weights.reduce(0, +))
        for (index, weight) in weights.enumerated() {
            if rest < weight { return index }
            rest -= weight
        }
        return 0
    }
}
