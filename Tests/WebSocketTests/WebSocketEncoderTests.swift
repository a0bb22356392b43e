import Testing
import WebSocket

@Suite struct WebSocketEncoderTests {
    private static let key: UInt32 = 0x37FA_213D
    private static let keyBytes: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
    /// The lengths on both sides of each change of the length's form (RFC 6455, 5.2).
    private static let lengths = [0, 1, 3, 4, 7, 8, 9, 124, 125, 126, 127, 65_535, 65_536, 70_001]
    private static let raised = WebSocketLimits(
        messageBytesMax: 1 << 20, frameBytesMax: 1 << 20, fragmentCountMax: 1)

    private static func payload(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(0x20 + $0 % 95) }
    }

    @Test func `writes the examples of RFC 6455, 5_7 to the byte`() {
        let hello = Array("Hello".utf8)
        #expect(WebSocketEncoder.text(hello) == [0x81, 0x05] + hello)
        #expect(
            WebSocketEncoder.text(hello, maskedBy: Self.key)
                == [0x81, 0x85] + Self.keyBytes + [0x7F, 0x9F, 0x4D, 0x51, 0x58])
        #expect(WebSocketEncoder.ping(hello) == [0x89, 0x05] + hello)
        #expect(
            WebSocketEncoder.pong(hello, maskedBy: Self.key)
                == [0x8A, 0x85] + Self.keyBytes + [0x7F, 0x9F, 0x4D, 0x51, 0x58])
        let bytes = Array(UInt8.min...UInt8.max)
        #expect(WebSocketEncoder.binary(bytes) == [0x82, 0x7E, 0x01, 0x00] + bytes)
        let long = [UInt8](repeating: 7, count: 65_536)
        #expect(WebSocketEncoder.binary(long) == [0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0] + long)
    }

    @Test(arguments: lengths)
    func `writes frames as the RFC describes them, to the byte`(count: Int) {
        let payload = Self.payload(count)
        #expect(WebSocketEncoder.text(payload) == TestFrame.bytes(opcode: 1, payload))
        #expect(
            WebSocketEncoder.binary(payload, maskedBy: Self.key)
                == TestFrame.bytes(opcode: 2, payload, key: Self.keyBytes))
    }

    @Test(arguments: lengths)
    func `each side reads the frames that the other writes`(count: Int) {
        let payload = Self.payload(count)
        let server = TestDecoder(role: .server, limits: Self.raised)
        let client = TestDecoder(role: .client, limits: Self.raised)
        #expect(client.events(of: WebSocketEncoder.text(payload)) == [.text(payload)])
        #expect(client.events(of: WebSocketEncoder.binary(payload)) == [.binary(payload)])
        for key in [0, 1, 0xFF00_0000, UInt32.max] {
            let text = WebSocketEncoder.text(payload, maskedBy: key)
            #expect(server.events(of: text) == [.text(payload)])
            let binary = WebSocketEncoder.binary(payload, maskedBy: key)
            #expect(server.events(of: binary) == [.binary(payload)])
            let cuts = [1, 3, 6, 6 + count / 2].sorted()
            #expect(server.events(of: binary, cutAt: cuts) == [.binary(payload)])
        }
    }

    @Test func `a long frame sent byte by byte arrives whole`() {
        let payload = Self.payload(65_536)
        let wire = WebSocketEncoder.text(payload, maskedBy: Self.key)
        let server = TestDecoder(role: .server)
        #expect(server.events(of: wire, cutAt: Array(wire.indices)) == [.text(payload)])
    }

    @Test func `control frames hold at most 125 bytes`() {
        let long = Self.payload(200)
        let held = Array(long.prefix(125))
        let server = TestDecoder(role: .server)
        let client = TestDecoder(role: .client)
        #expect(client.events(of: WebSocketEncoder.ping(long)) == [.ping(held)])
        #expect(client.events(of: WebSocketEncoder.pong(long)) == [.pong(held)])
        #expect(server.events(of: WebSocketEncoder.ping(long, maskedBy: 5)) == [.ping(held)])
        #expect(server.events(of: WebSocketEncoder.pong(long, maskedBy: 5)) == [.pong(held)])
    }

    @Test func `a close frame has its code and its reason`() {
        let expected = [WebSocketEvent.close(.goingAway, reason: "until then 👋")]
        let server = WebSocketEncoder.close(.goingAway, reason: "until then 👋")
        #expect(TestDecoder(role: .client).events(of: server) == expected)
        let client = WebSocketEncoder.close(.goingAway, reason: "until then 👋", maskedBy: 9)
        #expect(TestDecoder(role: .server).events(of: client) == expected)
    }

    @Test func `a close frame without a code, or with one that must not be sent, is empty`() {
        #expect(WebSocketEncoder.close(nil) == [0x88, 0])
        #expect(WebSocketEncoder.close(nil, reason: "why") == [0x88, 0])
        for code in [0, 1005, 1006, 1015, 5000] as [UInt16] {
            #expect(WebSocketEncoder.close(.init(rawValue: code), reason: "why") == [0x88, 0])
        }
    }

    @Test(arguments: [
        (String(repeating: "r", count: 130), 123),
        (String(repeating: "é", count: 70), 122),
        (String(repeating: "日", count: 50), 123),
        (String(repeating: "🎉", count: 50), 120),
        (String(repeating: "r", count: 122) + "é", 122),
        ("e" + String(repeating: "\u{301}", count: 100), 0),
    ])
    func `cuts an overlong reason between characters`(reason: String, count: Int) {
        let wire = WebSocketEncoder.close(.policyViolation, reason: reason)
        let cut = String(decoding: Array(reason.utf8.prefix(count)), as: UTF8.self)
        let events = TestDecoder(role: .client).events(of: wire)
        #expect(events == [.close(.policyViolation, reason: cut)])
    }
}
