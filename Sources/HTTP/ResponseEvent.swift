public import HTTPTypes

/// What a `ResponseDecoder` found next. A response is `head`, any number of `body`, then `end`;
/// before it there may be interim ones (1xx but 101), which are a `head` alone.
public enum ResponseEvent: Sendable, Equatable {
    case head(HTTPResponse)
    /// The next bytes of the content, at least one, as they arrived.
    case body([UInt8])
    case end
    /// The peer broke the protocol or a limit, or closed too early. Nothing follows it.
    case failed(HTTPFailure)
}
