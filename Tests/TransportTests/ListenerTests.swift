import Glibc
import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(5)))
struct ListenerTests {
    private static let hello: Recorder.Script = { told, connection in
        guard case .received = told else { return }
        connection.send(Array(connection.remoteAddress.host.utf8))
        connection.finish()
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("localhost", "localhost"),
    ])
    func `listens at the given address`(host: String, client: String) async throws {
        let live = try await LiveHost(host: host, script: ListenerTests.hello)
        for address in live.addresses {
            #expect(address.port == live.port)
            let socket = try live.connect(host: address.host)
            try socket.write([1])
            let peer = String(decoding: try socket.readToEnd(), as: UTF8.self)
            #expect(peer == address.host)
            #expect(address.isLoopback)
        }
    }

    @Test(arguments: [nil, "*"])
    func `listens on both IPv6 and IPv4`(host: String?) async throws {
        let live = try await LiveHost(host: host, script: ListenerTests.hello)
        for address in ["127.0.0.1", "::1"] {
            let socket = try live.connect(host: address)
            try socket.write([1])
            #expect(String(decoding: try socket.readToEnd(), as: UTF8.self) == address)
        }
    }

    @Test func `recognizes a port in use`() async throws {
        let live = try await LiveHost(script: ListenerTests.hello)
        let loop = live.loop
        let port = live.port
        let refusal = try await loop.run {
            #expect(throws: SystemError.self) {
                try Listener(host: "127.0.0.1", port: port, on: loop) { _ in
                } noticed: { _ in
                }
            }
        }
        #expect(refusal?.errno == EADDRINUSE)
        #expect(refusal?.description.hasPrefix("bind: Address already in use") == true)
    }

    @Test(arguments: ["no-such-host.invalid", "192.0.2.1"])
    func `refuses a host that is unknown or another machine`(host: String) async throws {
        let loop = try EventLoop(name: "test")
        defer { loop.stop() }
        let refusal = try await loop.run {
            #expect(throws: SystemError.self) {
                try Listener(host: host, port: 0, on: loop) { _ in
                } noticed: { _ in
                }
            }
        }
        #expect(refusal != nil)
    }

    @Test(arguments: [-1, 65_536, Int.max])
    func `refuses a port out of range`(port: Int) async throws {
        let loop = try EventLoop(name: "test")
        defer { loop.stop() }
        let refusal = try await loop.run {
            #expect(throws: SystemError.self) {
                try Listener(host: nil, port: port, on: loop) { _ in
                } noticed: { _ in
                }
            }
        }
        #expect(refusal?.errno == EINVAL)
    }

    @Test func `a closed listener keeps its connections and accepts no new ones`() async throws {
        let loop = try EventLoop(name: "test")
        defer { loop.stop() }
        let kept = LoopBound<Listener?>(nil)
        let port = try await loop.run {
            let listener = try Listener(host: "127.0.0.1", port: 0, on: loop) { socket in
                let echo = Recorder { told, connection in
                    if case .received(let bytes) = told { connection.send(bytes) }
                }
                _ = Connection(adopting: socket, on: loop, handler: echo)
                kept.value?.close()
            } noticed: { _ in
            }
            kept.value = listener
            return listener.addresses[0].port
        }
        let client = try ClientSocket(host: "127.0.0.1", port: port, timeout: .seconds(10))
        try client.write([4])
        #expect(try client.readExactly(1) == [4])
        #expect(throws: SystemError.self) {
            try ClientSocket(host: "127.0.0.1", port: port, timeout: .seconds(10))
        }
    }
}
