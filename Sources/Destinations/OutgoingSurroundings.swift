/// What a client of other servers needs, besides what it is asked to do.
public struct OutgoingSurroundings: Sendable {
    public var sender: OutgoingSenders
    /// Reads the hub's clock, in seconds since 1970.
    public var now: @Sendable () -> Int64
    /// Returns random bytes for secrets.
    public var random: @Sendable (_ count: Int) -> [UInt8]
    /// Returns the SHA-256 of bytes, as 64 lower-case hexadecimal digits.
    public var sha256: @Sendable (_ bytes: [UInt8]) -> String
    /// What stands for Google's addresses in tests and behind proxies, such as
    /// `http://127.0.0.1:9000`; `nil` for Google's own.
    public var googleBase: String?
    /// The port that the hub listens on, where a sign-in on this machine ends.
    public var port: Int
    /// The hub's public origin, such as `https://hub.example`; `nil` if the operator has set none.
    public var publicOrigin: String?

    public init(
        sender: @escaping OutgoingSenders,
        now: @escaping @Sendable () -> Int64, random: @escaping @Sendable (_ count: Int) -> [UInt8],
        sha256: @escaping @Sendable (_ bytes: [UInt8]) -> String,
        googleBase: String? = nil, port: Int = 8080, publicOrigin: String? = nil
    ) {
        self.sender = sender
        self.now = now
        self.random = random
        self.sha256 = sha256
        self.googleBase = googleBase
        self.port = port
        self.publicOrigin = publicOrigin
    }
}
