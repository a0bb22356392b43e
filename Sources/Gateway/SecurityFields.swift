package import HTTPTypes

/// The security fields of every answer.
enum SecurityFields {
    /// Adds the fields to an answer.
    ///
    /// - Parameter authority: the host and port that the client addressed. The policy names it,
    ///   because the browsers of televisions do not count a WebSocket to the page's own host as
    ///   `'self'`.
    /// - Parameter imageOrigins: other origins of a page's images.
    static func add(
        to fields: inout HTTPFields, authority: String, isSecure: Bool, imageOrigins: [String]
    ) {
        // A year, in seconds (RFC 6797). Browsers obey it only for host names with a certificate
        // that they trust. It must not be sent without TLS (section 7.2).
        if isSecure { fields[.strictTransportSecurity] = "max-age=31536000" }
        fields[.contentSecurityPolicy] = policy(
            authority: authority, isSecure: isSecure, imageOrigins: imageOrigins)
        fields[.xContentTypeOptions] = "nosniff"
        fields[.referrerPolicy] = "same-origin"
        fields[.frameOptions] = "DENY"
        fields[.crossOriginOpenerPolicy] = "same-origin"
        fields[.crossOriginResourcePolicy] = "same-origin"
        fields[.permissionsPolicy] = "camera=(), geolocation=(self), microphone=(), payment=()"
    }

    private static func policy(
        authority: String, isSecure: Bool, imageOrigins: [String]
    ) -> String {
        // The authority was validated when the request was read, and so were the origins when they
        // were set. This also excludes valid characters that would end a directive.
        let images = imageOrigins.filter { origin in
            ["https://", "http://"].contains { scheme in
                origin.hasPrefix(scheme) && isPlain(String(origin.dropFirst(scheme.count)))
            }
        }
        // Without TLS here, there may still be a proxy that speaks TLS.
        let schemes = isSecure ? ["wss"] : ["ws", "wss"]
        let sockets =
            isPlain(authority) && !authority.isEmpty
            ? schemes.map { " \($0)://\(authority)" }.joined() : ""
        return "default-src 'none'; script-src 'self'; style-src 'self'; "
            + "img-src 'self' data:\(images.map { " " + $0 }.joined()); font-src 'self'; manifest-src 'self'; connect-src 'self'\(sockets); "
            + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    }

    private static func isPlain(_ authority: String) -> Bool {
        authority.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
                true
            default: false
            }
        }
    }
}

extension HTTPField.Name {
    private static func known(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else {
            preconditionFailure("a field name that is written in this file is not a token")
        }
        return name
    }

    static let referrerPolicy = known("Referrer-Policy")
    static let frameOptions = known("X-Frame-Options")
    static let crossOriginOpenerPolicy = known("Cross-Origin-Opener-Policy")
    static let permissionsPolicy = known("Permissions-Policy")
    /// HTTPTypes has no public `transferEncoding`, but this room frames messages itself.
    static let transferCoding = known("Transfer-Encoding")
    package static let lastEventID = known("Last-Event-ID")
}
