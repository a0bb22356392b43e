import Storage

/// Random ids that are unique everywhere.
package enum RandomID {
    /// 32 hexadecimal digits, 128 random bits.
    package static func make() -> String {
        Digests.hexadecimal(bytes(16))
    }

    package static func bytes(_ count: Int) -> [UInt8] {
        guard let bytes = try? Entropy.bytes(count) else {
            preconditionFailure("OpenSSL has no random bytes")
        }
        return bytes
    }
}
