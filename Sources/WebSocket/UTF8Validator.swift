/// Validates UTF-8 (RFC 3629) that arrives in parts of any size.
///
/// Overlong forms, surrogates and code points above U+10FFFF are refused at the earliest possible
/// byte, which is the first or second of a sequence. The first byte says how many follow and may
/// narrow the range of the second (the Unicode Standard, table 3-7).
public struct UTF8Validator: Sendable {
    /// The number of bytes that the current sequence still needs.
    private var bytesNeeded: UInt8 = 0
    /// The range of the next byte of the sequence.
    private var lowest: UInt8 = 0x80
    private var highest: UInt8 = 0xBF

    /// Whether the input was refused. The empty range lets no byte follow.
    private var isRefused: Bool { highest == 0 }

    public init() {}

    /// Whether the input so far does not end inside a character.
    public var isComplete: Bool { bytesNeeded == 0 && !isRefused }

    /// Checks the next part. Returns `false` as soon as nothing could make the whole input valid,
    /// and for every part after that.
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

    /// Skips ASCII, and whole characters of two or three bytes whose first byte allows any
    /// continuation. They make up most text and need no state.
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

    /// Skips ASCII in steps of 32 bytes.
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
