/// Writes DEFLATE with the fixed codes (RFC 1951, 3.2.6), including forms that zlib never writes
/// and references of any distance.
struct TestDeflate {
    private var bits: [UInt8] = []

    /// Returns a message of these blocks, without the bytes that a sender removes (RFC 7692,
    /// 7.2.1).
    static func message(_ write: (inout Self) -> Void) -> [UInt8] {
        var deflate = Self()
        deflate.add(0b010, count: 3)
        write(&deflate)
        deflate.code(256)
        deflate.add(0, count: 3)
        return deflate.bytes
    }

    mutating func literal(_ byte: UInt8) { code(Int(byte)) }

    /// - Parameters:
    ///   - length: 3 to 258.
    ///   - distance: 1 to 32,768.
    mutating func match(length: Int, distance: Int) {
        let lengthCode = DeflateTables.lengths.lastIndex { $0.first <= length } ?? 0
        code(257 + lengthCode)
        extend(DeflateTables.lengths[lengthCode], length)
        let distanceCode = DeflateTables.distances.lastIndex { $0.first <= distance } ?? 0
        huffman(distanceCode, count: 5)
        extend(DeflateTables.distances[distanceCode], distance)
    }

    private var bytes: [UInt8] {
        stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<min(start + 8, bits.count)].reversed().reduce(0) { $0 << 1 | $1 }
        }
    }

    private mutating func code(_ symbol: Int) {
        switch symbol {
        case ..<144: huffman(0x30 + symbol, count: 8)
        case ..<256: huffman(0x190 + symbol - 144, count: 9)
        case ..<280: huffman(symbol - 256, count: 7)
        default: huffman(0xC0 + symbol - 280, count: 8)
        }
    }

    private mutating func extend(_ range: DeflateTables.Range, _ value: Int) {
        add(value - range.first, count: range.extraBits)
    }

    /// Appends a code, which begins with its highest bit; numbers begin with their lowest (3.1.1).
    private mutating func huffman(_ code: Int, count: Int) {
        for place in (0..<count).reversed() { bits.append(UInt8(code >> place & 1)) }
    }

    private mutating func add(_ value: Int, count: Int) {
        for place in 0..<count { bits.append(UInt8(value >> place & 1)) }
    }
}
