public import HTTPTypes

/// Responses out of the bytes of one connection, for clients.
///
/// The content ends by `Content-Length`, by chunks, or when the peer closes; responses to `HEAD`
/// and those of 1xx, 204 and 304 have none (RFC 9112 section 6.3). Every failure has the status
/// 502, as a gateway would answer. After the end of one response the next may follow.
public struct ResponseDecoder: Sendable {
    private enum State: Sendable {
        case start
        case fields
        case body(BodyReader)
        case over
        case failed
    }

    /// The method of the request that the next response answers; set it before that response's
    /// events are asked for. `HEAD` and `CONNECT` change where the content ends.
    public var requestMethod: HTTPRequest.Method
    /// Whether the connection can carry another request, by the last head that was given out.
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

    /// Stores `bytes` until `next` asks for them. After a failure, and after the last response of
    /// the connection, they are dropped.
    public mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        switch state {
        case .over, .failed: break
        default: buffer.append(bytes)
        }
    }

    /// Tells that the peer has closed: `next` gives what that means once the bytes received are
    /// used up, `end` or `failed`, or nil when no response was under way.
    public mutating func finish() {
        isPeerClosed = true
    }

    /// The next event; nil when it takes more bytes, and after the connection's last response.
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

    /// Bytes that wait to be asked for.
    public var bufferedBytes: Int { buffer.count }

    /// The bytes behind the response, for the protocol that the connection is upgraded to (after
    /// 101). This decoder is done with it.
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
