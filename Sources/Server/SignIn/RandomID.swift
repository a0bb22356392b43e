import CPlatform

/// Ids that nobody else makes.
enum RandomID {
    /// 32 hexadecimal digits, 128 random bits.
    static func make() -> String {
        var bytes = [UInt8](repeating: 0, count: 16)
        let isDone = platform_random(&bytes, bytes.count)
        precondition(isDone == 1, "OpenSSL has no random bytes")
        return Digests.hexadecimal(bytes)
    }
}
