import Glibc
import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(5)))
struct TLSTransferTests {
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
        let authority = try TestAuthority()
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

    @Test func `a slow reader congests the connection and drains it again`() async throws {
        let authority = try TestAuthority()
        let block = pattern(100_000)
        let host = try await LiveHost(tls: authority.acceptor()) { told, connection in
            switch told {
            case .received: while !connection.isCongested { connection.send(block) }
            case .drained: connection.finish()
            default: break
            }
        }
        let client = try host.connect(tls: try authority.client())
        try client.write([1])
        #expect(await host.wait(for: .received([1])))
        let bytes = try client.readToEnd()
        #expect(!bytes.isEmpty && bytes.count % block.count == 0)
        #expect(bytes == Array((0..<bytes.count / block.count).map { _ in block }.joined()))
    }

    @Test func `a thousand chunks of one turn are sent in a few calls`() async throws {
        let authority = try TestAuthority()
        let calls = LoopBound(0)
        let host = try await LiveHost(tls: authority.acceptor()) { told, connection in
            guard case .received = told else { return }
            calls.value = connection.loop.sendCalls
            for number in 0..<1000 {
                connection.send([UInt8](repeating: UInt8(number % 251), count: 128))
            }
        }
        let client = try host.connect(tls: try authority.client())
        try client.write([1])
        let expected = (0..<1000).flatMap { [UInt8](repeating: UInt8($0 % 251), count: 128) }
        #expect(try client.readExactly(128_000) == expected)
        let loop = host.loop
        let after = try await loop.run { loop.sendCalls }
        #expect(after - calls.value <= 4)
    }

    @Test func `one turn may send more than the limit to a peer that reads`() async throws {
        let authority = try TestAuthority()
        var limits = ConnectionLimits.patient
        limits.outputBytesMax = 10_000
        limits.outputHighBytes = 5000
        let host = try await LiveHost(limits: limits, tls: authority.acceptor()) {
            told, connection in
            guard case .received = told else { return }
            for _ in 0..<20 { connection.send(pattern(1000)) }
            connection.finish()
        }
        let client = try host.connect(tls: try authority.client())
        try client.write([1])
        #expect(try client.readToEnd().count == 20_000)
    }

    @Test func `output beyond the limit ends the connection`() async throws {
        let authority = try TestAuthority()
        let host = try await LiveHost(tls: authority.acceptor()) { told, connection in
            guard case .received = told else { return }
            for _ in 0..<1000 where connection.isOpen { connection.send(pattern(1 << 20)) }
            #expect(connection.outputBytes == 0)
        }
        let client = try host.connect(tls: try authority.client())
        try client.write([1])
        #expect(await host.nextEnd() == .outputOverflow)
    }

    /// The record is larger than one call of the handler. The rest waits in OpenSSL, and the poll
    /// does not report it.
    @Test func `a resumed connection gets the input that waits inside TLS`() async throws {
        let authority = try TestAuthority()
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
        let authority = try TestAuthority()
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

    @Test func `after the peer's close_notify this side can still send`() async throws {
        let authority = try TestAuthority()
        let host = try await LiveHost(tls: authority.acceptor()) { told, connection in
            guard told == .peerFinished else { return }
            connection.send(pattern(2_000_000))
            connection.finish()
        }
        let client = try host.connect(tls: try authority.client())
        try client.finishWriting()
        #expect(try client.readToEnd() == pattern(2_000_000))
        #expect(await host.nextEnd() == .finished)
    }

    @Test func `input before the peer's end is handled before it`() async throws {
        let authority = try TestAuthority()
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

    @Test func `an end without close_notify is reported as truncated`() async throws {
        let authority = try TestAuthority()
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

    @Test func `finishing delivers everything and discards further input`() async throws {
        let authority = try TestAuthority()
        var limits = ConnectionLimits.patient
        limits.lingerTimeout = .seconds(60)
        let host = try await LiveHost(limits: limits, tls: authority.acceptor()) {
            told, connection in
            guard case .received(let bytes) = told else { return }
            #expect(bytes == [1])
            connection.send(pattern(3_000_000))
            connection.finish()
            connection.send([9])
        }
        let client = try host.connect(tls: try authority.client())
        try client.write([1])
        #expect(await host.wait(for: .received([1])))
        try client.write(pattern(1000))
        #expect(try client.readToEnd() == pattern(3_000_000))
        client.close()
        #expect(await host.nextEnd() == .finished)
    }

    @Test func `a client's reader is woken by a shutdown from another thread`() async throws {
        let authority = try TestAuthority()
        let host = try await LiveHost(tls: authority.acceptor()) { _, _ in }
        let client = try host.connect(tls: try authority.client())
        let (reads, continuation) = AsyncStream.makeStream(of: [UInt8]?.self)
        host.clientThread.execute { continuation.yield(try? client.read(max: 1)) }
        client.shutdown()
        var iterator = reads.makeAsyncIterator()
        #expect(await iterator.next() == .some([]))
    }
}
