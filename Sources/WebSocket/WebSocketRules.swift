/// What a decoder goes by. It is shared by all connections of a kind, so that none of them holds
/// more than a reference.
public final class WebSocketRules: Sendable {
    public let role: WebSocketRole
    public let limits: WebSocketLimits

    public init(role: WebSocketRole, limits: WebSocketLimits) {
        self.role = role
        self.limits = limits
    }

    private static let standardServer = WebSocketRules(role: .server, limits: .standard)
    private static let standardClient = WebSocketRules(role: .client, limits: .standard)

    /// The one object for `role` with the standard limits.
    static func standard(for role: WebSocketRole) -> WebSocketRules {
        switch role {
        case .server: standardServer
        case .client: standardClient
        }
    }
}
