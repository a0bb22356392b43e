import CPlatform
import Glibc

/// Accepts connections on the thread of its loop, until `close` is called; it need not be retained.
///
/// When the process is out of descriptors, the listener stops watching its sockets, because the
/// poll would report them again and again. It reports this once, and tries again when the process
/// closes a connection, or after a second.
public final class Listener {
    private static let acceptsPerTurnMax = 64
    private static let retryInterval = Duration.seconds(1)

    private let loop: EventLoop
    private var sockets: [ListeningSocket] = []
    private var accepted: ((AcceptedSocket) -> Void)?
    private var noticed: ((ListenerNotice) -> Void)?
    private var isPaused = false
    /// Whether `pausedForDescriptors` was reported and `resumed` was not. Failed attempts in
    /// between are not reported.
    private var hasShortage = false
    private var retryTimer: Timer?

    /// Listens at every address of `host`, or of the machine if `host` is `nil` or `*`. Must be
    /// called on the loop's thread.
    ///
    /// With port 0 the system picks a port, the same for all addresses. A host's name is looked up
    /// before this returns.
    ///
    /// Throws `EADDRINUSE` for a port that is taken, `EACCES` for a port that needs privileges, and
    /// `EADDRNOTAVAIL` for a host that is unknown or another machine.
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

    /// The addresses at which it listens, with the actual port.
    public var addresses: [SocketAddress] { sockets.map(\.address) }

    /// Stops listening. Accepted connections stay open.
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

    /// Accepts a bounded number of connections, so that many new ones don't delay those that exist.
    /// The poll reports the rest again.
    func accept(from socket: ListeningSocket) {
        guard !sockets.isEmpty else { return }
        for _ in 0..<Listener.acceptsPerTurnMax {
            switch System.accept(from: socket.descriptor) {
            case .accepted(let descriptor, let remoteAddress):
                hand(descriptor, from: remoteAddress)
            case .wouldBlock:
                return
            case .failed(let code):
                guard Listener.concernsOneConnection(code) else { return pause(because: code) }
            }
            if sockets.isEmpty { return }
        }
    }

    /// Tries to accept again after a shortage of descriptors.
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
            // The descriptor is registered, so the change can't fail.
            try? loop.poller.change(socket.descriptor, to: interest, token: socket.token)
        }
    }

    private func hand(_ descriptor: Int32, from remoteAddress: SocketAddress?) {
        guard let remoteAddress else { return System.close(descriptor) }
        accepted?(
            AcceptedSocket(.open(descriptor: descriptor), remoteAddress: remoteAddress))
    }

    /// Whether `accept` failed because of one waiting connection (accept(2)). The next one can be
    /// accepted then.
    private static func concernsOneConnection(_ code: Int32) -> Bool {
        switch code {
        case ECONNABORTED, ENETDOWN, EPROTO, ENOPROTOOPT, EHOSTDOWN, ENONET, EHOSTUNREACH,
            EOPNOTSUPP, ENETUNREACH, EPERM:
            true
        default:
            false
        }
    }
}

/// An event of a listener that belongs in the log.
public enum ListenerNotice: Sendable, Hashable {
    /// The process (`EMFILE`) or the machine (`ENFILE`, `ENOMEM`, …) has no resources for another
    /// connection. New connections wait in the kernel's queue. Existing ones are not affected.
    case pausedForDescriptors(errno: Int32)
    /// Connections are accepted again.
    case resumed
}
