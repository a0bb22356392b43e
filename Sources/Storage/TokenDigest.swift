/// The stored form of a token: SHA-256 of its text.
public struct TokenDigest: Sendable, Hashable {
    private let words: (UInt64, UInt64, UInt64, UInt64)

    public init(of secret: String) throws(StoreError) {
        words = Self.words(of: try SHA256.digest(Array(secret.utf8)))
    }

    /// Returns `nil` if the bytes are not a digest.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == 4 * MemoryLayout<UInt64>.size else { return nil }
        words = Self.words(of: bytes)
    }

    private static func words(of bytes: [UInt8]) -> (UInt64, UInt64, UInt64, UInt64) {
        bytes.withUnsafeBytes { $0.loadUnaligned(as: (UInt64, UInt64, UInt64, UInt64).self) }
    }

    package var bytes: [UInt8] { withUnsafeBytes(of: words, Array.init) }

    public static func == (one: TokenDigest, other: TokenDigest) -> Bool {
        one.words == other.words
    }

    /// Hashes one word of the digest, which is already uniformly distributed. The hasher adds the
    /// process's key.
    public func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}

/// A device with the digest of its token.
public struct SignedInDevice: Sendable, Hashable {
    public var token: TokenDigest
    public var device: Device

    package init(token: TokenDigest, device: Device) {
        self.token = token
        self.device = device
    }
}
