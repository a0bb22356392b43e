/// The side of a connection that reads. A client masks every frame that it sends, and a server none
/// (RFC 6455, 5.1).
public enum WebSocketRole: Sendable {
    case server
    case client
}
