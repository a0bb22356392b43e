/// The way in which an input is cut into pieces, given by its first two bytes.
///
/// One way for each input is enough. The fuzzer varies these two bytes like all others, and has
/// more time for other inputs than if every way were tried.
struct Cuts {
    let whole: ArraySlice<UInt8>
    private let mode: UInt8
    private let place: Int

    /// More pieces take time without finding more.
    private static let pieceCountMax = 48

    init(_ input: [UInt8]) {
        whole = input.dropFirst(2)
        mode = input.first ?? 0
        place = Int(input.dropFirst().first ?? 0)
    }

    var pieces: [ArraySlice<UInt8>] {
        switch mode & 3 {
        case 0: halves(at: place * whole.count / 256)
        case 1: halves(at: whole.count - min(place, whole.count))
        case 2: pieces { _ in 1 }
        default: piecesOfAnySize
        }
    }

    private func halves(at count: Int) -> [ArraySlice<UInt8>] {
        [whole.prefix(count), whole.dropFirst(count)]
    }

    private var piecesOfAnySize: [ArraySlice<UInt8>] {
        pieces { state in
            // Knuth's 32-bit generator, whose upper bits are the better ones.
            state = state &* 1_664_525 &+ 1_013_904_223
            return 1 + Int(state >> 28) * Int(state >> 24 & 0x3)
        }
    }

    private func pieces(ofSizes nextSize: (inout UInt32) -> Int) -> [ArraySlice<UInt8>] {
        var state = UInt32(mode) << 8 | UInt32(place)
        var pieces: [ArraySlice<UInt8>] = []
        pieces.reserveCapacity(Self.pieceCountMax + 1)
        var start = whole.startIndex
        while start < whole.endIndex, pieces.count < Self.pieceCountMax {
            let end = min(start + nextSize(&state), whole.endIndex)
            pieces.append(whole[start..<end])
            start = end
        }
        pieces.append(whole[start...])
        return pieces
    }
}
