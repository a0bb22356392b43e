import Testing
import WebSocket

/// A row of `websocket-frames.json`: what a peer sends, and what it means.
struct FrameVector: Decodable, CustomTestStringConvertible, Sendable {
    struct Limits: Decodable {
        let messageBytesMax: Int
        let frameBytesMax: Int
        let fragmentCountMax: Int
    }

    /// A row's event has one member named after the event's kind.
    struct Event: Decodable {
        let text: String?
        let binary: String?
        let ping: String?
        let pong: String?
        let close: UInt16?
        let reason: String?
        let failed: UInt16?
    }

    let name: String
    let source: String
    let role: String
    let bytes: String
    let events: [Event]
    let limits: Limits?

    var testDescription: String { "\(name) (\(source))" }

    func decoder() -> WebSocketDecoder {
        let role = role == "server" ? WebSocketRole.server : .client
        guard let limits else { return WebSocketDecoder(role: role) }
        return WebSocketDecoder(
            role: role,
            limits: WebSocketLimits(
                messageBytesMax: limits.messageBytesMax, frameBytesMax: limits.frameBytesMax,
                fragmentCountMax: limits.fragmentCountMax))
    }
}

extension FrameVector.Event {
    /// The event, with no text for a failure: tables name codes, and texts are for people.
    func event() throws -> WebSocketEvent {
        if let text { return .text(Array(text.utf8)) }
        if let binary { return .binary(try Self.bytes(binary)) }
        if let ping { return .ping(try Self.bytes(ping)) }
        if let pong { return .pong(try Self.bytes(pong)) }
        if let failed { return .failed(WebSocketCloseCode(rawValue: failed), "") }
        return .close(close.map(WebSocketCloseCode.init(rawValue:)), reason: reason ?? "")
    }

    private static func bytes(_ hex: String) throws -> [UInt8] {
        try #require(WebSocketVectors.bytes(hex: hex))
    }
}
