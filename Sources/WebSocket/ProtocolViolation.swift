/// A peer's violation of the protocol. It is thrown only inside this room, which reports it as
/// `WebSocketEvent.failed`.
struct ProtocolViolation: Error {
    let code: WebSocketCloseCode
    let reason: String

    static func protocolError(_ reason: String) -> Self {
        Self(code: .protocolError, reason: reason)
    }
    static func invalidPayload(_ reason: String) -> Self {
        Self(code: .invalidPayload, reason: reason)
    }
    static func messageTooBig(_ reason: String) -> Self {
        Self(code: .messageTooBig, reason: reason)
    }

    static let noMemory = Self(code: .internalError, reason: "there is no memory to inflate with")
    static let textIsNotUTF8 = invalidPayload("a text is not UTF-8")
    static let textEndsInsideCharacter = invalidPayload("a text ends inside a character")
}
