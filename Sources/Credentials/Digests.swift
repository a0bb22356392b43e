import CPlatform
import Storage

/// OpenSSL's digests, for rooms that do not use OpenSSL.
package enum Digests {
    /// SHA-256: 32 bytes.
    package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        guard let digest = try? SHA256.digest(bytes) else {
            preconditionFailure("OpenSSL has no SHA-256")
        }
        return digest
    }

    /// HMAC-SHA-256 (RFC 2104): 32 bytes.
    static func authenticationCode(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: 32)
        let isDone = platform_hmac_sha256(key, key.count, bytes, bytes.count, &code)
        precondition(isDone == 1, "OpenSSL has no HMAC")
        return code
    }

    /// Writes two lower-case digits for each byte.
    package static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        SHA256.hexadecimal(bytes)
    }

    /// Compares bytes in constant time.
    static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count && platform_equal(one, other, one.count) == 1
    }
}
