/// Secrets that only a venue's key can make: derived, so that they are stored nowhere, and a repeated
/// answer has them again.
enum DerivedSecret {
    private static let byteCount = 18

    /// - Parameter purpose: what it is for and of what, different for any two.
    /// - Returns: 144 bits in base64url (RFC 4648, section 5).
    static func text(for purpose: String, key: [UInt8]) -> String {
        base64URL(Digests.authenticationCode(of: Array(purpose.utf8), key: key).prefix(byteCount))
    }

    /// For a multiple of three bytes, which need no padding.
    private static func base64URL(_ bytes: ArraySlice<UInt8>) -> String {
        let alphabet = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var text: [UInt8] = []
        var index = bytes.startIndex
        while index + 2 < bytes.endIndex {
            let group =
                UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8
                | UInt32(bytes[index + 2])
            for shift in [18, 12, 6, 0] as [UInt32] {
                text.append(alphabet[Int(group >> shift & 63)])
            }
            index += 3
        }
        return String(decoding: text, as: UTF8.self)
    }
}
