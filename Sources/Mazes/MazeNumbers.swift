/// The numbers that a maze is made from: SplitMix64 (Steele, Lea and Flood, 2014).
///
/// The generator is a part of what a code means. That is why it is not shared: a change that suits
/// another user would turn every maze into another one.
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

    /// Returns one of the elements. There has to be one.
    mutating func pick<Element>(from elements: [Element]) -> Element {
        elements[next(below: elements.count)]
    }

    /// Takes out one of the elements and closes the gap. There has to be one.
    mutating func take<Element>(from elements: inout [Element]) -> Element {
        elements.remove(at: next(below: elements.count))
    }
}
