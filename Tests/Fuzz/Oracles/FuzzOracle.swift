public import Sync

/// What holds for any bytes that a peer may send. Each oracle reads an input of the fuzzer, and traps
/// where a promise is broken: whatever is accepted round-trips, whatever is not is a named error,
/// and how the bytes were cut does not show.
public enum FuzzOracle: String, CaseIterable, Sendable {
    /// Requests of HTTP/1.1.
    case http
    /// Frames of WebSocket, with compression and without, as a server or as a client reads them.
    case websocket
    /// Messages through the compressor and back at every window, and what a peer calls compressed.
    case deflate
    /// JSON, and the protocol's messages.
    case messages
    /// What calendar servers and sources of places answer.
    case answers
    /// A whole connection: a request, the upgrade, frames, messages, and a venue that answers.
    case connection

    /// What checks inputs, one after the other: an event loop's worth of state goes from one to the
    /// next. For one thread at a time.
    public func makeCheck() -> ([UInt8]) -> Void {
        switch self {
        case .http: HTTPOracle.check
        case .websocket: WebSocketOracle().check
        case .deflate: DeflateOracle().check
        case .messages: MessageOracle.check
        case .answers: AnswerOracle.check
        case .connection: ConnectionOracle { _ in [FuzzBoard()] }.check
        }
    }

    /// The check of whole connections with other boards.
    ///
    /// - Parameter boards: makes the boards of a venue.
    public static func connectionCheck(
        boards: @escaping (VenueRecord) -> [any Board]
    ) -> ([UInt8]) -> Void { ConnectionOracle(boards: boards).check }
}
