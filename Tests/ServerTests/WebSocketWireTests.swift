import JSON
import Sync
import TestSupport
import Testing

/// RFC 6455 over a real socket, frame by frame.
@Suite struct WebSocketWireTests {
    private let hub: LiveHub

    init() throws { hub = try LiveHub() }

    private static let ping = #"{"type":"ping","n":1}"#

    /// Violations, with the codes of their close frames. The codec's tests check every rule.
    private static let broken: [(bytes: [UInt8], code: Int)] = {
        let piece = [UInt8](repeating: 0x20, count: 40_000)
        return [
            (RawFrame.bytes(RawFrame.binary, [1, 2, 3]), 1003),
            (RawFrame.bytes(1, piece, isFinal: false) + RawFrame.bytes(0, piece), 1009),
            (RawFrame.bytes(RawFrame.text, Array(ping.utf8), isMasked: false), 1002),
            (RawFrame.bytes(RawFrame.close, [0x03, 0xE7]), 1002),
            (RawFrame.bytes(RawFrame.text, [0x7B, 0xC0, 0xAF, 0x7D]), 1007),
        ]
    }()

    @Test(arguments: 0..<5)
    func `closes violations of the framing rules with their codes`(index: Int) throws {
        let socket = try RawWebSocket(hub, .host)
        try socket.connection.send(Self.broken[index].bytes)
        try expectEqual(socket.closeCode(), Self.broken[index].code)
    }

    @Test func `reads a message of 64 KiB, and closes with 1009 for one byte more`() throws {
        let socket = try RawWebSocket(hub, .host)
        let padding = String(repeating: " ", count: 65_536 - Self.ping.utf8.count)
        try socket.send(Self.ping + padding)
        try expectEqual(socket.next("pong")["n"], 1)
        try socket.send(Self.ping + padding + " ")
        try expectEqual(socket.closeCode(), 1009)
    }

    @Test func `answers a ping with its content, also between fragments`() throws {
        let socket = try RawWebSocket(hub, .host)
        let bytes = Array(Self.ping.utf8)
        try socket.connection.send(
            RawFrame.bytes(RawFrame.text, Array(bytes[..<8]), isFinal: false)
                + RawFrame.bytes(RawFrame.ping, Array("hello".utf8))
                + RawFrame.bytes(0, Array(bytes[8...])))
        try expectEqual(socket.frame(RawFrame.pong).text, "hello")
        try expectEqual(socket.next("pong")["n"], 1)
    }

    @Test(arguments: [1000, 1001, 4999])
    func `answers a close with its code, and then ends the connection`(code: Int) throws {
        let socket = try RawWebSocket(hub, .host)
        try socket.send(
            RawFrame.close, [UInt8(code >> 8), UInt8(code & 255)] + Array("bye".utf8))
        try expectEqual(socket.closeCode(), code)
        #expect(try socket.connection.isAtEnd())
    }

    @Test func `a close without a code ends the connection, too`() throws {
        let socket = try RawWebSocket(hub, .host)
        try socket.send(RawFrame.close, [])
        _ = try socket.frame(RawFrame.close)
        #expect(try socket.connection.isAtEnd())
    }

    @Test func `does not carry out a message after a close frame`() throws {
        let socket = try RawWebSocket(hub, .host)
        try socket.connection.send(
            RawFrame.bytes(RawFrame.close, [0x03, 0xE8])
                + RawFrame.text(
                    #"{"type":"mutate","id":"late","action":"waitlist.add","#
                        + #""args":{"name":"Late","size":2}}"#))
        try expectEqual(socket.closeCode(), 1000)
        try expectEqual(hub.connect(.host).next("welcome")["rev"], 0)
    }

    @Test func `reads messages however TCP divides them`() throws {
        let socket = try RawWebSocket(hub, .host)
        var expected: [Int] = []
        var bytes: [UInt8] = []
        for n in 0..<40 {
            expected.append(n)
            bytes += RawFrame.text(#"{"type":"ping","n":\#(n)}"#)
        }
        var generator = SystemRandomNumberGenerator()
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...9, using: &generator)
            try socket.connection.send(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        try expectEqual(expected.map { _ in try socket.next("pong")["n"]?.integer }, expected)
    }

    @Test func `messages in one segment with the request are not lost`() throws {
        let early =
            RawFrame.text(#"{"type":"subscribe","view":"waitlist/host"}"#)
            + RawFrame.text(
                #"{"type":"mutate","id":"early","action":"waitlist.add","#
                    + #""args":{"name":"Early","size":2}}"#)
            + RawFrame.bytes(RawFrame.ping, [7])
        let socket = try RawWebSocket(hub, .host, early: early)
        var types: [String] = []
        var hasPong = false
        // The pong waits for nothing, so it may precede earlier answers.
        while !Set(types).isSuperset(of: ["snapshot", "live", "ack", "diff"]) || !hasPong {
            let frame = try socket.frame()
            if frame.opcode == RawFrame.pong { hasPong = frame.payload == [7] }
            guard frame.opcode == RawFrame.text else { continue }
            types.append(try JSON(parsing: frame.payload)["type"]?.text ?? "")
        }
        expectEqual(types.prefix(2), ["welcome", "subscribed"])
    }

    @Test func `no longer counts a connection that ends without a close frame`() throws {
        let socket = try RawWebSocket(hub, .host)
        _ = try socket.next("welcome")
        let metrics = try RawConnection(hub)
        func count() throws -> Bool {
            try metrics.send(hub.request("GET", "/metrics", as: .owner))
            return try metrics.answer().text.contains("tablecast_clients{role=\"host\"} 1\n")
        }
        #expect(try count())
        socket.connection.close()
        while try count() {}
    }
}
