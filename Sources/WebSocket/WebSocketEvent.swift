/// What a peer's bytes turned out to be.
public enum WebSocketEvent: Sendable, Equatable {
    /// A whole text message. Its bytes are valid UTF-8 (RFC 6455, 5.6 and 8.1).
    case text([UInt8])
    /// A whole binary message.
    case binary([UInt8])
    /// To be answered with a pong of the same payload, at most 125 bytes (5.5.2).
    case ping([UInt8])
    /// The answer to a ping, or a sign of life that nobody asked for (5.5.3).
    case pong([UInt8])
    /// The peer's close frame, to be answered with one unless one was sent already (5.5.1). The
    /// code is nil where the frame holds none. Nothing comes after it.
    case close(WebSocketCloseCode?, reason: String)
    /// What the peer did wrong. A close frame with this code is to be sent, and the connection to
    /// be ended (7.1.7). The text is for logs and for the close frame; it repeats nothing of what
    /// the peer sent. Nothing comes after it.
    case failed(WebSocketCloseCode, String)
}

extension WebSocketEvent {
    /// Reads the payload of a close frame (5.5.1).
    static func close(payload: [UInt8]) throws(ProtocolViolation) -> Self {
        guard !payload.isEmpty else { return .close(nil, reason: "") }
        guard payload.count >= 2 else {
            throw .protocolError("the payload of a close frame is one byte")
        }
        let code = WebSocketCloseCode(rawValue: UInt16(payload[0]) << 8 | UInt16(payload[1]))
        guard code.isSendable else { throw .protocolError("a close code that must not be sent") }
        let reason = payload[2...]
        var validator = UTF8Validator()
        let isValid = reason.withUnsafeBytes { validator.accept($0) }
        guard isValid, validator.isComplete else {
            throw .invalidPayload("the reason of a close frame is not UTF-8")
        }
        return .close(code, reason: String(decoding: reason, as: UTF8.self))
    }
}
