import BoardKit

/// The random number generator SplitMix64 (Steele, Lea and Flood, 2014). A seed gives the same
/// numbers on every machine and with every version of the standard library.
struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// Returns a number from 0 up to, but not including, `limit`. Returns 0 if there is none.
    mutating func next(below limit: Int) -> Int {
        guard limit > 1 else { return 0 }
        return Int(next().multipliedFullWidth(by: UInt64(limit)).high)
    }
}
