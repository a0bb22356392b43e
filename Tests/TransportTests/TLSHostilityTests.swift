import Glibc
import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(5)))
struct TLSHostilityTests {
    private let authority: TestAuthority

    init() throws { authority = try TestAuthority() }
    private static let echo: Recorder.Script = { told, connection in
        if case .received(let bytes) = told { connection.send(bytes) }
    }

    /// The state to which a client proceeds before the test begins.
    enum Progress: CaseIterable {
        case connected
        case inHello
        case afterHello
        case inLastFlight
        case established
        case inRecord

        func reach(_ client: ManualClient) throws {
            if self == .connected { return }
            let hello = try client.flight()
            if self == .inHello { return try client.socket.write(Array(hello.prefix(100))) }
            try client.socket.write(hello)
            try client.receive()
            if self == .afterHello { return }
            let last = try client.handshake()
            if self == .inLastFlight {
                return try client.socket.write(Array(last.prefix(last.count - 1)))
            }
            try client.socket.write(last + client.encrypt([1]))
            #expect(try client.readExactly(1) == [1])
            if self == .inRecord { try client.socket.write(Array(client.encrypt([2]).dropLast())) }
        }

        var isEstablished: Bool { self == .established || self == .inRecord }
    }

    @Test(arguments: Progress.allCases)
    func `a reset ends the connection in every state`(progress: Progress) async throws {
        let host = try await LiveHost(tls: authority.acceptor(), script: Self.echo)
        let client = try ManualClient(host, try authority.client())
        try progress.reach(client)
        System.resetOnClose(client.socket.descriptor)
        client.socket.close()
        #expect(await host.nextEnd() == .reset(errno: ECONNRESET))
    }

    @Test(arguments: Progress.allCases)
    func `recognizes an early end in every state`(progress: Progress) async throws {
        let host = try await LiveHost(tls: authority.acceptor(), script: Self.echo)
        let client = try ManualClient(host, try authority.client())
        try progress.reach(client)
        try System.shutdown(client.socket.descriptor, SHUT_WR)
        #expect(await host.nextEnd() == .truncated)
    }

    @Test(arguments: Progress.allCases)
    func `times out half a handshake`(progress: Progress) async throws {
        var limits = ConnectionLimits()
        limits.handshakeTimeout = progress.isEstablished ? .seconds(60) : .milliseconds(50)
        let host = try await LiveHost(
            limits: limits, tls: authority.acceptor(), script: Self.echo)
        let client = try ManualClient(host, try authority.client())
        try progress.reach(client)
        if progress.isEstablished {
            // The timer was cancelled and released.
            let loop = host.loop
            let isArmed = try await loop.run {
                loop.sources.all.contains {
                    if case .connection(let one) = $0 {
                        one.tls?.handshakeTimer != nil
                    } else {
                        false
                    }
                }
            }
            #expect(!isArmed)
        } else {
            #expect(await host.nextEnd() == .handshakeTimeout)
        }
    }

    /// Brings a client to a state, then calls `body` with this side's connection.
    private static func reached(
        _ progress: Progress, then act: @escaping @Sendable (Connection) -> Void
    ) async throws -> (LiveHost, ManualClient) {
        let authority = try TestAuthority()
        let begun = LoopBound<Connection?>(nil)
        var limits = ConnectionLimits.patient
        limits.lingerTimeout = .seconds(60)
        let host = try await LiveHost(
            limits: limits, tls: authority.acceptor(), begun: { begun.value = $0 }, script: echo)
        let client = try ManualClient(host, try authority.client())
        try progress.reach(client)
        let loop = host.loop
        while try await loop.run({ begun.value == nil }) {}
        try await loop.run {
            begun.value.map(act)
            begun.value = nil
        }
        return (host, client)
    }

    @Test(arguments: Progress.allCases)
    func `this side can abort in every state`(progress: Progress) async throws {
        let (host, _) = try await Self.reached(progress) { $0.abort() }
        #expect(await host.nextEnd() == .aborted)
    }

    @Test(arguments: Progress.allCases)
    func `this side can finish in every state`(progress: Progress) async throws {
        let (host, client) = try await Self.reached(progress) { $0.finish() }
        _ = try client.socket.readToEnd()
        client.socket.close()
        #expect(await host.nextEnd() == .finished)
    }

    @Test(arguments: [
        Array("GET / HTTP/1.1\r\nHost: hub\r\n\r\n".utf8), Array("\r\n".utf8),
        [UInt8](repeating: 0, count: 64), [UInt8](repeating: 0xff, count: 70_000),
        [22, 3, 1, 0xff, 0xff] + [UInt8](repeating: 1, count: 70_000),
        [22, 3, 1, 0, 4, 1, 0, 0, 0], [21, 3, 3, 0, 2, 2, 40], [23, 3, 3, 0, 1, 0],
        [22, 3, 3, 0, 0], [0x80, 0x2e, 1, 3, 1],
    ])
    func `refuses garbage on the port`(bytes: [UInt8]) async throws {
        let host = try await LiveHost(tls: authority.acceptor()) { told, _ in
            if case .received = told { Issue.record("\(told)") }
        }
        let client = try host.connect()
        try client.write(bytes)
        try System.shutdown(client.descriptor, SHUT_WR)
        switch await host.nextEnd() {
        case .tlsFailure, .truncated: break
        case let end: Issue.record("\(String(describing: end))")
        }
    }

    @Test func `refuses garbage after the handshake with an alert`() async throws {
        let host = try await LiveHost(tls: authority.acceptor(), script: Self.echo)
        let client = try ManualClient(host, try authority.client())
        try Progress.established.reach(client)
        var record = client.encrypt([1, 2, 3])
        record[record.count - 1] ^= 1
        try client.socket.write(record)
        let failure = #expect(throws: TLSFailure.self) { try client.readExactly(1) }
        #expect(failure?.reason.contains("bad record mac") == true)
        client.socket.close()
        #expect(await host.nextFailure() == "decryption failed or bad record mac")
    }

    @Test(arguments: [false, true])
    func `ends a flood of key changes, with or without data between them`(
        withData: Bool
    ) async throws {
        let host = try await LiveHost(tls: authority.acceptor(), script: Self.echo)
        let client = try ManualClient(host, try authority.client())
        try Progress.established.reach(client)
        try client.socket.write(client.changesOfKeys(1_000, withData: withData))
        #expect(await host.nextFailure() == TLSFailure.tooManyControlRecords.reason)
    }

    @Test func `answers some key changes, and data continues`() async throws {
        let host = try await LiveHost(tls: authority.acceptor(), script: Self.echo)
        let client = try ManualClient(host, try authority.client())
        try Progress.established.reach(client)
        let count = TLSSession.controlRecordCredit / 2
        try client.socket.write(client.changesOfKeys(count, withData: true))
        #expect(try client.readExactly(count) == [UInt8](repeating: 7, count: count))
        try client.socket.write(client.encrypt([8]))
        #expect(try client.readExactly(1) == [8])
    }

    @Test func `a client that is flooded with key changes gives up`() async throws {
        let begun = LoopBound<Connection?>(nil)
        let host = try await LiveHost(
            tls: authority.acceptor(), begun: { begun.value = $0 }, script: Self.echo)
        let client = try host.connect(tls: try authority.client())
        try client.write([1])
        #expect(try client.readExactly(1) == [1])
        try await host.loop.run {
            guard let connection = begun.value, let tls = connection.tls else { return }
            begun.value = nil
            for _ in 0..<200 {
                #expect(tls.engine?.changeKeys(over: connection.loop.wire) == .done)
            }
            #expect(connection.sendOutput(of: connection.loop.wire, tls))
        }
        let refusal = #expect(throws: SystemError.self) { try client.readExactly(1) }
        #expect(refusal?.errno == EPROTO)
    }

    @Test func `records of a byte each leave every turn to the others`() async throws {
        let host = try await LiveHost(tls: authority.acceptor(), script: Self.echo)
        let client = try ManualClient(host, try authority.client())
        try Progress.established.reach(client)
        let count = 2_000
        let records = (0..<count).flatMap { _ in client.encrypt([7]) }
        let (socket, loop) = (client.socket, host.loop)
        // Written while the loop is busy, so that everything arrives at once.
        let before = try await loop.run {
            try socket.write(records)
            return loop.turns
        }
        #expect(try client.readExactly(count) == [UInt8](repeating: 7, count: count))
        let after = try await loop.run { loop.turns }
        #expect(
            after - before
                >= count / (TLSEngine.recordsPerReadMax * Connection.readsPerTurnMax))
    }

    @Test func `plain and encrypted connections can share a port`() async throws {
        let host = try await LiveHost(tls: authority.acceptor(plainPolicy: .taken)) {
            told, connection in
            guard case .received(let bytes) = told else { return }
            connection.send([connection.isSecure ? 1 : 0] + bytes)
            if !connection.isSecure { connection.finish() }
        }
        let secure = try host.connect(tls: try authority.client())
        try secure.write([9])
        #expect(try secure.readExactly(2) == [1, 9])
        for begin in ["G", "GET / HTTP/1.1\r\n", "\r\n"] {
            let plain = try host.connect()
            try plain.write(Array(begin.utf8))
            #expect(try plain.readToEnd() == [0] + begin.utf8)
        }
        let broken = try host.connect()
        try broken.write([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
        _ = try? broken.readToEnd()
        broken.close()
        #expect(await host.nextFailure() == nil)
    }

    @Test func `a paused plain connection on such a port waits`() async throws {
        let begun = LoopBound<Connection?>(nil)
        let host = try await LiveHost(
            tls: authority.acceptor(plainPolicy: .taken),
            begun: { connection in
                connection.pauseReading()
                begun.value = connection
            }, script: Self.echo)
        let plain = try host.connect()
        try plain.write(Array("GET".utf8))
        let loop = host.loop
        while try await loop.run({ begun.value.map { $0.tls != nil } ?? true }) {}
        try await loop.run {
            begun.value?.resumeReading()
            begun.value = nil
        }
        #expect(try plain.readExactly(3) == Array("GET".utf8))
    }

    @Test func `a rush of handshakes leaves every turn to the others`() async throws {
        let host = try await LiveHost(tls: authority.acceptor(), script: Self.echo)
        let context = try authority.client()
        let clients = try (0..<100).map { _ in try ManualClient(host, context) }
        let hellos = try clients.map { try $0.flight() }
        let sockets = clients.map(\.socket)
        let loop = host.loop
        // Written while the loop is busy, so that everything arrives at once.
        let (before, steps) = try await loop.run {
            for (socket, hello) in zip(sockets, hellos) { try socket.write(hello) }
            return (loop.turns, loop.handshakeSteps)
        }
        for client in clients {
            try client.receive()
            let last = try client.handshake()
            try client.socket.write(last + client.encrypt([7]))
        }
        for client in clients { #expect(try client.readExactly(1) == [7]) }
        let (after, done, most) = try await loop.run {
            (loop.turns, loop.handshakeSteps, loop.handshakeStepsOfTurnMax)
        }
        #expect(done - steps == 200)
        #expect(most <= EventLoop.handshakeStepsPerTurnMax)
        #expect(after - before >= 100 / EventLoop.handshakeStepsPerTurnMax)
    }
}
