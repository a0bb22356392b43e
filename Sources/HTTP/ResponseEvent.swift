public import HTTPTypes

/// An event of a `ResponseDecoder`. A response consists of `head`, any number of `body`, and `end`.
/// Interim responses (1xx except 101) may come before it and consist of a `head` only.
public enum ResponseEvent: Sendable, Equatable {
    case head(HTTPResponse)
    /// The next bytes of the content, at least one.
    case body([UInt8])
    case end
    /// The peer broke the protocol or a limit, or closed too early. This is the last event.
    case failed(HTTPFailure)
}
