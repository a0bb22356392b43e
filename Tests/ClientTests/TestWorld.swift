import TestSupport

@testable import Client

/// Simulated surroundings of a client. Time passes only while the client waits, and the peers of
/// its connections are prepared.
final class TestWorld: Surroundings {
    /// The peers of the next connections, in this order; later connections fail.
    var peers: [(any TestPeer)?]
    private(set) var now: Duration = .zero
    /// The number of attempted connections.
    private(set) var dialCount = 0
    /// The durations of the sleeps.
    private var generator = SeededGenerator(seed: 1)

    init(_ peers: [(any TestPeer)?] = []) { self.peers = peers }

    static let address = HubAddress.forTests

    func connect(
        to address: HubAddress, timeout: Duration
    ) throws(ClientError) -> any ByteStream {
        dialCount += 1
        guard !peers.isEmpty, let peer = peers.removeFirst() else {
            throw .unreachable("nobody is there")
        }
        return TestStream(peer: peer, world: self)
    }

    func sleep(for duration: Duration) {
        now += duration
    }

    func random() -> UInt64 { generator.next() }

    func advance(by duration: Duration) { now += duration }
}

/// The other end of a connection.
protocol TestPeer: AnyObject {
    /// Receives the bytes that the client has written.
    func receive(_ bytes: [UInt8], on stream: TestStream)
}

/// A connection in memory.
final class TestStream: ByteStream {
    private enum Arrival {
        case bytes([UInt8])
        case end
        case broken
    }

    private let peer: any TestPeer
    private let world: TestWorld
    private var arrivals: [Arrival] = []
    private var isClosed = false

    init(peer: any TestPeer, world: TestWorld) {
        self.peer = peer
        self.world = world
    }

    /// Delivers these bytes to the client.
    func deliver(_ bytes: [UInt8]) { arrivals.append(.bytes(bytes)) }

    /// Delivers these bytes one by one.
    func trickle(_ bytes: [UInt8]) { for byte in bytes { deliver([byte]) } }

    /// Ends the connection in good order.
    func end() { arrivals.append(.end) }

    /// Resets the connection.
    func cut() { arrivals.append(.broken) }

    func write(_ bytes: [UInt8]) throws(ClientError) {
        guard !isClosed else { throw .lost("it is closed") }
        peer.receive(bytes, on: self)
    }

    func read(timeout: Duration) throws(ClientError) -> [UInt8]? {
        switch arrivals.first {
        case nil:
            world.advance(by: timeout)
            return nil
        case .bytes(let bytes):
            arrivals.removeFirst()
            return bytes
        case .end: return []
        case .broken: throw .lost("it is broken")
        }
    }

    func close() { isClosed = true }
}

extension HubAddress {
    fileprivate static let forTests: HubAddress = {
        guard let address = try? HubAddress("http://hub.example:8080") else {
            preconditionFailure("the tests' own address is malformed")
        }
        return address
    }()
}
