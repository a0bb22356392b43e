public import Sync

/// The promises that hold for any bytes of a peer. Each oracle reads an input of the fuzzer, and
/// traps if a promise is broken: accepted input round-trips, rejected input is a named error, and
/// cuts have no effect.
public enum FuzzOracle: String, CaseIterable, Sendable {
    /// HTTP/1.1 requests.
    case http
    /// WebSocket frames, with and without compression, read as a server or as a client.
    case websocket
    /// Messages through the compressor and back at every window, and peers' compressed messages.
    case deflate
    /// JSON, and the protocol's messages.
    case messages
    /// The answers of calendar servers and of sources of places.
    case answers
    /// A whole connection: a request, the upgrade, frames, messages, and a venue that answers.
    case connection

    /// Returns a check of inputs, one after the other. The state of an event loop passes from one
    /// input to the next. For one thread at a time.
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

    /// Returns a check of whole connections with other boards.
    ///
    /// - Parameter boards: makes the boards of a venue.
    public static func connectionCheck(
        boards: @escaping (VenueRecord) -> [any Board]
    ) -> ([UInt8]) -> Void { ConnectionOracle(boards: boards).check }
}
