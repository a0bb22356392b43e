import Glibc
import Locks

/// A socket of a listener.
final class ListeningSocket {
    let descriptor: Int32
    let address: SocketAddress
    let listener: Listener
    /// The socket's place in the loop's table of sources, once it is watched.
    var token: UInt64 = 0

    init(_ descriptor: Int32, address: SocketAddress, of listener: Listener) {
        self.descriptor = descriptor
        self.address = address
        self.listener = listener
    }
}

/// A bound and listening descriptor that does not belong to a listener yet.
struct BoundSocket {
    let descriptor: Int32
    let address: SocketAddress

    private static let portAttemptsMax = 16

    /// Binds and listens at every address of `host`. If the system picks the port, it may pick one
    /// for the first address that is taken at the second; then it is asked again.
    static func all(host: String?, port: Int, backlog: Int32) throws(SystemError) -> [BoundSocket] {
        guard (0...65535).contains(port) else {
            throw SystemError(errno: EINVAL, call: "bind to port \(port)")
        }
        guard let host, host != "*" else { return [try any(port: port, backlog: backlog)] }
        let addresses = try System.resolve(host: host, port: port)
        for _ in 1..<portAttemptsMax {
            do throws(SystemError) {
                return try all(addresses, backlog: backlog)
            } catch {
                guard port == 0, error.errno == EADDRINUSE else { throw error }
            }
        }
        return try all(addresses, backlog: backlog)
    }

    /// Binds to every address of the machine: IPv6 together with IPv4, or IPv4 alone if the machine
    /// has no IPv6.
    private static func any(port: Int, backlog: Int32) throws(SystemError) -> BoundSocket {
        if let address = SocketAddress(ip: "::", port: port) {
            do throws(SystemError) {
                return try BoundSocket(address, isDualStack: true, backlog: backlog)
            } catch {
                guard isAbsence(error) else { throw error }
            }
        }
        guard let address = SocketAddress(ip: "0.0.0.0", port: port) else {
            throw SystemError(errno: EINVAL, call: "bind to port \(port)")
        }
        return try BoundSocket(address, isDualStack: false, backlog: backlog)
    }

    /// Binds to each of `addresses`. Skips those that the machine doesn't have, as long as one is
    /// left; a name often stands for `::1` where there is no IPv6.
    private static func all(
        _ addresses: [SocketAddress], backlog: Int32
    ) throws(SystemError) -> [BoundSocket] {
        var bound: [BoundSocket] = []
        var absence = SystemError(errno: EADDRNOTAVAIL, call: "bind")
        for address in addresses {
            do throws(SystemError) {
                let port = bound.first?.address.port ?? address.port
                bound.append(
                    try BoundSocket(address.with(port: port), isDualStack: false, backlog: backlog))
            } catch {
                guard isAbsence(error) else {
                    for socket in bound { System.close(socket.descriptor) }
                    throw error
                }
                absence = error
            }
        }
        if bound.isEmpty { throw absence }
        return bound
    }

    private static func isAbsence(_ error: SystemError) -> Bool {
        error.errno == EAFNOSUPPORT || error.errno == EADDRNOTAVAIL
    }

    /// The most unsent bytes that the kernel queues for a connection.
    private static let unsentBytesMax: Int32 = 128 * 1024

    private init(
        _ address: SocketAddress, isDualStack: Bool, backlog: Int32
    ) throws(SystemError) {
        let descriptor = try System.socket(family: address.family, flags: SOCK_NONBLOCK.rawValue)
        do throws(SystemError) {
            try System.setOption(descriptor, level: SOL_SOCKET, name: SO_REUSEADDR, to: 1)
            if address.isIPv6 {
                let only: Int32 = isDualStack ? 0 : 1
                try System.setOption(
                    descriptor, level: Int32(IPPROTO_IPV6), name: IPV6_V6ONLY, to: only)
            }
            // Frames are already joined once a turn, so waiting for more would only add delay.
            // Accepted sockets inherit the option (Linux).
            try System.setOption(descriptor, level: Int32(IPPROTO_TCP), name: TCP_NODELAY, to: 1)
            // Urgent frames can't overtake what the kernel has queued, and it can't be folded. So
            // its queue is kept short; accepted sockets inherit the option too.
            try System.setOption(
                descriptor, level: Int32(IPPROTO_TCP), name: TCP_NOTSENT_LOWAT,
                to: Self.unsentBytesMax)
            try System.bind(descriptor, to: address)
            try System.listen(descriptor, backlog: backlog)
        } catch {
            System.close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        self.address = System.localAddress(of: descriptor) ?? address
    }
}
