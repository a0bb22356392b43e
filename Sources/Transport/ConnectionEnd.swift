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
}
