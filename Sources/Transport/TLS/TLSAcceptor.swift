import Locks

/// The TLS of a listening port: its current certificate, and whether plain connections are accepted
/// too.
///
/// All loops share it. A connection asks it when its handshake begins.
public final class TLSAcceptor: Sendable {
    /// The treatment of a peer whose first byte does not begin TLS.
    public enum PlainPolicy: Sendable, Hashable {
        /// The connection fails like any invalid handshake.
        case refused
        /// The connection continues without TLS (`isSecure` is `false`), so that the peer can be
        /// redirected to `https`.
        case taken
    }

    public let plainPolicy: PlainPolicy
    let admits: @Sendable (SocketAddress) -> Bool
    private let current: Locked<TLSContext>

    /// - Parameter admits: Whether an address may have one more full handshake, which costs a
    ///   signature. Called on the connection's loop when a ClientHello has come that resumes no
    ///   session.
    public init(
        _ context: TLSContext, plainPolicy: PlainPolicy = .refused,
        admits: @escaping @Sendable (SocketAddress) -> Bool = { _ in true }
    ) {
        current = Locked(context)
        self.plainPolicy = plainPolicy
        self.admits = admits
    }

    /// The context of new handshakes. Handshakes and connections that have begun keep their own.
    public var context: TLSContext {
        get { current.with { $0 } }
        set { current.with { $0 = newValue } }
    }

    /// Whether a connection that begins with this byte is not TLS. A handshake begins with 22 (RFC
    /// 8446, section 5.1), a request with a letter or with a line end that some clients send first
    /// (RFC 9112, section 2.2).
    static func isPlain(_ byte: UInt8) -> Bool {
        (0x20..<0x7f).contains(byte) || byte == 0x0d || byte == 0x0a
    }
}
