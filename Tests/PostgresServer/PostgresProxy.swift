import Foundation
import Glibc
import Locks

/// A network between a hub and its database, which a test can have hold back bytes or break.
public final class PostgresProxy: Sendable {
    private let server: Int
    private let listener: Int32
    private let links = Locked<[Link]>([])

    /// The proxy's own port.
    public let port: Int

    /// - Parameter server: the port of the database on this machine.
    public init(to server: Int) throws {
        self.server = server
        (listener, port) = try Self.listen()
        Thread.detachNewThread { [listener, server, links] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                guard let link = Link(client, to: server) else { continue }
                links.with { $0.append(link) }
                link.start()
            }
        }
    }

    /// Refuses new connections and breaks all others.
    public func close() {
        shutdown(listener, Int32(SHUT_RDWR))
        breakConnections()
    }

    /// Keeps what the clients of the present connections send from now on, until `release()`.
    public func holdRequests() {
        for link in links.with({ $0 }) { link.hold(requests: true) }
    }

    /// Keeps what the server sends to the present connections from now on.
    public func holdAnswers() {
        for link in links.with({ $0 }) { link.hold(requests: false) }
    }

    /// Waits until something is kept.
    public func awaitHeld() {
        while !links.with({ $0 }).contains(where: \.hasHeld) { usleep(2_000) }
    }

    /// Breaks the present connections, as the clients see it. The server does not notice.
    public func breakConnections() {
        for link in links.with({ $0 }) { link.leaveClient() }
    }

    /// Delivers what was kept.
    public func release() {
        for link in links.with({ $0 }) { link.release() }
    }

    private static func listen() throws -> (Int32, Int) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && Glibc.listen(descriptor, 16) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isOpen else { throw PostgresServer.Failure(what: "no proxy can listen") }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }
}

/// An address of this machine.
func loopback(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = UInt16(port).bigEndian
    return address
}

/// One connection through the proxy, with a thread for each direction.
private final class Link: Sendable {
    private struct State {
        var holdsRequests = false
        var holdsAnswers = false
        var hasHeld = false
    }

    private let client: Int32
    private let server: Int32
    private let state = Monitor(State())

    init?(_ client: Int32, to port: Int) {
        self.client = client
        server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = loopback(port)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else {
            Glibc.close(client)
            Glibc.close(server)
            return nil
        }
    }

    var hasHeld: Bool { state.withValue { $0.hasHeld } }

    func start() {
        Thread.detachNewThread { self.pump(self.client, self.server) { $0.holdsRequests } }
        Thread.detachNewThread { self.pump(self.server, self.client) { $0.holdsAnswers } }
    }

    func hold(requests: Bool) {
        state.withValue { if requests { $0.holdsRequests = true } else { $0.holdsAnswers = true } }
    }

    func leaveClient() { shutdown(client, Int32(SHUT_RDWR)) }

    func release() { state.withValue { $0 = State() } }

    private func pump(
        _ from: Int32, _ to: Int32, _ isHeld: @escaping @Sendable (State) -> Bool
    ) {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(from, &bytes, bytes.count), count > 0 {
            state.takeValue { state in
                guard isHeld(state) else { return () }
                state.hasHeld = true
                return nil
            }
            var sent = 0
            while sent < count {
                let more = send(
                    to, Array(bytes[sent..<count]), count - sent, Int32(MSG_NOSIGNAL))
                if more <= 0 { break }
                sent += more
            }
        }
        // Whoever holds bytes back has not heard of the end yet.
        state.takeValue { isHeld($0) ? nil : () }
        shutdown(to, Int32(SHUT_WR))
    }
}
