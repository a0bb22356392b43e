/// Why a connection is closed.
public enum ConnectionEnd: Sendable, Hashable {
    /// Both sides are done, or this side is and the peer let `lingerTimeout` pass.
    case finished
    /// The peer, or the network on the way to it, broke the connection off.
    case reset(errno: Int32)
    /// This side broke it off: `abort`, the loop's end, or a peer that took nothing for
    /// `finishTimeout`.
    case aborted
    /// The peer read too slowly and `outputBytesMax` was passed.
    case outputOverflow
    /// The peer's end came without TLS's own (close_notify): what was received may not be all.
    case truncated
    /// The handshake failed, or what came later was no TLS; the peer was told by an alert.
    case tlsFailure(TLSFailure)
    /// The handshake took longer than `handshakeTimeout`.
    case handshakeTimeout
}
