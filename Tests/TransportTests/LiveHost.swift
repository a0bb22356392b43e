@testable import Transport

/// A call of a connection's handler.
enum Told: Sendable, Equatable {
    case received([UInt8])
    case peerFinished
    case drained
    case flushed
    case closed(ConnectionEnd)
}

/// A handler that records its calls and then runs the test's script.
final class Recorder: ConnectionHandler {
    typealias Script = @Sendable (_ told: Told, _ connection: Connection) -> Void

    private let tell: @Sendable (Told) -> Void
    private let script: Script

    init(tell: @escaping @Sendable (Told) -> Void = { _ in }, script: @escaping Script) {
        self.tell = tell
        self.script = script
    }

    func received(_ bytes: UnsafeRawBufferPointer, on connection: Connection) {
        hear(.received(Array(bytes)), connection)
    }

    func peerFinished(_ connection: Connection) {
        hear(.peerFinished, connection)
    }

    func drained(_ connection: Connection) {
        hear(.drained, connection)
    }

    func flushed(_ connection: Connection) {
        hear(.flushed, connection)
    }

    func closed(_ connection: Connection, because reason: ConnectionEnd) {
        hear(.closed(reason), connection)
    }

    private func hear(_ told: Told, _ connection: Connection) {
        script(told, connection)
        tell(told)
    }
}

/// A listening loop whose connections follow a script. Releasing it stops the loop.
final class LiveHost: Sendable {
    let loop: EventLoop
    let addresses: [SocketAddress]
    /// A thread for clients' blocking calls. The tests' own threads are too few to wait for each
    /// other.
    let clientThread: EventLoop
    /// All calls of all handlers, in order.
    let told: AsyncStream<Told>
    /// Signs the host's certificate if its connections are encrypted.
    private let authority: TestAuthority?

    var port: Int { addresses[0].port }

    init(
        host: String? = "127.0.0.1", limits: ConnectionLimits = .patient,
        tls: TLSAcceptor? = nil, isSecure: Bool = false, readBytesMax: Int = 65_536,
        begun: @escaping @Sendable (Connection) -> Void = { _ in },
        script: @escaping Recorder.Script
    ) async throws {
        let authority = isSecure ? try TestAuthority() : nil
        let tls = try authority?.acceptor() ?? tls
        self.authority = authority
        let loop = try EventLoop(name: "test", readBytesMax: readBytesMax)
        let (told, continuation) = AsyncStream.makeStream(of: Told.self)
        self.loop = loop
        clientThread = try EventLoop(name: "client")
        self.told = told
        addresses = try await loop.run {
            try Listener(host: host, port: 0, on: loop) { socket in
                let recorder = Recorder(tell: { continuation.yield($0) }, script: script)
                begun(
                    Connection(
                        adopting: socket, on: loop, limits: limits, tls: tls, handler: recorder))
            } noticed: { _ in
            }.addresses
        }
    }

    deinit {
        loop.stop()
        clientThread.stop()
    }

    func connect(host: String = "127.0.0.1") throws -> ClientSocket {
        if let authority { return try connect(tls: authority.client()) }
        return try ClientSocket(host: host, port: port, timeout: .seconds(20))
    }

    func connect(tls: TLSClientContext, host: String = "localhost") throws -> ClientSocket {
        try ClientSocket(host: host, port: port, timeout: .seconds(20), tls: tls)
    }

    /// Returns the reason of the next `closed`. Skips other calls before it.
    func nextEnd() async -> ConnectionEnd? {
        for await case .closed(let reason) in told { return reason }
        return nil
    }

    /// Skips calls until `awaited` comes.
    func wait(for awaited: Told) async -> Bool {
        for await one in told where one == awaited { return true }
        return false
    }
}

extension ConnectionLimits {
    /// Limits for machines on which the tests' clients are slow.
    static var patient: ConnectionLimits {
        var limits = ConnectionLimits()
        limits.handshakeTimeout = .seconds(60)
        return limits
    }
}

extension EventLoop {
    /// Calls `body` on the loop and returns its result.
    func run<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            execute { continuation.resume(with: Swift.Result { try body() }) }
        }
    }
}

extension ClientSocket {
    /// Reads exactly `count` bytes, or fewer if the peer finishes earlier.
    func readExactly(_ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = try read(max: count - bytes.count)
            if more.isEmpty { break }
            bytes += more
        }
        return bytes
    }

    func readToEnd() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while case let more = try read(max: 1 << 16), !more.isEmpty { bytes += more }
        return bytes
    }
}

/// Returns bytes in which missing or repeated ones are noticed.
func pattern(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count { bytes += period.prefix(count - bytes.count) }
    return bytes
}

/// The length is prime, so that no buffer size is a multiple of it.
private let period = (0..<65_521).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
