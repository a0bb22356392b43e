import JSON
import WebSocket

@testable import Client

/// A hub at the other end of a connection. Accepts the upgrade, and then does what the test wants.
final class TestHub: TestPeer {
    /// The request's head, line by line.
    private(set) var requestLines: [String] = []
    /// Every message of the client, in order.
    private(set) var messages: [JSON] = []
    /// The payloads of the client's pongs.
    private(set) var pongs: [[UInt8]] = []
    /// The code of the client's close frame.
    private(set) var closeCode: Int?
    private let answer: (JSON, TestHub) -> Void
    private let greet: (TestHub) -> Void
    private let trickles: Bool
    private var head: [UInt8] = []
    private var decoder: WebSocketDecoder?
    // The stream holds its peer.
    private weak var stream: TestStream?

    /// - Parameters:
    ///  - trickles: whether everything reaches the client byte by byte.
    ///  - answer: answers each message.
    ///  - greet: called once the connection is upgraded.
    init(
        trickles: Bool = false, answer: @escaping (JSON, TestHub) -> Void = { _, _ in },
        greet: @escaping (TestHub) -> Void = { $0.welcome() }
    ) {
        self.trickles = trickles
        self.greet = greet
        self.answer = answer
    }

    func say(_ message: JSON) { deliver(WebSocketEncoder.text(message.canonical)) }

    func welcome(rev: Int = 0, epoch: String = "e1", heartbeatMs: Int = 15_000) {
        say([
            "type": "welcome", "protocol": "tablecast.v1", "venue": "main",
            "epoch": .string(epoch), "rev": JSON(rev), "role": "host",
            "now": "2026-11-20T18:04:05.123Z", "heartbeatMs": JSON(heartbeatMs),
        ])
    }

    func deliver(_ bytes: [UInt8]) {
        if trickles { stream?.trickle(bytes) } else { stream?.deliver(bytes) }
    }

    func close(_ code: UInt16, _ reason: String) {
        deliver(WebSocketEncoder.close(WebSocketCloseCode(rawValue: code), reason: reason))
    }

    func end() { stream?.end() }

    func receive(_ bytes: [UInt8], on stream: TestStream) {
        self.stream = stream
        guard decoder != nil else { return receiveHead(bytes) }
        bytes.withUnsafeBytes { decoder?.receive($0) }
        while let event = decoder?.next() {
            switch event {
            case .text(let text):
                guard let message = try? JSON(parsing: text) else { continue }
                messages.append(message)
                answer(message, self)
            case .pong(let payload): pongs.append(payload)
            case .close(let code, _):
                closeCode = code.map { Int($0.rawValue) }
                // RFC 6455, 5.5.1, requires an answer.
                deliver(WebSocketEncoder.close(code))
                end()
            case .binary, .ping, .failed: break
            }
        }
    }

    private func receiveHead(_ bytes: [UInt8]) {
        head += bytes
        guard head.suffix(4).elementsEqual("\r\n\r\n".utf8) else { return }
        let text = String(decoding: head, as: UTF8.self)
        requestLines = text.split(separator: "\r\n").map(String.init)
        let key = requestLines.first { $0.hasPrefix("Sec-WebSocket-Key: ") }?.dropFirst(19) ?? ""
        decoder = WebSocketDecoder(role: .server)
        let lines = [
            "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Accept: \(WebSocketHandshake.accept(key: String(key)))",
            "Sec-WebSocket-Protocol: tablecast.v1", "", "",
        ]
        deliver(Array(lines.joined(separator: "\r\n").utf8))
        greet(self)
    }
}
