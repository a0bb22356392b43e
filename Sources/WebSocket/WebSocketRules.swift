/// The role and limits of a decoder. Connections of a kind share one object, so that each holds
/// only a reference.
public final class WebSocketRules: Sendable {
    public let role: WebSocketRole
    public let limits: WebSocketLimits

    public init(role: WebSocketRole, limits: WebSocketLimits) {
        self.role = role
        self.limits = limits
    }

    private static let standardServer = WebSocketRules(role: .server, limits: .standard)
    private static let standardClient = WebSocketRules(role: .client, limits: .standard)

    /// Returns the shared object for `role` with the standard limits.
    static func standard(for role: WebSocketRole) -> WebSocketRules {
        switch role {
        case .server: standardServer
        case .client: standardClient
        }
    }
}

/// The side of a connection that reads. A client masks every frame that it sends, and a server none
/// (RFC 6455, 5.1).
public enum WebSocketRole: Sendable {
    case server
    case client
}
