/// The random numbers of a maze: SplitMix64 (Steele, Lea and Flood, 2014).
///
/// The generator is part of the meaning of a code, so it is not shared: a change for another user
/// would change every maze.
struct MazeNumbers {
    private var state: UInt64

    init(state: UInt64) { self.state = state }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// Returns a number from 0 up to, but not including, `limit`: the upper 64 bits of the product
    /// of the next number and `limit`.
    mutating func next(below limit: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(limit)).high)
    }

    /// Returns one of the elements, of which there must be at least one.
    mutating func pick<Element>(from elements: [Element]) -> Element {
        elements[next(below: elements.count)]
    }

    /// Removes and returns one of the elements, of which there must be at least one.
    mutating func take<Element>(from elements: inout [Element]) -> Element {
        elements.remove(at: next(below: elements.count))
    }
}
