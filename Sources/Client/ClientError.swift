/// The reason why a connection to a hub could not be made, or why it ended.
public enum ClientError: Error, Sendable, Equatable {
    /// The connection can't be made, for this reason.
    case unreachable(String)
    /// The hub answered with this HTTP status. `detail` comes from its problem document (RFC 9457),
    /// or is the status line's phrase.
    case refused(status: Int, detail: String)
    /// The server broke this rule of the protocol.
    case violation(String)
    /// The hub closed the WebSocket. `code` is `nil` if its close frame had none.
    case closed(code: Int?, reason: String)
    /// The connection broke, for this reason.
    case lost(String)
    /// No data came within the timeout.
    case timedOut
    /// A mutation was rejected, and the following ones would be, too.
    case rejected(code: String, message: String)
}

extension ClientError {
    /// Whether the same request may succeed later. Clients neither reconnect after 4401 or 4403 nor
    /// repeat a request that was wrong.
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
        case .violation(let rule): "The server breaks the protocol: \(rule)"
        case .closed(let code, let reason):
            "The hub closed the connection" + (code.map { " with \($0)" } ?? "")
                + (reason.isEmpty ? "" : ": \(reason)")
        case .lost(let reason): "The connection was lost: \(reason)"
        case .timedOut: "The hub did not answer in time"
        case .rejected(let code, let message): "The hub rejected it (\(code)): \(message)"
        }
    }
}
