/// The key that masks a client's payload (RFC 6455, 5.3). Byte i of the payload is combined with
/// byte i modulo 4 of the key.
struct MaskingKey: Sendable {
    /// The key of frames that are not masked. It changes nothing.
    static let none = Self(0)

    /// The key's bytes in memory order, beginning with the one for the next byte of payload.
    private var bits: UInt32

    /// Creates the key whose first byte on the wire is the highest byte of `value`.
    init(_ value: UInt32) {
        bits = value.bigEndian
    }

    /// Appends the key's next byte from the wire.
    mutating func append(_ byte: UInt8) {
        bits = (UInt32(bigEndian: bits) << 8 | UInt32(byte)).bigEndian
    }

    /// Masks or unmasks `bytes` in place and rotates the key by their number, so that a payload may
    /// come in parts.
    mutating func apply(to bytes: UnsafeMutableRawBufferPointer) {
        guard bits != 0 else { return }
        let wordBits = UInt64(bits) << 32 | UInt64(bits)
        let wordsEnd = bytes.count & ~7
        for offset in stride(from: 0, to: wordsEnd, by: 8) {
            let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            bytes.storeBytes(of: word ^ wordBits, toByteOffset: offset, as: UInt64.self)
        }
        // After the words the key is rotated by a multiple of four, so it is unchanged.
        for offset in wordsEnd..<bytes.count {
            bytes[offset] ^= withUnsafeBytes(of: bits) { $0[0] }
            turn()
        }
    }

    private mutating func turn() {
        let value = UInt32(littleEndian: bits)
        bits = (value >> 8 | value << 24).littleEndian
    }
}

extension [UInt8] {
    /// Appends `part` and unmasks it in place.
    mutating func append(_ part: UnsafeRawBufferPointer, unmaskedBy key: inout MaskingKey) {
        let start = count
        append(contentsOf: part)
        withUnsafeMutableBytes { all in
            key.apply(to: UnsafeMutableRawBufferPointer(rebasing: all[start...]))
        }
    }
}
