import Glibc
import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(5)))
struct ConnectionEndTests {
    private let go: [UInt8] = [1]

    @Test(arguments: [false, true])
    func `after the peer's half-close this side can still send`(isSecure: Bool) async throws {
        let host = try await LiveHost(isSecure: isSecure) { told, connection in
            guard told == .peerFinished else { return }
            connection.send(pattern(2_000_000))
            connection.finish()
        }
        let client = try host.connect()
        try client.finishWriting()
        #expect(try client.readToEnd() == pattern(2_000_000))
        #expect(await host.nextEnd() == .finished)
    }

    @Test(arguments: [false, true])
    func `finishing delivers everything and discards further input`(isSecure: Bool) async throws {
        var limits = ConnectionLimits.patient
        limits.lingerTimeout = .seconds(60)
        let host = try await LiveHost(limits: limits, isSecure: isSecure) { told, connection in
            guard case .received(let bytes) = told else { return }
            #expect(bytes == [1])
            connection.send(pattern(3_000_000))
            connection.finish()
            connection.send([9])
            #expect(!connection.isOpen)
        }
        let client = try host.connect()
        try client.write(go)
        #expect(await host.wait(for: .received(go)))
        try client.write(pattern(1000))
        #expect(try client.readToEnd() == pattern(3_000_000))
        client.close()
        #expect(await host.nextEnd() == .finished)
    }

    @Test func `a peer that never finishes is closed after a timeout`() async throws {
        var limits = ConnectionLimits()
        limits.lingerTimeout = .milliseconds(20)
        let host = try await LiveHost(limits: limits) { told, connection in
            if case .received = told { connection.finish() }
        }
        let client = try host.connect()
        try client.write(go)
        #expect(await host.nextEnd() == .finished)
        client.close()
    }

    @Test func `slows down a peer that sends to a finished connection`() async throws {
        var limits = ConnectionLimits()
        limits.lingerTimeout = .seconds(60)
        limits.discardedBytesMax = 100_000
        let begun = LoopBound<Connection?>(nil)
        let host = try await LiveHost(
            limits: limits, begun: { begun.value = $0 },
            script: { told, connection in
                if case .received = told { connection.finish() }
            })
        let client = try host.connect()
        try client.write(go)
        #expect(try client.readToEnd() == [])
        let loop = host.loop
        let bytes = pattern(65_536)
        while try await loop.run({ (begun.value?.interest ?? 0) != 0 }) {
            _ = bytes.withUnsafeBytes { System.send(client.descriptor, $0) }
        }
        let discarded = try await loop.run { begun.value?.discardedBytes ?? 0 }
        #expect(discarded >= 100_000)
        #expect(discarded < 100_000 + 65_536)
        try await loop.run { begun.value = nil }
        client.close()
        #expect(await host.nextEnd() == .reset(errno: ECONNRESET))
    }

    @Test func `aborts when the peer takes no more output of a finished connection`() async throws {
        var limits = ConnectionLimits()
        limits.finishTimeout = .milliseconds(20)
        limits.outputBytesMax = 1 << 30
        let host = try await LiveHost(limits: limits) { told, connection in
            guard case .received = told else { return }
            connection.send([UInt8](repeating: 0, count: 64 << 20))
            connection.finish()
        }
        let client = try host.connect()
        try client.write(go)
        #expect(await host.nextEnd() == .aborted)
        client.close()
    }

    @Test func `aborts when the peer took no output even before the finish`()
        async throws
    {
        var limits = ConnectionLimits()
        limits.finishTimeout = .milliseconds(20)
        limits.outputBytesMax = 1 << 30
        let begun = LoopBound<Connection?>(nil)
        let host = try await LiveHost(
            limits: limits, begun: { begun.value = $0 },
            script: { told, connection in
                if case .received = told { connection.send([UInt8](repeating: 0, count: 64 << 20)) }
            })
        let client = try host.connect()
        try client.write(go)
        let loop = host.loop
        while try await loop.run({ begun.value?.isBlocked != true }) {}
        try await loop.run {
            begun.value?.finish()
            begun.value = nil
        }
        #expect(await host.nextEnd() == .aborted)
        client.close()
    }
}
