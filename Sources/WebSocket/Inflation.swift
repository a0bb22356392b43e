/// The way in which a connection's compressed messages are inflated.
enum Inflation {
    /// Compression was not agreed on.
    case none
    /// Each message is inflated independently, with an inflater that a loop's connections share.
    case apart(Inflater)
    /// Each message is inflated in the context of earlier ones.
    case inContext(InflateContext)

    var isNone: Bool {
        if case .none = self { true } else { false }
    }

    func inflate(
        _ message: [UInt8], isText: Bool, within limits: WebSocketLimits
    ) throws(ProtocolViolation) -> [UInt8] {
        switch self {
        case .none: throw .protocolError("a compressed message was not agreed on")
        case .apart(let inflater):
            return try inflater.inflateApart(message, isText: isText, within: limits)
        case .inContext(let context):
            return try context.inflater.inflateNext(message, isText: isText, within: limits)
        }
    }
}
