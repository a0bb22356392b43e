/// An event from a peer.
public enum WebSocketEvent: Sendable, Equatable {
    /// A whole text message in valid UTF-8 (RFC 6455, 5.6 and 8.1).
    case text([UInt8])
    /// A whole binary message.
    case binary([UInt8])
    /// A ping with at most 125 bytes. It has to be answered by a pong with the same payload
    /// (5.5.2).
    case ping([UInt8])
    /// A pong. It answers a ping, or comes unasked as a sign of life (5.5.3).
    case pong([UInt8])
    /// The peer's close frame, the last event. It has to be answered by a close frame unless one
    /// was sent already (5.5.1). The code is `nil` if the frame has none.
    case close(WebSocketCloseCode?, reason: String)
    /// A violation of the protocol, the last event. A close frame with this code has to be sent and
    /// the connection closed (7.1.7). The text is meant for logs and the close frame, and contains
    /// nothing that the peer sent.
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
