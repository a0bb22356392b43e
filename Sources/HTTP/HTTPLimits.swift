/// How much of a message a decoder takes before it refuses the rest.
///
/// Every limit is checked as bytes arrive: a peer that never ends its line is refused at the limit,
/// not after the line. Sizes are in bytes, without the line end unless said otherwise.
public struct HTTPLimits: Sendable, Equatable {
    /// The start line: a request line (beyond it 414) or a status line.
    public var requestLineBytesMax: Int
    /// One field line, name, colon and value (beyond it 431).
    public var fieldBytesMax: Int
    /// All field lines of a head together, with their line ends (beyond it 431).
    public var fieldsBytesMax: Int
    /// Field lines in a head, and likewise in a trailer section (beyond it 431).
    public var fieldCountMax: Int
    /// The content, without what chunks add to it (beyond it 413). A `Content-Length` above it is
    /// refused before any byte of the content is taken. `Int.max` for a stream without an end.
    public var bodyBytesMax: Int
    /// All chunk extensions of one body together (beyond it 400). Nobody uses them, and thousands
    /// of one-byte chunks with long extensions are a known way to keep a server busy.
    public var chunkExtensionBytesMax: Int
    /// All trailer lines of one body together, with their line ends (beyond it 431).
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

    /// What suits a server whose largest message is one mutation.
    public static let standard = HTTPLimits()
}
