import CPlatform
import Glibc

/// Accepts connections, on the thread of its loop. It lives until `close`, whether or not anybody
/// holds it.
///
/// Out of descriptors it stops watching its sockets, for a poll would report them again and again,
/// says so once, and tries again whenever this process closes a connection, or after a second.
public final class Listener {
    private static let acceptsPerTurnMax = 64
    private static let retryInterval = Duration.seconds(1)

    private let loop: EventLoop
    private var sockets: [ListeningSocket] = []
    private var accepted: ((AcceptedSocket) -> Void)?
    private var noticed: ((ListenerNotice) -> Void)?
    private var isPaused = false
    /// Whether `pausedForDescriptors` was said and `resumed` not yet: an attempt that fails says
    /// nothing.
    private var hasShortage = false
    private var retryTimer: Timer?

    /// Listens at every address of `host`; only on the loop's thread. `nil` or `*` is every address
    /// of the machine. Port 0 has the system pick one, the same for all addresses.
    ///
    /// Throws `EADDRINUSE` for a port that is taken, `EACCES` for one that needs privileges, and
    /// `EADDRNOTAVAIL` for a host that is unknown or another machine. A name is looked up before
    /// this returns.
    public init(
        host: String?, port: Int, backlog: Int = 4096, on loop: EventLoop,
        accepted: @escaping (AcceptedSocket) -> Void,
        noticed: @escaping (ListenerNotice) -> Void
    ) throws(SystemError) {
        loop.preconditionCurrent()
        self.loop = loop
        self.accepted = accepted
        self.noticed = noticed
        let bound = try BoundSocket.all(host: host, port: port, backlog: Int32(clamping: backlog))
        sockets = bound.map { ListeningSocket($0.descriptor, address: $0.address, of: self) }
        for socket in sockets { socket.token = loop.sources.insert(.listener(socket)) }
        do throws(SystemError) {
            for socket in sockets {
                try loop.poller.watch(socket.descriptor, for: EPOLLIN.rawValue, token: socket.token)
            }
        } catch {
            close()
            throw error
        }
    }

    /// Where it listens, with the port that the system picked.
    public var addresses: [SocketAddress] { sockets.map(\.address) }

    /// Stops listening. Connections that were accepted stay.
    public func close() {
        loop.preconditionCurrent()
        for socket in sockets {
            loop.sources.remove(socket.token)
            System.close(socket.descriptor)
        }
        sockets = []
        retryTimer?.cancel()
        accepted = nil
        noticed = nil
    }

    /// Takes a bounded batch, so that a rush of new connections doesn't hold up those that exist;
    /// the poll reports the rest again.
    func accept(from socket: ListeningSocket) {
        guard !sockets.isEmpty else { return }
        for _ in 0..<Listener.acceptsPerTurnMax {
            switch System.accept(from: socket.descriptor) {
            case .accepted(let descriptor, let remoteAddress):
                hand(descriptor, from: remoteAddress)
            case .wouldBlock:
                return
            case .failed(let code):
                guard Listener.isOfOneConnection(code) else { return pause(because: code) }
            }
            if sockets.isEmpty { return }
        }
    }

    /// Tries again after a pause.
    func retry() {
        guard isPaused else { return }
        isPaused = false
        retryTimer?.cancel()
        for socket in sockets where !isPaused { accept(from: socket) }
        if isPaused || sockets.isEmpty { return }
        watch(for: EPOLLIN.rawValue)
        hasShortage = false
        noticed?(.resumed)
    }

    private func pause(because code: Int32) {
        isPaused = true
        watch(for: 0)
        for socket in sockets.prefix(1) {
            DescriptorShortage.wait(on: loop, token: socket.token)
        }
        retryTimer = loop.schedule(after: Listener.retryInterval) { [weak self] in self?.retry() }
        guard !hasShortage else { return }
        hasShortage = true
        noticed?(.pausedForDescriptors(errno: code))
    }

    private func watch(for interest: UInt32) {
        for socket in sockets {
            // Both kinds of interest are of a descriptor that is registered; nothing can be
            // refused.
            try? loop.poller.change(socket.descriptor, to: interest, token: socket.token)
        }
    }

    private func hand(_ descriptor: Int32, from remoteAddress: SocketAddress?) {
        guard let remoteAddress else { return System.close(descriptor) }
        accepted?(
            AcceptedSocket(.open(descriptor: descriptor), remoteAddress: remoteAddress))
    }

    /// What `accept` says of a connection that failed while it waited (accept(2)), which is no
    /// reason to keep the next one waiting.
    private static func isOfOneConnection(_ code: Int32) -> Bool {
        switch code {
        case ECONNABORTED, ENETDOWN, EPROTO, ENOPROTOOPT, EHOSTDOWN, ENONET, EHOSTUNREACH,
            EOPNOTSUPP, ENETUNREACH, EPERM:
            true
        default:
            false
        }
    }
}
