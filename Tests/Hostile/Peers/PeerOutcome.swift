/// The outcome for a hostile peer.
public enum PeerOutcome: Sendable, Hashable {
    /// The hub answered with this HTTP status of 400 or more.
    case status(Int)
    /// The hub closed the WebSocket with this code.
    case closeCode(Int)
    /// The hub ended TLS with this alert (RFC 8446, section 6).
    case alert(Int)
    /// The hub closed the connection without an answer.
    case ended
    /// The connection was reset.
    case reset
    /// The peer left according to its plan.
    case left
    /// The peer could not connect.
    case unconnected(errno: Int32)
    /// The peer had not finished when the time was over.
    case unfinished
}

extension PeerOutcome: CustomStringConvertible {
    public var description: String {
        switch self {
        case .status(let status): "\(status)"
        case .closeCode(let code): "close \(code)"
        case .alert(let number): "alert \(number)"
        case .ended: "ended"
        case .reset: "reset"
        case .left: "left"
        case .unconnected(let errno): "not connected (errno \(errno))"
        case .unfinished: "unfinished"
        }
    }
}
