/// The side of a connection that a decoder reads for. A client masks every frame that it sends and
/// a server none (RFC 6455, 5.1), so each knows what to expect of the other.
public enum WebSocketRole: Sendable {
    case server
    case client
}
