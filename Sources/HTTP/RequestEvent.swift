/// An event of a `RequestDecoder`. A request consists of `head`, any number of `body`, and `end`.
public enum RequestEvent: Sendable, Equatable {
    case head(RequestHead)
    /// The next bytes of the content, at least one.
    case body([UInt8])
    case end
    /// The peer broke the protocol or a limit. This is the last event.
    case failed(HTTPFailure)
}
