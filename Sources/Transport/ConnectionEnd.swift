/// The reason why a connection is closed.
public enum ConnectionEnd: Sendable, Hashable {
    /// Both sides have finished, or this side has and the peer did not within `lingerTimeout`.
    case finished
    /// The peer, or the network between, reset the connection.
    case reset(errno: Int32)
    /// This side reset the connection: by `abort`, when the loop stopped, or because the peer took
    /// nothing for `finishTimeout`.
    case aborted
    /// The peer read too slowly, and more than `outputBytesMax` waited.
    case outputOverflow
    /// The peer finished without TLS's close_notify. Bytes may be missing.
    case truncated
    /// The handshake failed, or invalid TLS came after it. The peer was sent an alert.
    indirect case tlsFailure(TLSFailure)
    /// The handshake was not a resumption, and `TLSAcceptor.admits` refused it.
    case handshakeRefused
    /// The handshake took longer than `handshakeTimeout`.
    case handshakeTimeout
}
