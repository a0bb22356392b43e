import HTTPTypes

/// How a message says where its content ends (RFC 9112 section 6).
enum BodyFraming: Sendable, Equatable {
    case length(Int)
    case chunked
    /// Responses only.
    case untilClose

    /// A request without either field has no content (RFC 9112 section 6.3, rule 7).
    static func ofRequest(
        _ fields: HTTPFields, minorVersion: Int
    ) throws(HTTPFailure) -> BodyFraming {
        try stated(in: fields, minorVersion: minorVersion) ?? .length(0)
    }

    /// Rules 1, 2 and 8 of RFC 9112 section 6.3 come before and after what the fields state.
    static func ofResponse(
        status: Int, to method: HTTPRequest.Method, _ fields: HTTPFields, minorVersion: Int
    ) throws(HTTPFailure) -> BodyFraming {
        let isTunnel = method == .connect && (200..<300).contains(status)
        if method == .head || status < 200 || status == 204 || status == 304 || isTunnel {
            return .length(0)
        }
        return try stated(in: fields, minorVersion: minorVersion) ?? .untilClose
    }

    /// Both fields at once, and any coding but `chunked` alone, leave room for two readings of
    /// where a message ends; the RFC allows to refuse, and so it is done (section 11.2).
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
        // Empty elements count too, although lists may have them elsewhere: `, chunked` has been
        // read as chunked by some and as nothing by others.
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
                message: "No Transfer-Encoding but chunked is understood here."
            )
        }
    }

    /// Equal repeated lines are one; a list in one line is refused (RFC 9110 section 8.6 allows
    /// both).
    private static func length(_ values: [String]) throws(HTTPFailure) -> Int? {
        guard let value = values.first else { return nil }
        guard values.allSatisfy({ $0 == value }) else {
            throw .malformed("The Content-Length headers contradict each other.")
        }
        guard !value.isEmpty, value.utf8.allSatisfy(ASCII.isDigit) else {
            throw .malformed("The Content-Length must be one number of bytes.")
        }
        // A number of any size is one (RFC 9110 section 8.6); this one is above every limit.
        return Int(value) ?? .max
    }
}
