/// SplitMix64 (Steele, Lea and Flood, 2014): the same numbers from the same seed, on every machine
/// and with every version of the standard library.
struct SplitMix64 {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// A number from 0 up to, but not including, `limit`; 0 where that leaves none.
    mutating func next(below limit: Int) -> Int {
        guard limit > 1 else { return 0 }
        return Int(next().multipliedFullWidth(by: UInt64(limit)).high)
    }

    /// True so many times in a hundred.
    mutating func chance(percent: Int) -> Bool { next(below: 100) < percent }

    mutating func pick<Element>(from elements: [Element]) -> Element {
        elements[next(below: elements.count)]
    }

    /// An index, each as often as its weight says.
    mutating func index(weights: [Int]) -> Int {
        var rest = next(below: weights.reduce(0, +))
        for (index, weight) in weights.enumerated() {
            if rest < weight { return index }
            rest -= weight
        }
        return 0
    }
}
