/// Why a connection to a hub could not be made, or did not last.
public enum ClientError: Error, Sendable, Equatable {
    /// Nobody answers there; what the system says about it.
    case unreachable(String)
    /// The hub answered with this HTTP status. `detail` is from its problem document (RFC 9457), or
    /// the status's own words.
    case refused(status: Int, detail: String)
    /// What answers does not speak the protocol; which rule it broke.
    case violation(String)
    /// The connection was closed by WebSocket's rules. Without a code where the frame had none.
    case closed(code: Int?, reason: String)
    /// The connection broke off.
    case lost(String)
    /// Nothing came in the time that was given.
    case timedOut
    /// A mutation was rejected in a way that makes it useless to go on.
    case rejected(code: String, message: String)
}

extension ClientError {
    /// Whether the same might go well later. After a 4401 or 4403 a client does not come back by
    /// itself, nor when its request itself was wrong.
    public var isWorthRetrying: Bool {
        switch self {
        case .unreachable, .violation, .lost, .timedOut: true
        case .closed(let code, _): code != 4401 && code != 4403
        case .refused(let status, _): status >= 500 || status == 408 || status == 429
        case .rejected: false
        }
    }
}

extension ClientError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreachable(let reason): "The hub can't be reached: \(reason)"
        case .refused(let status, let detail): "The hub refused with \(status): \(detail)"
        case .violation(let rule): "What answers does not speak the protocol: \(rule)"
        case .closed(let code, let reason):
            "The hub closed the connection" + (code.map { " with \($0)" } ?? "")
                + (reason.isEmpty ? "" : ": \(reason)")
        case .lost(let reason): "The connection was lost: \(reason)"
        case .timedOut: "The hub did not answer in time"
        case .rejected(let code, let message): "The hub rejected it (\(code)): \(message)"
        }
    }
}
