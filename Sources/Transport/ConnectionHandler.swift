/// What is told about a connection, on the thread of its loop. Within each call the connection may
/// be sent to, paused, finished, aborted, detached or given another handler.
public protocol ConnectionHandler: AnyObject {
    /// `bytes` came, at least one; they are valid during the call only.
    func received(_ bytes: UnsafeRawBufferPointer, on connection: Connection)
    /// The peer will send nothing more; it may still read. Finishes the connection unless it is
    /// implemented otherwise.
    func peerFinished(_ connection: Connection)
    /// The output has fallen to `outputLowBytes` after `isCongested` had become true.
    func drained(_ connection: Connection)
    /// All that was sent has been taken by the kernel, after `tellWhenFlushed` was called.
    func flushed(_ connection: Connection)
    /// The connection is no more. Called exactly once, as the last call, unless it was detached.
    func closed(_ connection: Connection, because reason: ConnectionEnd)
}

extension ConnectionHandler {
    public func peerFinished(_ connection: Connection) { connection.finish() }
    public func drained(_ connection: Connection) {}
    public func flushed(_ connection: Connection) {}
}

/// Stands in for the handler of a connection that is no more, so that the two don't hold each
/// other.
final class ConnectionWithoutHandler: ConnectionHandler, Sendable {
    static let shared = ConnectionWithoutHandler()

    func received(_ bytes: UnsafeRawBufferPointer, on connection: Connection) {}
    func closed(_ connection: Connection, because reason: ConnectionEnd) {}
}
