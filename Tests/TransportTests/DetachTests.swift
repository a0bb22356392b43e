import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(5)))
struct DetachTests {
    @Test func `a connection alternates between two loops at every message`() async throws {
        let other = try EventLoop(name: "other")
        defer { other.stop() }
        let host = try await LiveHost { _, _ in }
        let loops = [host.loop, other]
        let first = try await LiveHost { told, connection in
            if case .received(let bytes) = told { hop(connection, bytes, along: loops) }
        }
        let client = try first.connect()
        for number in 0..<200 {
            try client.write([UInt8(number)])
            #expect(try client.readExactly(1) == [UInt8(number)])
        }
    }

    @Test func `a socket that is never adopted closes itself`() async throws {
        let host = try await LiveHost { told, connection in
            if case .received = told { _ = connection.detach() }
        }
        let client = try host.connect()
        try client.write([1])
        #expect(try client.readToEnd().isEmpty)
    }

    @Test func `detaching a connection that has just ended passes on its end`() async throws {
        let (told, continuation) = AsyncStream.makeStream(of: Told.self)
        let host = try await LiveHost { told, connection in
            guard case .received = told else { return }
            connection.abort()
            let next = Recorder(tell: { continuation.yield($0) }, script: { _, _ in })
            _ = Connection(adopting: connection.detach(), on: connection.loop, handler: next)
        }
        let client = try host.connect()
        try client.write([1])
        var iterator = told.makeAsyncIterator()
        #expect(await iterator.next() == .closed(.aborted))
    }
}

/// Sends `bytes` back from the next loop, where the connection stays until the next message.
private func hop(_ connection: Connection, _ bytes: [UInt8], along loops: [EventLoop]) {
    let socket = connection.detach()
    let next = connection.loop === loops[0] ? loops[1] : loops[0]
    next.execute {
        let hopper = Recorder { told, connection in
            if case .received(let bytes) = told { hop(connection, bytes, along: loops) }
        }
        Connection(adopting: socket, on: next, handler: hopper).send(bytes)
    }
}
