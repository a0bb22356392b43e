/// What a `RequestDecoder` found next. A request is `head`, any number of `body`, then `end`.
public enum RequestEvent: Sendable, Equatable {
    case head(RequestHead)
    /// The next bytes of the content, at least one, as they arrived.
    case body([UInt8])
    case end
    /// The peer broke the protocol or a limit. Nothing follows it.
    case failed(HTTPFailure)
}
