import Glibc

/// A connected socket on its way to the loop that will own it. It may be sent to any thread, is
/// adopted once by a `Connection`, and closes itself when nobody does.
public final class AcceptedSocket: Sendable {
    /// What a connection finds when it adopts the socket.
    enum Content {
        case open(descriptor: Int32)
        /// From another loop, with what it had of TLS there; a plain one stays plain.
        case moved(descriptor: Int32, TLSSession?)
        /// The socket ended before it could be handed over.
        case ended(ConnectionEnd)
        case taken
    }

    /// The peer's address.
    public let remoteAddress: SocketAddress
    private let content: Locked<Content>

    init(_ content: Content, remoteAddress: SocketAddress) {
        self.content = Locked(content)
        self.remoteAddress = remoteAddress
    }

    deinit {
        switch take() {
        case .open(let descriptor), .moved(let descriptor, _):
            System.close(descriptor)
            DescriptorShortage.descriptorWasClosed()
        case .ended, .taken: break
        }
    }

    func take() -> Content {
        content.with { content in
            defer { content = .taken }
            return content
        }
    }
}
