/// Base64 (RFC 4648, 4), as far as the handshake needs it.
enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text in
            var written = 0
            for start in stride(from: 0, to: bytes.count, by: 3) {
                let count = min(3, bytes.count - start)
                var bits: UInt32 = 0
                for place in 0..<3 {
                    bits = bits << 8 | (place < count ? UInt32(bytes[start + place]) : 0)
                }
                for place in 0..<4 {
                    let index = Int(bits >> UInt32(18 - 6 * place) & 0x3F)
                    text[written] = place <= count ? alphabet[index] : UInt8(ascii: "=")
                    written += 1
                }
            }
            return written
        }
    }

    /// Returns the six bits that a character stands for, or `nil` if it is not in the alphabet.
    static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
