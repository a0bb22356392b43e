/// The receiver of a connection's events, on the thread of its loop.
///
/// Each method may send to the connection, pause, finish, abort or detach it, or replace its
/// handler.
public protocol ConnectionHandler: AnyObject {
    /// Called for every chunk of input, of at least one byte. `bytes` is valid only during the
    /// call.
    func received(_ bytes: UnsafeRawBufferPointer, on connection: Connection)
    /// Called when the peer has finished: it will send nothing more, but may still read. The
    /// default implementation finishes the connection.
    func peerFinished(_ connection: Connection)
    /// Called when the output of a congested connection has fallen to `outputLowBytes`.
    func drained(_ connection: Connection)
    /// Called after `tellWhenFlushed`, when the kernel has taken all output.
    func flushed(_ connection: Connection)
    /// Called exactly once, as the last call, when the connection has ended. Not called for a
    /// connection that was detached.
    func closed(_ connection: Connection, because reason: ConnectionEnd)
}

extension ConnectionHandler {
    public func peerFinished(_ connection: Connection) { connection.finish() }
    public func drained(_ connection: Connection) {}
    public func flushed(_ connection: Connection) {}
}

/// Replaces the handler of a connection that has ended, so that the two don't retain each other.
final class ConnectionWithoutHandler: ConnectionHandler, Sendable {
    static let shared = ConnectionWithoutHandler()

    func received(_ bytes: UnsafeRawBufferPointer, on connection: Connection) {}
    func closed(_ connection: Connection, because reason: ConnectionEnd) {}
}
