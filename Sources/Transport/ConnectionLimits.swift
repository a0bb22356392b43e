/// The limits on one connection's output, and on the time for its beginning and its end.
public struct ConnectionLimits: Sendable, Hashable {
    /// The waiting output above which the connection ends with `outputOverflow`.
    public var outputBytesMax = 4 * 1024 * 1024
    /// The waiting output above which the connection is congested.
    public var outputHighBytes = 256 * 1024
    /// The waiting output at which a congested connection is `drained`.
    public var outputLowBytes = 64 * 1024
    /// The time for which a finished connection waits for the peer to finish.
    public var lingerTimeout = Duration.seconds(2)
    /// The number of input bytes that a finished connection reads and discards. The rest is not
    /// read, which slows the peer down until the connection is closed.
    public var discardedBytesMax = 256 * 1024
    /// The time that the peer of a finished connection may take to accept the queued output. After
    /// that, the connection is aborted.
    public var finishTimeout = Duration.seconds(30)
    /// The time for a TLS handshake, counted from the adoption of the socket.
    public var handshakeTimeout = Duration.seconds(10)

    public init() {}
}

/// Limits that many connections of a loop share, so that each holds only a reference.
final class SharedConnectionLimits {
    let values: ConnectionLimits

    init(_ values: ConnectionLimits) {
        self.values = values
    }
}

extension EventLoop {
    /// Returns `limits` in a shared object. Connections in a row nearly always have the same
    /// limits.
    func shared(_ limits: ConnectionLimits) -> SharedConnectionLimits {
        if connectionLimits.values != limits { connectionLimits = SharedConnectionLimits(limits) }
        return connectionLimits
    }
}
