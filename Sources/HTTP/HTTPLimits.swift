/// The limits of the messages that a decoder accepts.
///
/// Every limit is checked as bytes arrive: a peer that never ends its line is refused at the limit.
/// Sizes are in bytes, without line ends unless said otherwise.
public struct HTTPLimits: Sendable, Equatable {
    /// The longest start line: a request line (above it 414) or a status line.
    public var requestLineBytesMax: Int
    /// The longest field line, with name, colon and value (above it 431).
    public var fieldBytesMax: Int
    /// The size of all field lines of a head, with their line ends (above it 431).
    public var fieldsBytesMax: Int
    /// The most field lines in a head, or in a trailer section (above it 431).
    public var fieldCountMax: Int
    /// The longest content, without the framing of chunks (above it 413). A larger `Content-Length`
    /// is refused before any content is read. `Int.max` allows an endless stream.
    public var bodyBytesMax: Int
    /// The size of all chunk extensions of a body (above it 400). No real client uses them, but
    /// thousands of one-byte chunks with long extensions are a known way to keep a server busy.
    public var chunkExtensionBytesMax: Int
    /// The size of all trailer lines of a body, with their line ends (above it 431).
    public var trailersBytesMax: Int

    public init(
        requestLineBytesMax: Int = 8_192,
        fieldBytesMax: Int = 8_192,
        fieldsBytesMax: Int = 32_768,
        fieldCountMax: Int = 100,
        bodyBytesMax: Int = 65_536,
        chunkExtensionBytesMax: Int = 4_096,
        trailersBytesMax: Int = 4_096
    ) {
        self.requestLineBytesMax = requestLineBytesMax
        self.fieldBytesMax = fieldBytesMax
        self.fieldsBytesMax = fieldsBytesMax
        self.fieldCountMax = fieldCountMax
        self.bodyBytesMax = bodyBytesMax
        self.chunkExtensionBytesMax = chunkExtensionBytesMax
        self.trailersBytesMax = trailersBytesMax
    }

    /// Limits for a server whose largest message is one mutation.
    public static let standard = HTTPLimits()
}
