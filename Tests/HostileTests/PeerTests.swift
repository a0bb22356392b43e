import CPlatform
import Glibc
import Testing

@testable import HostilePeers
@testable import Transport

struct PeerTests {
    @Test(arguments: [PeerOutcome.reset, .ended])
    func `a peer whose sending fails reports how its connection ended`(end: PeerOutcome) throws {
        #expect(try Self.outcome(of: end) == end)
    }

    /// Connects a peer whose next byte is sent after the connection ended, and before the peer
    /// noticed.
    private static func outcome(of end: PeerOutcome) throws -> PeerOutcome? {
        let listener = try System.socket(family: AF_INET)
        defer { close(listener) }
        try System.bind(listener, to: #require(SocketAddress(ip: "127.0.0.1", port: 0)))
        try System.listen(listener, backlog: 1)
        let port = try #require(System.localAddress(of: listener)?.port)
        var code: Int32 = 0
        let socket = try #require(RawSocket(port: port, from: INADDR_LOOPBACK, code: &code))
        defer { socket.close(resets: true) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 1)
        defer { buffer.deallocate() }

        let peer = Peer(PeerPlan("a drip", [.drip([1, 2, 3])], gets: [end]), on: socket)
        wait(on: socket.descriptor, for: POLLOUT)
        peer.handle(EPOLLOUT.rawValue, buffer)
        wait(on: listener, for: POLLIN)
        guard case .accepted(let accepted, _) = System.accept(from: listener) else { return nil }
        if end == .reset { System.resetOnClose(accepted) }
        close(accepted)
        wait(on: socket.descriptor, for: POLLIN)
        // The first byte after a regular end is answered by a reset.
        peer.drip(buffer)
        if end == .ended {
            wait(on: socket.descriptor, for: 0)
            peer.drip(buffer)
        }
        return peer.outcome
    }

    /// Waits for one of `events`, an error or the end of both directions.
    private static func wait(on descriptor: Int32, for events: Int32) {
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        poll(&entry, 1, 10_000)
    }
}
