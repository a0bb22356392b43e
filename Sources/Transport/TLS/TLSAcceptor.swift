/// What a listening port answers to those who connect: the certificate of the moment, and whether
/// plain connections are taken too. Shared by all loops; connections ask it when their handshake
/// begins.
public final class TLSAcceptor: Sendable {
    /// What becomes of a peer whose first byte is not TLS's.
    public enum PlainPolicy: Sendable, Hashable {
        /// It is refused like any broken handshake.
        case refused
        /// Its connection goes on as a plain one (`isSecure` is false), so that it can be sent to
        /// `https`.
        case taken
    }

    public let plainPolicy: PlainPolicy
    private let current: Locked<TLSContext>

    public init(_ context: TLSContext, plainPolicy: PlainPolicy = .refused) {
        current = Locked(context)
        self.plainPolicy = plainPolicy
    }

    /// From now on handshakes begin with this one's certificate; those that have begun, and the
    /// connections that exist, go on with theirs.
    public var context: TLSContext {
        get { current.with { $0 } }
        set { current.with { $0 = newValue } }
    }

    /// Whether a connection that begins with this byte speaks no TLS: a handshake begins with 22
    /// (RFC 8446, section 5.1), a request with a letter, or the line end that some clients send
    /// before it (RFC 9112, section 2.2).
    static func isPlain(_ byte: UInt8) -> Bool {
        (0x20..<0x7f).contains(byte) || byte == 0x0d || byte == 0x0a
    }
}
