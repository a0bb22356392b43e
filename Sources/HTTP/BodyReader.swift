/// Extracts a message's content from the bytes that arrive, according to its framing.
struct BodyReader: Sendable {
    enum Part {
        /// At least one byte of content.
        case bytes([UInt8])
        case end
    }

    private enum State: Sendable {
        case length(left: Int)
        case chunkSize
        case chunk(left: Int)
        case chunkEnd
        case trailers
        case untilClose
    }

    private let limits: HTTPLimits
    private var state: State
    private var bytesLeft: Int
    private var extensionBytesLeft: Int
    private var trailers: FieldSection

    /// The most digits of a chunk's size. Sixteen can express every size. Without a limit, leading
    /// zeros could go on forever (RFC 9112 section 7.1).
    private static let sizeDigitsMax = 16

    init(_ framing: BodyFraming, limits: HTTPLimits) throws(HTTPFailure) {
        self.limits = limits
        bytesLeft = limits.bodyBytesMax
        // Half of `Int.max` leaves room for the size in the same line without overflow.
        extensionBytesLeft = min(max(limits.chunkExtensionBytesMax, 0), .max / 2)
        trailers = FieldSection(limits: limits, isOfTrailers: true)
        switch framing {
        case .length(let length):
            guard length <= limits.bodyBytesMax else { throw .bodyTooLarge(limits) }
            state = .length(left: length)
        case .chunked: state = .chunkSize
        case .untilClose: state = .untilClose
        }
    }

    /// Whether the content ends when the peer closes the connection.
    var endsWithConnection: Bool {
        if case .untilClose = state { true } else { false }
    }

    /// - Returns: The next part, or `nil` if more bytes are needed.
    mutating func next(from buffer: inout InputBuffer) throws(HTTPFailure) -> Part? {
        while true {
            switch state {
            case .length(left: 0):
                return .end
            case .length(let left):
                guard buffer.count > 0 else { return nil }
                let bytes = buffer.take(bytesMax: left)
                state = .length(left: left - bytes.count)
                return .bytes(bytes)
            case .untilClose:
                guard buffer.count > 0 else { return nil }
                guard bytesLeft > 0 else { throw .bodyTooLarge(limits) }
                let bytes = buffer.take(bytesMax: bytesLeft)
                bytesLeft -= bytes.count
                return .bytes(bytes)
            case .chunkSize:
                guard let size = try takeChunkSize(from: &buffer) else { return nil }
                state = size == 0 ? .trailers : .chunk(left: size)
            case .chunk(left: 0):
                state = .chunkEnd
            case .chunk(let left):
                guard buffer.count > 0 else { return nil }
                let bytes = buffer.take(bytesMax: left)
                state = .chunk(left: left - bytes.count)
                return .bytes(bytes)
            case .chunkEnd:
                guard try takeChunkEnd(from: &buffer) else { return nil }
                state = .chunkSize
            case .trailers:
                return try trailers.read(from: &buffer) ? .end : nil
            }
        }
    }

    private mutating func takeChunkSize(from buffer: inout InputBuffer) throws(HTTPFailure) -> Int?
    {
        let line: ArraySlice<UInt8>
        switch buffer.takeLine(bytesMax: Self.sizeDigitsMax + extensionBytesLeft) {
        case .incomplete: return nil
        case .endsInBareLineFeed: throw .bareLineFeed
        case .tooLong: throw .malformed("A chunk's size line is too long.")
        case .whole(let whole): line = whole
        }
        let digits = line.prefix { ASCII.hexadecimalValue($0) != nil }
        guard (1...Self.sizeDigitsMax).contains(digits.count) else {
            throw .malformed("A chunk must begin with its size in hexadecimal digits.")
        }
        try takeExtensions(line[digits.endIndex...])
        guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16), size <= bytesLeft
        else { throw .bodyTooLarge(limits) }
        bytesLeft -= size
        return size
    }

    /// Skips extensions (RFC 9112 section 7.1.1), but only if they are well-formed.
    private mutating func takeExtensions(_ bytes: ArraySlice<UInt8>) throws(HTTPFailure) {
        guard !bytes.isEmpty else { return }
        guard ChunkExtensions.isValid(bytes) else {
            throw .malformed("After a chunk's size only an extension may follow.")
        }
        guard bytes.count <= extensionBytesLeft else {
            throw .malformed("The chunk extensions are too long.")
        }
        extensionBytesLeft -= bytes.count
    }

    /// Takes the CR LF after a chunk's bytes. Nothing else is accepted, because otherwise two
    /// readers might disagree about the beginning of the next chunk.
    private mutating func takeChunkEnd(from buffer: inout InputBuffer) throws(HTTPFailure) -> Bool {
        switch buffer.takeLine(bytesMax: 0) {
        case .whole: return true
        case .incomplete where buffer.first == nil || buffer.first == ASCII.carriageReturn:
            return false
        default: throw .malformed("A chunk must be as long as its size says, and then CR LF.")
        }
    }
}
