import Testing
import WebSocket

/// A row of `websocket-frames.json`: a peer's bytes and their meaning.
struct FrameVector: Decodable, CustomTestStringConvertible, Sendable {
    struct Limits: Decodable {
        let messageBytesMax: Int
        let frameBytesMax: Int
        let fragmentCountMax: Int
        let inflatedBytesMax: Int?
        let inflateRatioMax: Int?
        let inflatedBytesFree: Int?
    }

    /// The agreement for the messages in the row.
    struct Deflate: Decodable {
        let keepsContext: Bool
        let windowBits: Int
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
    let deflate: Deflate?

    var testDescription: String { "\(name) (\(source))" }

    func decoder() -> TestDecoder {
        let role = role == "server" ? WebSocketRole.server : .client
        let limits = limits?.limits ?? .standard
        guard let deflate else { return TestDecoder(role: role, limits: limits) }
        let agreement =
            switch role {
            case .server:
                DeflateAgreement(
                    clientKeepsContext: deflate.keepsContext, clientWindowBits: deflate.windowBits)
            case .client:
                DeflateAgreement(
                    serverKeepsContext: deflate.keepsContext, serverWindowBits: deflate.windowBits)
            }
        return TestDecoder(role: role, limits: limits, deflate: agreement)
    }
}

extension FrameVector.Limits {
    fileprivate var limits: WebSocketLimits {
        var limits = WebSocketLimits(
            messageBytesMax: messageBytesMax, frameBytesMax: frameBytesMax,
            fragmentCountMax: fragmentCountMax)
        if let inflatedBytesMax { limits.inflatedBytesMax = inflatedBytesMax }
        if let inflateRatioMax { limits.inflateRatioMax = inflateRatioMax }
        if let inflatedBytesFree { limits.inflatedBytesFree = inflatedBytesFree }
        return limits
    }
}

extension FrameVector.Event {
    /// Returns the event. A failure has no text, because the tables contain only codes.
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
