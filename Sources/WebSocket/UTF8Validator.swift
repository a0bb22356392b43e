/// Checks UTF-8 (RFC 3629) that arrives in parts, cut anywhere.
///
/// Overlong forms, surrogates and what lies beyond U+10FFFF are refused at the earliest byte that
/// proves them, which is always the first or second of a sequence: the first says how many follow,
/// and where it does not say all, it narrows the range of the second (the Unicode Standard, table
/// 3-7).
public struct UTF8Validator: Sendable {
    /// How many bytes the sequence that was begun still needs.
    private var bytesNeeded: UInt8 = 0
    /// Where the sequence's next byte has to lie.
    private var lowest: UInt8 = 0x80
    private var highest: UInt8 = 0xBF

    /// Nothing continues a sequence that is refused.
    private var isRefused: Bool { highest == 0 }

    public init() {}

    /// Whether what was taken in so far could stop here: it does not end inside a character.
    public var isComplete: Bool { bytesNeeded == 0 && !isRefused }

    /// Takes in the next part. False as soon as no continuation could make the whole valid, and
    /// from then on.
    public mutating func accept(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard !isRefused else { return false }
        var offset = 0
        while offset < bytes.count {
            if bytesNeeded == 0 {
                offset = Self.endOfPlainCharacters(in: bytes, from: offset)
                guard offset < bytes.count else { return true }
                begin(with: bytes[offset])
            } else {
                proceed(with: bytes[offset])
            }
            guard !isRefused else { return false }
            offset += 1
        }
        return true
    }

    /// Passes over what makes up most of all text and needs no state: ASCII, eight bytes at a
    /// glance, and whole characters of two or three bytes whose first byte allows any continuation.
    private static func endOfPlainCharacters(
        in bytes: UnsafeRawBufferPointer, from start: Int
    ) -> Int {
        var offset = start
        while bytes.count - offset >= 8 {
            let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
            if word & 0x8080_8080_8080_8080 == 0 {
                offset = endOfASCII(in: bytes, from: offset + 8)
                continue
            }
            switch UInt8(truncatingIfNeeded: word) {
            case ..<0x80: offset += (word & 0x8080_8080_8080_8080).trailingZeroBitCount / 8
            case 0xC2...0xDF where word & 0xC000 == 0x8000: offset += 2
            case 0xE1...0xEC where word & 0xC0_C000 == 0x80_8000: offset += 3
            default: return offset
            }
        }
        while offset < bytes.count, bytes[offset] < 0x80 { offset += 1 }
        return offset
    }

    /// Passes over 32 bytes of ASCII at a time; what is less than that is left.
    private static func endOfASCII(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var offset = start
        while bytes.count - offset >= 32 {
            var bits: UInt64 = 0
            for place in 0..<4 {
                bits |= bytes.loadUnaligned(fromByteOffset: offset + 8 * place, as: UInt64.self)
            }
            guard bits & 0x8080_8080_8080_8080 == 0 else { return offset }
            offset += 32
        }
        return offset
    }

    private mutating func begin(with byte: UInt8) {
        switch byte {
        case 0xC2...0xDF: bytesNeeded = 1
        case 0xE0: expect(2, from: 0xA0)
        case 0xE1...0xEC, 0xEE, 0xEF: bytesNeeded = 2
        case 0xED: expect(2, through: 0x9F)
        case 0xF0: expect(3, from: 0x90)
        case 0xF1...0xF3: bytesNeeded = 3
        case 0xF4: expect(3, through: 0x8F)
        default: refuse()
        }
    }

    private mutating func expect(
        _ count: UInt8, from lowest: UInt8 = 0x80, through highest: UInt8 = 0xBF
    ) {
        bytesNeeded = count
        self.lowest = lowest
        self.highest = highest
    }

    private mutating func proceed(with byte: UInt8) {
        guard lowest <= byte, byte <= highest else {
            return refuse()
        }
        expect(bytesNeeded - 1)
    }

    private mutating func refuse() {
        highest = 0
    }
}
