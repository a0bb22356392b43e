/// What one connection may hold and how long its end may take.
public struct ConnectionLimits: Sendable, Hashable {
    /// Output that waits beyond this ends the connection with `outputOverflow`.
    public var outputBytesMax = 4 * 1024 * 1024
    /// Output that waits beyond this makes the connection congested.
    public var outputHighBytes = 256 * 1024
    /// Output has to fall to this for a congested connection to be `drained`.
    public var outputLowBytes = 64 * 1024
    /// How long a finished connection waits for the peer's end.
    public var lingerTimeout = Duration.seconds(2)
    /// How much of what the peer of a finished connection still sends is taken, and thrown away; the
    /// rest is left to wait, which slows it down, until the connection is closed.
    public var discardedBytesMax = 256 * 1024
    /// How long the peer of a finished connection has to take what is queued; then it is aborted.
    public var finishTimeout = Duration.seconds(30)
    /// How long a TLS handshake may take, from the adoption of the socket on.
    public var handshakeTimeout = Duration.seconds(10)

    public init() {}
}

/// The limits that many connections of a loop have in common, so that none of them holds more than a
/// reference.
final class SharedConnectionLimits {
    let values: ConnectionLimits

    init(_ values: ConnectionLimits) {
        self.values = values
    }
}

extension EventLoop {
    /// Nearly always the object that the connection before got.
    func shared(_ limits: ConnectionLimits) -> SharedConnectionLimits {
        if connectionLimits.values != limits { connectionLimits = SharedConnectionLimits(limits) }
        return connectionLimits
    }
}
