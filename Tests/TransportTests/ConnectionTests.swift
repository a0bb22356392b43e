import Glibc
import Locks
import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(5)))
struct ConnectionTests {
    private let go: [UInt8] = [1]

    @Test(arguments: [1, 100, 65_535, 65_536, 65_537, 3_000_000])
    func `bytes come back complete`(count: Int) async throws {
        let host = try await LiveHost { told, connection in
            if case .received(let bytes) = told { connection.send(bytes) }
            if told == .peerFinished { connection.finish() }
        }
        let client = try host.connect()
        let sent = pattern(count)
        host.clientThread.execute { try? client.write(sent) }
        #expect(try client.readExactly(count) == sent)
    }

    @Test(arguments: [false, true])
    func `a thousand chunks of one turn are sent in a few calls`(isSecure: Bool) async throws {
        let before = LoopBound(0)
        let host = try await LiveHost(isSecure: isSecure) { told, connection in
            guard case .received = told else { return }
            before.value = connection.loop.sendCalls
            for number in 0..<1000 {
                connection.send([UInt8](repeating: UInt8(number % 251), count: 128))
            }
        }
        let client = try host.connect()
        try client.write(go)
        let expected = (0..<1000).flatMap { [UInt8](repeating: UInt8($0 % 251), count: 128) }
        #expect(try client.readExactly(128_000) == expected)
        let loop = host.loop
        let calls = try await loop.run { loop.sendCalls }
        #expect(calls - before.value <= 4)
    }

    @Test func `one array reaches many connections unchanged`() async throws {
        let bytes = pattern(300)
        let host = try await LiveHost { told, connection in
            if case .received = told { connection.send(bytes) }
        }
        let clients = try (0..<50).map { _ in try host.connect() }
        for client in clients { try client.write(go) }
        for client in clients { #expect(try client.readExactly(300) == bytes) }
    }

    @Test func `bytes sent at once keep their order, even if the kernel does not take all`()
        async throws
    {
        var limits = ConnectionLimits.patient
        limits.outputBytesMax = 1 << 30
        let host = try await LiveHost(limits: limits) { told, connection in
            guard case .received = told else { return }
            connection.send([0])
            connection.sendAtOnce([1])
            for part in 2..<40 {
                connection.sendAtOnce([UInt8](repeating: UInt8(part), count: 100_000))
            }
            connection.send([40])
            connection.finish()
        }
        let client = try host.connect()
        try client.write(go)
        let large = (2..<40).flatMap { [UInt8](repeating: $0, count: 100_000) }
        #expect(try client.readToEnd() == [0, 1] + large + [40])
    }

    @Test func `bytes that the kernel does not take at once are sent later`() async throws {
        var limits = ConnectionLimits.patient
        limits.outputBytesMax = 1 << 30
        let bytes = pattern(8_000_000)
        let host = try await LiveHost(limits: limits) { told, connection in
            guard case .received = told else { return }
            connection.sendAtOnce(bytes)
            #expect(connection.isCongested)
            connection.sendAtOnce([7])
        }
        let client = try host.connect()
        try client.write(go)
        #expect(try client.readExactly(bytes.count + 1) == bytes + [7])
    }

    @Test func `sending at once to many connections takes one system call each`() async throws {
        let bytes = pattern(1_000)
        let begun = LoopBound<[Connection]>([])
        let host = try await LiveHost(
            begun: { begun.value.append($0) },
            script: { told, _ in
                guard case .received([2]) = told else { return }
                for connection in begun.value { connection.sendAtOnce(bytes) }
                begun.value = []
            })
        let clients = try (0..<20).map { _ in try host.connect() }
        // A client whose bytes arrived is connected.
        for client in clients { try client.write(go) }
        for _ in clients { #expect(await host.wait(for: .received(go))) }
        let loop = host.loop
        let before = try await loop.run { loop.sendCalls }
        try clients[0].write([2])
        for client in clients { #expect(try client.readExactly(1_000) == bytes) }
        #expect(try await loop.run { loop.sendCalls } == before + 20)
        for client in clients { client.close() }
    }

    @Test func `bytes that a hook sends at a turn's end leave in the same turn`() async throws {
        let sentTo = LoopBound<Connection?>(nil)
        let host = try await LiveHost { told, connection in
            if case .received = told { sentTo.value = connection }
        }
        let loop = host.loop
        try await loop.run {
            loop.atEndOfTurn {
                sentTo.value?.send([7])
                sentTo.value = nil
            }
        }
        let client = try host.connect()
        try client.write(go)
        #expect(try client.readExactly(1) == [7])
    }

    @Test(arguments: [false, true])
    func `a slow reader congests the connection and drains it again`(isSecure: Bool) async throws {
        let block = pattern(100_000)
        let wasCongested = LoopBound(false)
        let host = try await LiveHost(isSecure: isSecure) { told, connection in
            switch told {
            case .received:
                while !connection.isCongested { connection.send(block) }
                wasCongested.value = connection.outputBytes > connection.limits.outputHighBytes
            case .drained:
                #expect(!connection.isCongested)
                #expect(connection.outputBytes <= connection.limits.outputLowBytes)
                connection.finish()
            default: break
            }
        }
        let client = try host.connect()
        try client.write(go)
        #expect(await host.wait(for: .received(go)))
        let bytes = try client.readToEnd()
        client.close()
        #expect(bytes.count % block.count == 0)
        #expect(bytes == Array((0..<bytes.count / block.count).map { _ in block }.joined()))
        #expect(wasCongested.value)
        #expect(await host.nextEnd() == .finished)
    }

    @Test(arguments: [false, true])
    func `notifies a handler once, when all of its output is sent`(
        isSecure: Bool
    ) async throws {
        let count = 3_000_000
        let host = try await LiveHost(isSecure: isSecure) { told, connection in
            switch told {
            case .received(let bytes):
                if bytes == [1] { connection.send(pattern(count)) }
                connection.tellWhenFlushed()
            case .flushed:
                #expect(connection.outputBytes == 0)
                connection.send([9])
            default: break
            }
        }
        let client = try host.connect()
        try client.write([1])
        #expect(try client.readExactly(count + 1) == pattern(count) + [9])
        // The handler is also notified if nothing waits, and for each request.
        for _ in 0..<2 {
            try client.write([2])
            #expect(try client.readExactly(1) == [9])
        }
    }

    @Test(arguments: [false, true])
    func `output beyond the limit ends the connection`(isSecure: Bool) async throws {
        let block = [UInt8](repeating: 5, count: 1 << 20)
        let host = try await LiveHost(isSecure: isSecure) { told, connection in
            guard case .received = told else { return }
            for _ in 0..<1000 where connection.isOpen { connection.send(block) }
            #expect(!connection.isOpen)
            #expect(connection.outputBytes == 0)
        }
        let client = try host.connect()
        try client.write(go)
        #expect(await host.nextEnd() == .outputOverflow)
    }

    @Test func `one document may exceed the limit`() async throws {
        let document = pattern(15 << 20)
        let host = try await LiveHost { told, connection in
            guard case .received = told else { return }
            connection.send([7])
            connection.send(document)
        }
        let client = try host.connect()
        try client.write(go)
        #expect(try client.readExactly(1 + document.count) == [7] + document)
    }

    @Test(arguments: [false, true])
    func `one turn may send more than the limit to a peer that reads`(isSecure: Bool) async throws {
        var limits = ConnectionLimits.patient
        limits.outputBytesMax = 10_000
        limits.outputHighBytes = 5_000
        let host = try await LiveHost(limits: limits, isSecure: isSecure) { told, connection in
            guard case .received = told else { return }
            for _ in 0..<20 { connection.send(pattern(1000)) }
            connection.finish()
        }
        let client = try host.connect()
        try client.write(go)
        #expect(try client.readToEnd().count == 20_000)
    }

    @Test func `a reset while output waits ends the connection`() async throws {
        let host = try await LiveHost { told, connection in
            if case .received = told {
                while !connection.isCongested { connection.send(pattern(100_000)) }
            }
        }
        let client = try host.connect()
        try client.write(go)
        #expect(await host.wait(for: .received(go)))
        System.resetOnClose(client.descriptor)
        client.close()
        #expect(await host.nextEnd() == .reset(errno: ECONNRESET))
    }

    @Test func `notices a reset while reading is paused`() async throws {
        let host = try await LiveHost { told, connection in
            if case .received = told { connection.pauseReading() }
        }
        let client = try host.connect()
        try client.write(go)
        #expect(await host.wait(for: .received(go)))
        try client.write(pattern(1000))
        System.resetOnClose(client.descriptor)
        client.close()
        #expect(await host.nextEnd() == .reset(errno: ECONNRESET))
    }

    @Test func `a paused connection gets its input once it is resumed`() async throws {
        let paused = LoopBound<Connection?>(nil)
        let host = try await LiveHost { told, connection in
            guard case .received(let bytes) = told else { return }
            if bytes == [1] {
                connection.pauseReading()
                paused.value = connection
                connection.send([2])
            } else {
                connection.send(bytes)
            }
        }
        let client = try host.connect()
        try client.write(go)
        #expect(try client.readExactly(1) == [2])
        try client.write([3, 4])
        let loop = host.loop
        let before = try await loop.run { loop.turns }
        for _ in 0..<10 { try await loop.run {} }
        let after = try await loop.run { loop.turns }
        // One turn for each chunk, and one in which the bytes were reported.
        #expect(after - before <= 12)
        try await loop.run { paused.value?.resumeReading() }
        #expect(try client.readExactly(2) == [3, 4])
        try await loop.run { paused.value = nil }
    }

    @Test func `aborting within received resets the peer, and notifies the handler later, once`()
        async throws
    {
        let isInside = LoopBound(false)
        let host = try await LiveHost { told, connection in
            switch told {
            case .received:
                isInside.value = true
                connection.send([1, 2, 3])
                connection.abort()
                connection.abort()
                connection.send([4])
                isInside.value = false
            case .closed: #expect(!isInside.value)
            default: break
            }
        }
        let client = try host.connect()
        try client.write(go)
        #expect(throws: SystemError(errno: ECONNRESET, call: "recv")) { try client.read(max: 10) }
        #expect(await host.nextEnd() == .aborted)
    }

    @Test func `handlers can be replaced within received`() async throws {
        let host = try await LiveHost { told, connection in
            guard case .received = told else { return }
            connection.handler = Recorder { told, connection in
                if case .received(let bytes) = told { connection.send(bytes.map { $0 + 100 }) }
            }
            connection.send([1])
        }
        let client = try host.connect()
        try client.write(go)
        #expect(try client.readExactly(1) == [1])
        try client.write([5])
        #expect(try client.readExactly(1) == [105])
    }

    @Test func `a closed connection and its handler are released`() async throws {
        let weakly = LoopBound(WeakPair())
        let host = try await LiveHost { told, connection in
            guard case .received = told else { return }
            weakly.value = WeakPair(connection: connection, handler: connection.handler)
            connection.finish()
        }
        let client = try host.connect()
        try client.write(go)
        _ = try client.readToEnd()
        client.close()
        #expect(await host.nextEnd() == .finished)
        let loop = host.loop
        try await loop.run {}
        let areGone = try await loop.run {
            weakly.value.connection == nil && weakly.value.handler == nil
        }
        #expect(areGone)
    }
}

/// A value that only the test's loop uses, until the loop no longer needs it.
final class LoopBound<Value>: @unchecked Sendable {
    private let locked: Locked<Value>

    init(_ value: sending Value) {
        locked = Locked(value)
    }

    var value: Value {
        get { locked.with { $0 } }
        set { locked.with { $0 = newValue } }
    }
}

private struct WeakPair {
    weak var connection: Connection?
    weak var handler: (any ConnectionHandler)?
}
