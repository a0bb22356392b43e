import CPlatform
package import Sync

/// A new secret: 192 random bits in base64url. It never begins with a hyphen, so that commands do
/// not take it for an option.
///
/// Only its SHA-256 is stored. A salt or a slow hash would add nothing, because so many random bits
/// can't be guessed.
package struct Secret {
    private static let byteCount = 24

    package let text: String
    package let hash: [UInt8]

    /// Creates a random secret.
    package init() throws(StoreError) {
        var text = "-"
        while text.hasPrefix("-") { text = Base64URL.text(of: try Entropy.bytes(Self.byteCount)) }
        self.text = text
        hash = try Self.hash(of: text)
    }

    /// The hash that is stored.
    package static func hash(of text: String) throws(StoreError) -> [UInt8] {
        try SHA256.digest(Array(text.utf8))
    }
}

/// The encoding base64url (RFC 4648, section 5).
package enum Base64URL {
    /// Encodes whole groups of three bytes, which need no padding.
    package static func text(of bytes: [UInt8]) -> String {
        let alphabet = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count - 2, by: 3) {
            let group = bytes[start..<(start + 3)].reduce(0) { $0 << 8 | Int($1) }
            for shift in [18, 12, 6, 0] { text.append(alphabet[group >> shift & 63]) }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// Cryptographically secure random bytes.
package enum Entropy {
    package static func bytes(_ count: Int) throws(StoreError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        guard platform_random(&bytes, count) == 1 else { throw .cryptography }
        return bytes
    }

    /// Characters of `0-9 a-z`, all equally likely.
    package static func base36(_ count: Int) throws(StoreError) -> String {
        let alphabet = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)
        var text: [UInt8] = []
        while text.count < count {
            // 252 is the largest multiple of 36 in a byte; higher values would favour `0` to `3`.
            for byte in try bytes(count) where byte < 252 && text.count < count {
                text.append(alphabet[Int(byte) % alphabet.count])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

package enum SHA256 {
    package static func digest(_ bytes: [UInt8]) throws(StoreError) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        guard platform_sha256(bytes, bytes.count, &digest) == 1 else { throw .cryptography }
        return digest
    }

    /// Writes a digest with two lower-case digits for each byte.
    package static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension ReferenceContent {
    /// Creates a content with its digest.
    package init(_ bytes: [UInt8]) throws(StoreError) {
        self.init(bytes, digest: SHA256.hexadecimal(try SHA256.digest(bytes)))
    }
    /// Creates a stored content.
    ///
    /// - Throws: `damaged` if it does not have the expected digest.
    package init(
        _ bytes: [UInt8], of board: String, expecting digest: String
    ) throws(StoreError) {
        try self.init(bytes)
        guard self.digest == digest else {
            throw .damaged("the reference data \(digest) of \(board) does not match its digest")
        }
    }
}
