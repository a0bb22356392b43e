import Glibc
import Locks

/// A connected socket that can be sent to the thread of the loop that will own it.
///
/// A `Connection` adopts it once. The socket closes itself if it is never adopted.
public final class AcceptedSocket: Sendable {
    /// The content that a connection receives when it adopts the socket.
    enum Content {
        case open(descriptor: Int32)
        /// The socket comes from another loop, with its TLS session if it has one. A plain socket
        /// stays plain.
        case moved(descriptor: Int32, TLSSession?)
        /// The connection ended before it could be handed over.
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
