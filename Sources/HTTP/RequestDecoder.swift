public import HTTPTypes

/// Requests of HTTP/1.1 and HTTP/1.0, out of the bytes of one connection.
///
/// # The room
/// `HTTP` is HTTP/1.1 without I/O (RFC 9110, RFC 9112): bytes in, events out. `RequestDecoder` and
/// `ResponseEncoder` are a server's side, `ResponseDecoder` and `RequestEncoder` a client's; beside
/// them stand the small grammars that both need: percent-coding, queries, dates and `Accept`.
///
/// It does no I/O, keeps no clock, and nothing that a peer sends makes it throw or trap: bad input
/// is an event with the status to answer with. It refuses whatever two readers could take for
/// different messages: bare line feeds, folded lines, white space before a colon, a
/// `Content-Length` beside a `Transfer-Encoding`, any coding but `chunked`. It does not decode
/// targets, fold fields, follow `Content-Encoding`, or act as a proxy (`CONNECT` is 501).
///
/// # Use
/// Hand over bytes with `receive` as they come, then call `next` until it is nil. Events are
/// pulled, so a pipelined request waits in the buffer until the one before it has been answered;
/// a caller that waits so should stop reading when `bufferedBytes` grows.
public struct RequestDecoder: Sendable {
    private enum State: Sendable {
        case start(emptyLineTaken: Bool)
        case fields
        case body(BodyReader, keepsAlive: Bool)
        /// No message follows any more: what comes is somebody else's or is not read.
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

    /// Stores `bytes` until `next` asks for them. After a failure, and after the end of a request
    /// that closes the connection, they are dropped (RFC 9112 section 9.6).
    public mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        switch state {
        case .over, .failed: break
        default: buffer.append(bytes)
        }
    }

    /// The next event; nil when it takes more bytes, after a failure, and after the last request
    /// of the connection.
    public mutating func next() -> RequestEvent? {
        do throws(HTTPFailure) {
            return try advance()
        } catch {
            state = .failed
            buffer.removeAll()
            return .failed(error)
        }
    }

    /// Bytes that wait to be asked for.
    public var bufferedBytes: Int { buffer.count }

    /// What has been read of the request at hand: once its request line is there, its method,
    /// target and the fields so far; of a request line that was too long, what fitted of them.
    /// After a failure it tells in which form to answer.
    public var partialRequest: HTTPRequest? {
        line.map { line in
            HTTPRequest(
                method: line.method, scheme: nil, authority: line.target.authority,
                path: line.target.path, headerFields: section.fields)
        }
    }

    /// The bytes behind the request, for the protocol that the connection is upgraded to. This
    /// decoder is done with it.
    public mutating func takeRemainder() -> [UInt8] {
        let remainder = buffer.take(bytesMax: buffer.count)
        buffer.removeAll()
        state = .over
        return remainder
    }

    private mutating func advance() throws(HTTPFailure) -> RequestEvent? {
        while true {
            switch state {
            case .start(let emptyLineTaken):
                guard try takeStart(emptyLineTaken: emptyLineTaken) else { return nil }
            case .fields:
                guard try section.read(from: &buffer), let line else { return nil }
                let fields = section.fields
                let framing = try BodyFraming.ofRequest(fields, minorVersion: line.minorVersion)
                let head = try RequestHead.make(line, fields, framing: framing)
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

    /// Takes the request line, or the one empty line that may stand before it.
    /// - Returns: false when more bytes are needed.
    private mutating func takeStart(emptyLineTaken: Bool) throws(HTTPFailure) -> Bool {
        guard let first = buffer.first else { return false }
        line = nil
        // Whoever speaks TLS to this port would otherwise wait for an answer until it gives up.
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
