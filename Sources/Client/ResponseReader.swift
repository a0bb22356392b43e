import HTTP
import HTTPTypes

/// Reads the response to one request from a connection.
struct ResponseReader {
    private let stream: any ByteStream
    private var decoder: ResponseDecoder
    private var isPeerClosed = false

    init(_ stream: any ByteStream, requestMethod: HTTPRequest.Method, limits: HTTPLimits) {
        self.stream = stream
        decoder = ResponseDecoder(limits: limits, requestMethod: requestMethod)
    }

    /// Returns the next event, or `nil` if none came in time. Throws instead of returning `failed`.
    mutating func next(timeout: Duration) throws(ClientError) -> ResponseEvent? {
        while true {
            switch decoder.next() {
            case .failed(let failure):
                // A decoder also fails if the connection ends early, which is not a violation.
                throw isPeerClosed ? .lost(failure.message) : .violation(failure.message)
            case .some(let event): return event
            case nil: break
            }
            guard !isPeerClosed else { throw .lost("the connection ended before the answer") }
            guard let bytes = try stream.read(timeout: timeout) else { return nil }
            if bytes.isEmpty {
                isPeerClosed = true
                decoder.finish()
            } else {
                bytes.withUnsafeBytes { decoder.receive($0) }
            }
        }
    }

    /// Returns the head of the final response. Skips interim ones (RFC 9110, 15.2).
    mutating func head(timeout: Duration) throws(ClientError) -> HTTPResponse {
        while true {
            guard let event = try next(timeout: timeout) else { throw .timedOut }
            if case .head(let response) = event,
                response.status.kind != .informational
                    || response.status == .switchingProtocols
            {
                return response
            }
        }
    }

    /// Returns the rest of the content. The timeout applies to each wait.
    mutating func body(timeout: Duration) throws(ClientError) -> [UInt8] {
        var body: [UInt8] = []
        while true {
            switch try next(timeout: timeout) {
            case .body(let bytes): body += bytes
            case .end: return body
            case nil: throw .timedOut
            case .head, .failed: break
            }
        }
    }

    /// Takes the bytes after a response that switches protocols.
    mutating func takeRemainder() -> [UInt8] { decoder.takeRemainder() }
}
