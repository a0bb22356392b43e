import HTTPTypes
import PeerNumbers

/// The way in which a message marks the end of its content (RFC 9112 section 6).
enum BodyFraming: Sendable, Equatable {
    case length(Int)
    case chunked
    /// Responses only.
    case untilClose

    /// Returns a request's framing. A request without either field has no content (RFC 9112 section
    /// 6.3, rule 7).
    static func ofRequest(
        _ fields: HTTPFields, minorVersion: Int
    ) throws(HTTPFailure) -> BodyFraming {
        try stated(in: fields, minorVersion: minorVersion) ?? .length(0)
    }

    /// Returns a response's framing. Applies rules 1, 2 and 8 of RFC 9112 section 6.3 around the
    /// fields.
    static func ofResponse(
        status: Int, to method: HTTPRequest.Method, _ fields: HTTPFields, minorVersion: Int
    ) throws(HTTPFailure) -> BodyFraming {
        let isTunnel = method == .connect && (200..<300).contains(status)
        if method == .head || status < 200 || status == 204 || status == 304 || isTunnel {
            return .length(0)
        }
        return try stated(in: fields, minorVersion: minorVersion) ?? .untilClose
    }

    /// Returns the framing that the fields state, if any.
    ///
    /// Both fields together, or any coding but `chunked` alone, could be read in two ways. They are
    /// refused, as the RFC allows (section 11.2).
    private static func stated(
        in fields: HTTPFields, minorVersion: Int
    ) throws(HTTPFailure) -> BodyFraming? {
        let codings = fields[values: .http1TransferEncoding]
        let lengths = fields[values: .contentLength]
        if !codings.isEmpty {
            guard minorVersion == 1 else {
                throw .malformed("HTTP/1.0 has no Transfer-Encoding; send a Content-Length.")
            }
            guard lengths.isEmpty else {
                throw .malformed("Send either Content-Length or Transfer-Encoding, not both.")
            }
            try checkChunked(codings)
            return .chunked
        }
        return try length(lengths).map { .length($0) }
    }

    private static func checkChunked(_ values: [String]) throws(HTTPFailure) {
        // Empty elements count too, although lists may have them elsewhere: some servers have read
        // `, chunked` as chunked, and others as nothing.
        let codings = values.flatMap { FieldList.split($0) }
        let isChunked = codings.map { ASCII.equalsIgnoringCase($0, "chunked") }
        guard isChunked.last == true, !isChunked.dropLast().contains(true),
            codings.allSatisfy({ !$0.isEmpty })
        else {
            throw .malformed("The Transfer-Encoding must be chunked, once and last.")
        }
        guard codings.count == 1 else {
            throw HTTPFailure(
                status: .notImplemented,
                message: "The only supported Transfer-Encoding is chunked."
            )
        }
    }

    /// Accepts equal repeated lines, but not a list in one line (RFC 9110 section 8.6 allows both).
    private static func length(_ values: [String]) throws(HTTPFailure) -> Int? {
        guard let value = values.first else { return nil }
        guard values.allSatisfy({ $0 == value }) else {
            throw .malformed("The Content-Length headers contradict each other.")
        }
        guard let length = Untrusted(value) else {
            throw .malformed("The Content-Length must be one number of bytes.")
        }
        // A number that doesn't fit is valid (RFC 9110 section 8.6) and exceeds every limit.
        return length.clamped(to: 0 ... .max)
    }
}
