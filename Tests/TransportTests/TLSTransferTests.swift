import Glibc
import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(5)))
struct TLSTransferTests {
    private let authority: TestAuthority

    init() throws { authority = try TestAuthority() }

    /// Sends everything back, and pauses reading while the peer does not read.
    private static let politeEcho: Recorder.Script = { told, connection in
        switch told {
        case .received(let bytes):
            connection.send(bytes)
            if connection.isCongested { connection.pauseReading() }
        case .drained: connection.resumeReading()
        case .peerFinished: connection.finish()
        case .flushed, .closed: break
        }
    }

    @Test(arguments: [TLSVersion.oneTwo, TLSVersion.oneThree], [100, 65_536])
    func `ten megabytes are sent and come back`(version: UInt16, readBytesMax: Int) async throws {
        let host = try await LiveHost(
            tls: authority.acceptor(), readBytesMax: readBytesMax, script: Self.politeEcho)
        let client = try host.connect(tls: try authority.client(versionMax: version))
        let sent = pattern(readBytesMax == 100 ? 1 << 20 : 10 << 20)
        host.clientThread.execute {
            try? client.write(sent)
            try? client.finishWriting()
        }
        // The client does not read for a while, so that the connection becomes congested.
        #expect(try client.readExactly(1) == [sent[0]])
        #expect(try client.readToEnd() == Array(sent[1...]))
        client.close()
        #expect(await host.nextEnd() == .finished)
    }

    /// The record is larger than one call of the handler. The rest waits in OpenSSL, and the poll
    /// does not report it.
    @Test func `a resumed connection gets the input that waits inside TLS`() async throws {
        let paused = LoopBound<Connection?>(nil)
        let told = LoopBound(0)
        let host = try await LiveHost(tls: authority.acceptor(), readBytesMax: 1000) {
            one, connection in
            guard case .received(let bytes) = one else { return }
            told.value += bytes.count
            connection.pauseReading()
            paused.value = connection
        }
        let client = try host.connect(tls: try authority.client())
        let loop = host.loop
        try client.write(pattern(16_000))
        #expect(await host.wait(for: .received(Array(pattern(1000)))))
        for round in 1..<16 {
            let before = try await loop.run { loop.turns }
            for _ in 0..<10 { try await loop.run {} }
            let after = try await loop.run { loop.turns }
            #expect(after - before <= 12)
            #expect(told.value == round * 1000)
            try await loop.run { paused.value?.resumeReading() }
            let next = pattern(16_000)[round * 1000..<(round + 1) * 1000]
            #expect(await host.wait(for: .received(Array(next))))
        }
        try await loop.run { paused.value = nil }
    }

    @Test func `a long record inside TLS doesn't keep other connections waiting`() async throws {
        let turns = LoopBound<[Int]>([])
        let host = try await LiveHost(tls: authority.acceptor(), readBytesMax: 100) {
            told, connection in
            guard case .received(let bytes) = told else { return }
            turns.value.append(connection.loop.turns)
            connection.send(bytes)
        }
        let client = try host.connect(tls: try authority.client())
        try client.write(pattern(16_000))
        #expect(try client.readExactly(16_000) == pattern(16_000))
        let most = Dictionary(grouping: turns.value) { $0 }.values.map(\.count).max()
        #expect(most == Connection.readsPerTurnMax)
    }

    @Test func `handles input before the peer's end first`() async throws {
        let host = try await LiveHost(tls: authority.acceptor(), readBytesMax: 10) {
            told, connection in
            if case .received(let bytes) = told { connection.send(bytes) }
            if told == .peerFinished { connection.finish() }
        }
        let client = try host.connect(tls: try authority.client())
        try client.write(pattern(1000))
        try client.finishWriting()
        #expect(try client.readToEnd() == pattern(1000))
    }

    @Test func `reports an end without close_notify as truncated`() async throws {
        let host = try await LiveHost(tls: authority.acceptor()) { told, connection in
            #expect(told != .peerFinished)
            if case .received(let bytes) = told { connection.send(bytes) }
        }
        let client = try host.connect(tls: try authority.client())
        try client.write([1])
        #expect(try client.readExactly(1) == [1])
        try System.shutdown(client.descriptor, SHUT_WR)
        #expect(await host.nextEnd() == .truncated)
        #expect(throws: SystemError(errno: ECONNABORTED, call: "recv, without TLS's close_notify"))
        {
            try client.read(max: 1)
        }
    }

    @Test func `a shutdown from another thread wakes a client's reader`() async throws {
        let host = try await LiveHost(tls: authority.acceptor()) { _, _ in }
        let client = try host.connect(tls: try authority.client())
        let (reads, continuation) = AsyncStream.makeStream(of: [UInt8]?.self)
        host.clientThread.execute { continuation.yield(try? client.read(max: 1)) }
        client.shutdown()
        var iterator = reads.makeAsyncIterator()
        #expect(await iterator.next() == .some([]))
    }
}
