/// A simple, slow inflater (RFC 1951). It is independent of the library that compresses, and
/// records how far back references reach.
struct TestInflate {
    private(set) var bytes: [UInt8] = []
    /// The distance of the farthest reference.
    private(set) var distanceMax = 0
    private let input: [UInt8]
    private var position = 0

    /// Returns `nil` if the message is not a sequence of whole blocks without a last one, apart
    /// from the bytes that a sender removes (RFC 7692, 7.2.2).
    init?(message: [UInt8]) {
        input = message + [0x00, 0x00, 0xFF, 0xFF]
        while position < 8 * input.count {
            guard bits(1) == 0, let kind = bits(2), readBlock(kind) else { return nil }
        }
    }

    /// The codes of an alphabet, from their lengths (3.2.2).
    private struct Codes {
        private var symbols: [Int: Int] = [:]

        init(lengths: [Int]) {
            var code = 0
            for length in 1...15 {
                for symbol in lengths.indices where lengths[symbol] == length {
                    symbols[length << 16 | code] = symbol
                    code += 1
                }
                code <<= 1
            }
        }

        func symbol(_ next: () -> Int?) -> Int? {
            var code = 0
            for length in 1...15 {
                guard let bit = next() else { return nil }
                code = code << 1 | bit
                if let symbol = symbols[length << 16 | code] { return symbol }
            }
            return nil
        }
    }

    private mutating func bits(_ count: Int) -> Int? {
        var value = 0
        for place in 0..<count {
            guard position < 8 * input.count else { return nil }
            value |= Int(input[position / 8] >> UInt8(position % 8) & 1) << place
            position += 1
        }
        return value
    }

    private mutating func symbol(_ codes: Codes) -> Int? { codes.symbol { bits(1) } }

    private mutating func readBlock(_ kind: Int) -> Bool {
        switch kind {
        case 0: return readStored()
        case 1:
            let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
            return readCompressed(
                Codes(lengths: lengths), Codes(lengths: [Int](repeating: 5, count: 30)))
        case 2:
            guard let (literals, distances) = readCodes() else { return false }
            return readCompressed(literals, distances)
        default: return false
        }
    }

    private mutating func readStored() -> Bool {
        position = (position + 7) / 8 * 8
        guard let count = bits(16), bits(16) == count ^ 0xFFFF else { return false }
        for _ in 0..<count {
            guard let byte = bits(8) else { return false }
            bytes.append(UInt8(byte))
        }
        return true
    }

    /// Reads the codes of a dynamic block (3.2.7).
    private mutating func readCodes() -> (Codes, Codes)? {
        guard let literals = bits(5), let distances = bits(5), let count = bits(4) else {
            return nil
        }
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        var codeLengths = [Int](repeating: 0, count: 19)
        for symbol in order.prefix(count + 4) {
            guard let length = bits(3) else { return nil }
            codeLengths[symbol] = length
        }
        let codes = Codes(lengths: codeLengths)
        var lengths: [Int] = []
        let whole = literals + 257 + distances + 1
        while lengths.count < whole {
            guard let symbol = symbol(codes) else { return nil }
            switch symbol {
            case 16:
                guard let last = lengths.last, let more = bits(2) else { return nil }
                lengths += [Int](repeating: last, count: 3 + more)
            case 17, 18:
                guard let more = bits(symbol == 17 ? 3 : 7) else { return nil }
                lengths += [Int](repeating: 0, count: (symbol == 17 ? 3 : 11) + more)
            default: lengths.append(symbol)
            }
        }
        return (
            Codes(lengths: Array(lengths.prefix(literals + 257))),
            Codes(lengths: Array(lengths.dropFirst(literals + 257)))
        )
    }

    private mutating func readCompressed(_ literals: Codes, _ distances: Codes) -> Bool {
        while let symbol = symbol(literals) {
            switch symbol {
            case ..<256: bytes.append(UInt8(symbol))
            case 256: return true
            default:
                guard let length = extended(DeflateTables.lengths, symbol - 257),
                    let code = self.symbol(distances),
                    let distance = extended(DeflateTables.distances, code),
                    distance <= bytes.count
                else { return false }
                distanceMax = max(distanceMax, distance)
                for _ in 0..<length { bytes.append(bytes[bytes.count - distance]) }
            }
        }
        return false
    }

    private mutating func extended(_ table: [DeflateTables.Range], _ index: Int) -> Int? {
        guard table.indices.contains(index), let more = bits(table[index].extraBits) else {
            return nil
        }
        return table[index].first + more
    }
}

/// The lengths and distances of the codes (RFC 1951, 3.2.5).
enum DeflateTables {
    struct Range {
        let first: Int
        let extraBits: Int
    }

    static let lengths: [Range] = {
        var ranges: [Range] = []
        var first = 3
        for index in 0..<28 {
            let extraBits = max(0, index / 4 - 1)
            ranges.append(Range(first: first, extraBits: extraBits))
            first += 1 << extraBits
        }
        return ranges + [Range(first: 258, extraBits: 0)]
    }()

    static let distances: [Range] = {
        var ranges: [Range] = []
        var first = 1
        for index in 0..<30 {
            let extraBits = max(0, index / 2 - 1)
            ranges.append(Range(first: first, extraBits: extraBits))
            first += 1 << extraBits
        }
        return ranges
    }()
}
