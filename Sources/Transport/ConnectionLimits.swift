/// How much output one connection may queue, and how long its beginning and its end may take.
public struct ConnectionLimits: Sendable, Hashable {
    /// Above this much waiting output, the connection ends with `outputOverflow`.
    public var outputBytesMax = 4 * 1024 * 1024
    /// Above this much waiting output, the connection is congested.
    public var outputHighBytes = 256 * 1024
    /// The waiting output at which a congested connection is `drained`.
    public var outputLowBytes = 64 * 1024
    /// How long a finished connection waits for the peer to finish.
    public var lingerTimeout = Duration.seconds(2)
    /// How many bytes of a finished connection's input are read and discarded. The rest is not
    /// read, which slows the peer down until the connection is closed.
    public var discardedBytesMax = 256 * 1024
    /// How long the peer of a finished connection may take to accept what is queued. The connection
    /// is aborted then.
    public var finishTimeout = Duration.seconds(30)
    /// How long a TLS handshake may take, counted from the adoption of the socket.
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
