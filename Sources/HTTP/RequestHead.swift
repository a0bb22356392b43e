public import HTTPTypes

/// A request without its content.
public struct RequestHead: Sendable, Equatable {
    /// The method, target, authority and fields.
    ///
    /// `path` is the target in origin form as it was sent (path, `?` and query, not decoded), or
    /// `*`. `authority` is that of an absolute target, or else of `Host` (RFC 9112 section 3.2.2);
    /// it is `nil` only in HTTP/1.0. `scheme` is that of an absolute target, or else `nil`.
    /// `headerFields` has every field line, in order.
    public var request: HTTPRequest
    /// 0 or 1.
    public var minorVersion: Int
    /// Whether the connection can carry another request (RFC 9112 section 9.3).
    public var keepsAlive: Bool
    /// Whether the client waits for `100 Continue` before it sends the content. Always `false` in
    /// HTTP/1.0 and for requests without content (RFC 9110 section 10.1.1).
    public var expectsContinue: Bool
    /// Whether the request has content: a `Content-Length` above 0, or chunks.
    public var hasBody: Bool

    public init(
        request: HTTPRequest, minorVersion: Int, keepsAlive: Bool, expectsContinue: Bool,
        hasBody: Bool
    ) {
        self.request = request
        self.minorVersion = minorVersion
        self.keepsAlive = keepsAlive
        self.expectsContinue = expectsContinue
        self.hasBody = hasBody
    }

    /// The part of the target before the `?`, not decoded.
    public var path: String {
        let target = request.path ?? ""
        return String(target.prefix(upTo: Self.endOfPath(target)))
    }

    /// The part of the target after the `?`, not decoded, or `nil` if there is no `?`.
    public var query: String? {
        let target = request.path ?? ""
        let end = Self.endOfPath(target)
        return end == target.endIndex ? nil : String(target[target.utf8.index(after: end)...])
    }

    private static func endOfPath(_ target: String) -> String.Index {
        target.utf8.firstIndex(of: ASCII.questionMark) ?? target.endIndex
    }
}

extension RequestHead {
    /// Creates the head from its line and fields, and checks one against the other.
    static func make(
        _ line: RequestLine, _ fields: HTTPFields, framing: BodyFraming
    ) throws(HTTPFailure) -> RequestHead {
        let host = try host(in: fields, minorVersion: line.minorVersion)
        let hasBody = framing != .length(0)
        return RequestHead(
            request: HTTPRequest(
                method: line.method, scheme: line.target.scheme,
                authority: line.target.authority ?? host, path: line.target.path,
                headerFields: fields),
            minorVersion: line.minorVersion,
            keepsAlive: ConnectionField.keepsAlive(fields, minorVersion: line.minorVersion),
            expectsContinue: hasBody && line.minorVersion == 1
                && FieldList.contains("100-continue", in: fields[values: .expect]),
            hasBody: hasBody
        )
    }

    /// Returns the value of `Host`. Throws if it is missing in HTTP/1.1, repeated or invalid (RFC
    /// 9112 section 3.2).
    private static func host(
        in fields: HTTPFields, minorVersion: Int
    ) throws(HTTPFailure) -> String? {
        let hosts = fields[values: .http1Host]
        guard hosts.count <= 1 else {
            throw .malformed("The Host header must be sent only once.")
        }
        guard let host = hosts.first else {
            if minorVersion == 0 { return nil }
            throw .malformed("An HTTP/1.1 request must have a Host header.")
        }
        guard Authority.isValid(host) else {
            throw .malformed("The Host header must be a host name with an optional port.")
        }
        return host
    }
}
