import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(5)))
struct TLSDetachTests {
    private let authority: TestAuthority

    init() throws { authority = try TestAuthority() }

    @Test(arguments: [100, 65_536])
    func `a connection that moves to another loop loses no bytes`(readBytesMax: Int) async throws {
        let other = try EventLoop(name: "other")
        defer { other.stop() }
        let host = try await LiveHost(tls: authority.acceptor(), readBytesMax: readBytesMax) {
            told, connection in
            guard case .received(let bytes) = told else { return }
            let socket = connection.detach()
            other.execute {
                let echo = Recorder { told, connection in
                    if case .received(let bytes) = told { connection.send(bytes) }
                }
                let moved = Connection(adopting: socket, on: other, handler: echo)
                #expect(moved.isSecure)
                moved.send(bytes)
            }
        }
        let client = try host.connect(tls: try authority.client())
        let sent = pattern(1_000_000)
        host.clientThread.execute { try? client.write(sent) }
        #expect(try client.readExactly(sent.count) == sent)
    }

    @Test func `two loops read a single record piece by piece`() async throws {
        let loops = [
            try EventLoop(name: "one", readBytesMax: 100),
            try EventLoop(name: "two", readBytesMax: 100),
        ]
        defer { for loop in loops { loop.stop() } }
        let acceptor = try authority.acceptor()
        let host = try await LiveHost(tls: acceptor, readBytesMax: 100) { told, connection in
            if case .received(let bytes) = told {
                hop(connection, bytes, along: loops, tls: acceptor)
            }
        }
        let client = try host.connect(tls: try authority.client())
        try client.write(pattern(16_000))
        #expect(try client.readExactly(16_000) == pattern(16_000))
        try client.write(pattern(50))
        #expect(try client.readExactly(50) == pattern(50))
    }

    @Test func `a connection may move before and during its handshake`() async throws {
        let other = try EventLoop(name: "other")
        defer { other.stop() }
        let begun = LoopBound<Connection?>(nil)
        let acceptor = try authority.acceptor()
        let host = try await LiveHost(
            tls: acceptor, begun: { begun.value = $0 },
            script: { told, _ in Issue.record("\(told)") })
        let loop = host.loop
        for isWithin in [false, true] {
            let client = try ManualClient(host, try authority.client())
            let hello = try client.flight()
            if isWithin {
                try client.socket.write(Array(hello.prefix(50)))
                while try await loop.run({ begun.value?.tls?.engine == nil }) {}
            }
            while try await loop.run({ begun.value == nil }) {}
            try await loop.run {
                guard let socket = begun.value?.detach() else { return }
                begun.value = nil
                other.execute {
                    let echo = Recorder { told, connection in
                        if case .received(let bytes) = told { connection.send(bytes) }
                    }
                    _ = Connection(adopting: socket, on: other, tls: acceptor, handler: echo)
                }
            }
            try client.socket.write(isWithin ? Array(hello.dropFirst(50)) : hello)
            try client.receive()
            let last = try client.handshake()
            try client.socket.write(last + client.encrypt([3]))
            #expect(try client.readExactly(1) == [3])
        }
    }

    @Test func `a moved plain connection stays plain`() async throws {
        let acceptor = try authority.acceptor(plainPolicy: .taken)
        let host = try await LiveHost(tls: acceptor) { told, connection in
            guard case .received(let bytes) = told else { return }
            let echo = Recorder { told, connection in
                if case .received(let bytes) = told { connection.send(bytes) }
            }
            let socket = connection.detach()
            let moved = Connection(
                adopting: socket, on: connection.loop, tls: acceptor, handler: echo)
            #expect(!moved.isSecure)
            moved.send(bytes)
        }
        let client = try host.connect()
        try client.write(Array("A".utf8))
        #expect(try client.readExactly(1) == Array("A".utf8))
        try client.write([22, 3, 1])
        #expect(try client.readExactly(3) == [22, 3, 1])
    }
}

/// Sends `bytes` back from the next loop, where the connection stays until more is read.
private func hop(
    _ connection: Connection, _ bytes: [UInt8], along loops: [EventLoop], tls: TLSAcceptor
) {
    let socket = connection.detach()
    let next = connection.loop === loops[0] ? loops[1] : loops[0]
    next.execute {
        let hopper = Recorder { told, connection in
            if case .received(let bytes) = told {
                hop(connection, bytes, along: loops, tls: tls)
            }
        }
        Connection(adopting: socket, on: next, tls: tls, handler: hopper).send(bytes)
    }
}
