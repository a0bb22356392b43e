/// What became of one hostile peer.
public enum PeerOutcome: Sendable, Hashable {
    /// It was answered with this HTTP status of 400 or more.
    case status(Int)
    /// Its WebSocket was closed with this code.
    case closeCode(Int)
    /// Its TLS was ended by this alert (RFC 8446, section 6).
    case alert(Int)
    /// The connection ended without a word.
    case ended
    /// The connection was broken off.
    case reset
    /// It went of its own accord, as its plan says.
    case left
    /// It did not get as far as a connection.
    case unconnected(errno: Int32)
    /// It was still there when everybody else's time was up.
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
