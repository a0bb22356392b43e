import HTTP
import HTTPTypes

/// The answer to one request, read from a connection as it arrives.
struct ResponseReader {
    private let stream: any ByteStream
    private var decoder: ResponseDecoder
    private var isPeerClosed = false

    init(_ stream: any ByteStream, requestMethod: HTTPRequest.Method, limits: HTTPLimits) {
        self.stream = stream
        decoder = ResponseDecoder(limits: limits, requestMethod: requestMethod)
    }

    /// The next event; nil when none came in time. It is never `failed`: that is thrown.
    mutating func next(timeout: Duration) throws(ClientError) -> ResponseEvent? {
        while true {
            switch decoder.next() {
            case .failed(let failure):
                // At the end of the bytes the decoder finds fault too, but then nobody broke a rule.
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

    /// The head of the final response; interim ones (RFC 9110, 15.2) are passed over.
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

    /// What is left of the content. `timeout` is for each wait.
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

    /// The bytes behind a response that changes the protocol.
    mutating func takeRemainder() -> [UInt8] { decoder.takeRemainder() }
}
