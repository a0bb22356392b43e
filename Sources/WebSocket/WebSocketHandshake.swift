import CPlatform

/// The opening handshake (RFC 6455, 4), in the words of `HTTPTypes`: requests and responses are
/// values, and who has them reads and writes them elsewhere.
public enum WebSocketHandshake {
    /// The version that both sides have to speak (4.1, 4.2.2).
    static let version = "13"

    /// Combined with the client's key, it proves that the server meant to answer a WebSocket (1.3).
    private static let acceptSuffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

    /// What a server answers to `key` in `Sec-WebSocket-Accept` (4.2.2, point 5.4).
    public static func accept(key: String) -> String {
        let text = Array((key + acceptSuffix).utf8)
        let digest = [UInt8](unsafeUninitializedCapacity: 20) { buffer, count in
            // OpenSSL refuses a digest only where it was built without it: no input leads here.
            precondition(
                platform_sha1(text, text.count, buffer.baseAddress) == 1,
                "OpenSSL on this system computes no SHA-1")
            count = 20
        }
        return Base64.encode(digest)
    }

    /// A client's key for one handshake: 16 random bytes in base64 (4.1).
    public static func newKey() -> String {
        var generator = SystemRandomNumberGenerator()
        return newKey(using: &generator)
    }

    /// A client's key from the caller's own source of randomness.
    public static func newKey(using generator: inout some RandomNumberGenerator) -> String {
        Base64.encode((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// Whether `key` is what a client has to send: base64 of exactly 16 bytes (4.2.1, point 5).
    static func isWellFormed(key: String) -> Bool {
        // 16 bytes are 21 characters of six bits, one that holds the last two bits, and the
        // padding.
        guard key.utf8.count == 24, key.hasSuffix("==") else { return false }
        var last: UInt8 = 0
        for character in key.utf8.prefix(22) {
            guard let value = Base64.value(of: character) else { return false }
            last = value
        }
        // What the last character could hold beyond those two bits has to be zero (RFC 4648, 3.5).
        return last & 0x0F == 0
    }
}
