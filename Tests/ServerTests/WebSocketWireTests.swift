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
