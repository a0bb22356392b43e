public import HTTPTypes

/// # The room `HTTP`
///
/// HTTP/1.1 without I/O (RFC 9110, RFC 9112): bytes in, events out. `RequestDecoder` and
/// `ResponseEncoder` are for servers, `ResponseDecoder` and `RequestEncoder` for clients. Queries,
/// dates and `Accept` fields are read and written here too.
///
/// Nothing that a peer sends makes the room throw or trap: bad input is an event with the status to
/// answer with. Anything that two readers could take for different messages is refused: bare line
/// feeds, folded lines, white space before a colon, a `Content-Length` together with a
/// `Transfer-Encoding`, any coding but `chunked`. The room does not decode targets, merge fields,
/// apply `Content-Encoding`, or act as a proxy (`CONNECT` is 501).

/// Reads the requests on one connection, of HTTP/1.1 and HTTP/1.0, for servers.
///
/// Pass bytes to `receive` as they come, then call `next` until it returns `nil`. A pipelined
/// request waits in the buffer until the caller asks for its events. A caller that does not ask
/// should stop reading from the connection when `bufferedBytes` grows.
public struct RequestDecoder: Sendable {
    private enum State: Sendable {
        case start(emptyLineTaken: Bool)
        case fields
        case body(BodyReader, keepsAlive: Bool)
        /// No further message is read.
        case over
        case failed
    }

    private let limits: HTTPLimits
    private var buffer = InputBuffer()
    private var state = State.start(emptyLineTaken: false)
    private var line: RequestLine?
    private var section: FieldSection

    public init(limits: HTTPLimits = .standard) {
        self.limits = limits
        section = FieldSection(limits: limits)
    }

    /// Stores `bytes` for `next`. Drops them after a failure and after a request that closes the
    /// connection (RFC 9112 section 9.6).
    public mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        switch state {
        case .over, .failed: break
        default: buffer.append(bytes)
        }
    }

    /// Returns the next event. Returns `nil` if more bytes are needed, after a failure, and after
    /// the last request of the connection.
    ///
    /// - Parameter contentBytesMax: returns the maximum length of a request's content, or `nil` for
    ///   that of the decoder's limits. Called once for each request with content.
    public mutating func next(
        contentBytesMax: (RequestHead) -> Int? = { _ in nil }
    ) -> RequestEvent? {
        do throws(HTTPFailure) {
            return try advance(contentBytesMax)
        } catch {
            state = .failed
            buffer.removeAll()
            return .failed(error)
        }
    }

    /// The number of bytes that wait for `next`.
    public var bufferedBytes: Int { buffer.count }

    /// The current request as far as it was read: its method and target once the request line is
    /// complete, and its fields so far. For a request line that was too long, the part that was
    /// read. After a failure, it determines the form of the answer.
    public var partialRequest: HTTPRequest? {
        line.map { line in
            HTTPRequest(
                method: line.method, scheme: nil, authority: line.target.authority,
                path: line.target.path, headerFields: section.fields)
        }
    }

    /// Takes the bytes after the request, for the protocol to which the connection is upgraded. The
    /// decoder must not be used after that.
    public mutating func takeRemainder() -> [UInt8] {
        let remainder = buffer.take(bytesMax: buffer.count)
        buffer.removeAll()
        state = .over
        return remainder
    }

    private mutating func advance(
        _ contentBytesMax: (RequestHead) -> Int?
    ) throws(HTTPFailure) -> RequestEvent? {
        while true {
            switch state {
            case .start(let emptyLineTaken):
                guard try takeStart(emptyLineTaken: emptyLineTaken) else { return nil }
            case .fields:
                guard try section.read(from: &buffer), let line else { return nil }
                let fields = section.fields
                let framing = try BodyFraming.ofRequest(fields, minorVersion: line.minorVersion)
                let head = try RequestHead.make(line, fields, framing: framing)
                var limits = limits
                if head.hasBody, let bytesMax = contentBytesMax(head) {
                    limits.bodyBytesMax = bytesMax
                }
                let reader = try BodyReader(framing, limits: limits)
                state = .body(reader, keepsAlive: head.keepsAlive)
                return .head(head)
            case .body(var reader, let keepsAlive):
                guard let part = try reader.next(from: &buffer) else {
                    state = .body(reader, keepsAlive: keepsAlive)
                    return nil
                }
                switch part {
                case .bytes(let bytes):
                    state = .body(reader, keepsAlive: keepsAlive)
                    return .body(bytes)
                case .end:
                    finishRequest(keepsAlive: keepsAlive)
                    return .end
                }
            case .over, .failed:
                return nil
            }
        }
    }

    /// Takes the request line, or one empty line before it.
    ///
    /// - Returns: `false` if more bytes are needed.
    private mutating func takeStart(emptyLineTaken: Bool) throws(HTTPFailure) -> Bool {
        guard let first = buffer.first else { return false }
        line = nil
        // Without this check, a client that speaks TLS to this port would wait for an answer until
        // it times out.
        guard ASCII.isToken(first) || first == ASCII.carriageReturn else {
            throw .malformed("This port speaks HTTP; a request begins with its method.")
        }
        switch buffer.takeLine(bytesMax: limits.requestLineBytesMax) {
        case .incomplete:
            return false
        case .endsInBareLineFeed:
            throw .bareLineFeed
        case .tooLong:
            line = RequestLine.parse(cutOff: buffer.take(bytesMax: limits.requestLineBytesMax))
            throw HTTPFailure(
                status: .uriTooLong,
                message: "The request line must be at most \(limits.requestLineBytesMax) bytes."
            )
        case .whole(let bytes) where bytes.isEmpty && !emptyLineTaken:
            // Old clients send one after a body (RFC 9112 section 2.2).
            state = .start(emptyLineTaken: true)
        case .whole(let bytes):
            line = try RequestLine.parse(bytes)
            section = FieldSection(limits: limits)
            state = .fields
        }
        return true
    }

    private mutating func finishRequest(keepsAlive: Bool) {
        if keepsAlive {
            state = .start(emptyLineTaken: false)
        } else {
            state = .over
            buffer.removeAll()
        }
    }
}

/// An event of a `RequestDecoder`. A request consists of `head`, any number of `body`, and `end`.
public enum RequestEvent: Sendable, Equatable {
    case head(RequestHead)
    /// The next bytes of the content, at least one.
    case body([UInt8])
    case end
    /// The peer broke the protocol or a limit. This is the last event.
    case failed(HTTPFailure)
}
