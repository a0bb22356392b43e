import Store

/// Random ids that are unique everywhere.
package enum RandomID {
    /// 32 hexadecimal digits, 128 random bits.
    package static func make() -> String {
        guard let bytes = try? Entropy.bytes(16) else {
            preconditionFailure("OpenSSL has no random bytes")
        }
        return Digests.hexadecimal(bytes)
    }
}
