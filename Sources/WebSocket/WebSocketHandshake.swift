import CPlatform

/// The opening handshake (RFC 6455, 4), with requests and responses as values of `HTTPTypes`.
public enum WebSocketHandshake {
    /// The only supported version (4.1, 4.2.2).
    static let version = "13"

    /// The constant that is appended to the client's key, so that the answer proves that the server
    /// speaks WebSocket (1.3).
    private static let acceptSuffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

    /// Returns the value of `Sec-WebSocket-Accept` for `key` (4.2.2, point 5.4).
    public static func accept(key: String) -> String {
        let text = Array(key.utf8) + acceptSuffix.utf8
        let digest = [UInt8](unsafeUninitializedCapacity: 20) { buffer, count in
            // OpenSSL fails only if it was built without SHA-1, whatever the input.
            precondition(
                platform_sha1(text, text.count, buffer.baseAddress) == 1,
                "OpenSSL on this system computes no SHA-1")
            count = 20
        }
        return Base64.encode(digest)
    }

    /// Returns a client's key for one handshake: 16 random bytes in base64 (4.1).
    public static func newKey() -> String {
        var generator = SystemRandomNumberGenerator()
        return newKey(using: &generator)
    }

    /// Returns a client's key from the given source of randomness.
    public static func newKey(using generator: inout some RandomNumberGenerator) -> String {
        Base64.encode((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// Whether `key` is base64 of exactly 16 bytes (4.2.1, point 5).
    static func isWellFormed(key: String) -> Bool {
        // 16 bytes take 21 characters of six bits, one character with the last two bits, and the
        // padding.
        let key = Array(key.utf8)
        guard key.count == 24, key.suffix(2).elementsEqual("==".utf8) else { return false }
        var last: UInt8 = 0
        for character in key[..<22] {
            guard let value = Base64.value(of: character) else { return false }
            last = value
        }
        // The unused bits of the last character have to be zero (RFC 4648, 3.5).
        return last & 0x0F == 0
    }
}
