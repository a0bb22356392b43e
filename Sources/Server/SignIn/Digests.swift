import CPlatform

/// OpenSSL's digests, as the rooms that may not know of it are given them.
enum Digests {
    /// SHA-256: 32 bytes.
    static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        let isDone = platform_sha256(bytes, bytes.count, &digest)
        precondition(isDone == 1, "OpenSSL has no SHA-256")
        return digest
    }

    /// HMAC-SHA-256 (RFC 2104): 32 bytes.
    static func authenticationCode(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: 32)
        let isDone = platform_hmac_sha256(key, key.count, bytes, bytes.count, &code)
        precondition(isDone == 1, "OpenSSL has no HMAC")
        return code
    }

    /// Two lower-case digits for each byte.
    static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Whether both are the same, in a time that does not tell how much of them is.
    static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count && platform_equal(one, other, one.count) == 1
    }
}
