public import HTTPTypes

/// Reads the responses on one connection, for clients.
///
/// The content ends by `Content-Length`, by chunks, or when the peer closes. Responses to `HEAD`
/// and those with 1xx, 204 and 304 have none (RFC 9112 section 6.3). Every failure has the status
/// 502, as a gateway would answer.
public struct ResponseDecoder: Sendable {
    private enum State: Sendable {
        case start
        case fields
        case body(BodyReader)
        case over
        case failed
    }

    /// The method of the request to which the next response belongs. Set it before the response's
    /// events are read, because `HEAD` and `CONNECT` change where the content ends.
    public var requestMethod: HTTPRequest.Method
    /// Whether the connection can carry another request, according to the last head.
    public private(set) var keepsAlive = true

    private let limits: HTTPLimits
    private var buffer = InputBuffer()
    private var state = State.start
    private var line: StatusLine?
    private var section: FieldSection
    private var isPeerClosed = false
    private var isAnswered = false

    public init(limits: HTTPLimits = .standard, requestMethod: HTTPRequest.Method) {
        self.limits = limits
        self.requestMethod = requestMethod
        section = FieldSection(limits: limits)
    }

    /// Stores `bytes` for `next`. Drops them after a failure and after the last response of the
    /// connection.
    public mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        switch state {
        case .over, .failed: break
        default: buffer.append(bytes)
        }
    }

    /// Marks the connection as closed by the peer. After the received bytes, `next` returns `end`
    /// or `failed`, or `nil` if no response had begun.
    public mutating func finish() {
        isPeerClosed = true
    }

    /// Returns the next event. Returns `nil` if more bytes are needed, and after the last response
    /// of the connection.
    public mutating func next() -> ResponseEvent? {
        do throws(HTTPFailure) {
            if let event = try advance() { return event }
            return isPeerClosed ? try eventAtClose() : nil
        } catch {
            state = .failed
            keepsAlive = false
            buffer.removeAll()
            return .failed(HTTPFailure(status: .badGateway, message: error.message))
        }
    }

    /// The number of bytes that wait for `next`.
    public var bufferedBytes: Int { buffer.count }

    /// Takes the bytes after the response, for the protocol to which the connection is upgraded
    /// (after 101). The decoder must not be used after that.
    public mutating func takeRemainder() -> [UInt8] {
        let remainder = buffer.take(bytesMax: buffer.count)
        buffer.removeAll()
        state = .over
        return remainder
    }

    private mutating func advance() throws(HTTPFailure) -> ResponseEvent? {
        while true {
            switch state {
            case .start:
                guard try takeStatusLine() else { return nil }
            case .fields:
                guard try section.read(from: &buffer), let line else { return nil }
                return .head(try beginBody(of: line))
            case .body(var reader):
                let part = try reader.next(from: &buffer)
                state = .body(reader)
                switch part {
                case .bytes(let bytes):
                    return .body(bytes)
                case .end:
                    finishResponse()
                    return .end
                case nil:
                    return nil
                }
            case .over, .failed:
                return nil
            }
        }
    }

    private mutating func takeStatusLine() throws(HTTPFailure) -> Bool {
        switch buffer.takeLine(bytesMax: limits.requestLineBytesMax) {
        case .incomplete: return false
        case .endsInBareLineFeed: throw .bareLineFeed
        case .tooLong: throw .malformed("The status line is too long.")
        case .whole(let bytes): line = try StatusLine.parse(bytes)
        }
        section = FieldSection(limits: limits)
        state = .fields
        return true
    }

    private mutating func beginBody(of line: StatusLine) throws(HTTPFailure) -> HTTPResponse {
        let fields = section.fields
        let code = line.status.code
        if code < 200, code != 101 {
            state = .start
        } else {
            let framing = try BodyFraming.ofResponse(
                status: code, to: requestMethod, fields, minorVersion: line.minorVersion)
            let reader = try BodyReader(framing, limits: limits)
            keepsAlive =
                ConnectionField.keepsAlive(fields, minorVersion: line.minorVersion)
                && !reader.endsWithConnection
            state = .body(reader)
        }
        return HTTPResponse(status: line.status, headerFields: fields)
    }

    private mutating func finishResponse() {
        isAnswered = true
        state = keepsAlive ? .start : .over
        if !keepsAlive {
            buffer.removeAll()
        }
    }

    private mutating func eventAtClose() throws(HTTPFailure) -> ResponseEvent? {
        switch state {
        case .over, .failed:
            return nil
        case .start where isAnswered && buffer.count == 0:
            return nil
        case .start where buffer.count == 0:
            throw .malformed("The server closed the connection before it answered.")
        case .body(let reader) where reader.endsWithConnection:
            finishResponse()
            return .end
        case .start, .fields, .body:
            throw .malformed("The server closed the connection in the middle of its answer.")
        }
    }
}

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
