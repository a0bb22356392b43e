/// An input's first two bytes say how the rest is cut when it arrives.
struct Cuts {
    let pieces: [ArraySlice<UInt8>]
    let whole: ArraySlice<UInt8>

    init(_ input: [UInt8]) {
        whole = input.dropFirst(2)
        var state = UInt32(input.first ?? 0) << 8 | UInt32(input.dropFirst().first ?? 0)
        var pieces: [ArraySlice<UInt8>] = []
        var rest = whole
        while !rest.isEmpty {
            // Knuth's generator of 32 bits; its upper bits are the better ones.
            state = state &* 1_664_525 &+ 1_013_904_223
            let piece = rest.prefix(1 + Int(state >> 28) * Int(state >> 24 & 0x3))
            pieces.append(piece)
            rest = rest.dropFirst(piece.count)
        }
        self.pieces = pieces
    }
}
