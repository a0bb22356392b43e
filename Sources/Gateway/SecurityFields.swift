package import HTTPTypes

/// The fields that every answer carries, so that a browser keeps its guard up.
enum SecurityFields {
    /// - Parameter authority: host and port that the client addressed. Browsers of televisions do
    ///   not count a WebSocket to the page's own host as `'self'`, so it is named.
    static func add(to fields: inout HTTPFields, authority: String, isSecure: Bool) {
        // A year (RFC 6797). Browsers heed it for names only, and only when the certificate is one
        // that they trust; plain text must not carry it (section 7.2).
        if isSecure { fields[.strictTransportSecurity] = "max-age=31536000" }
        fields[.contentSecurityPolicy] = policy(authority: authority, isSecure: isSecure)
        fields[.xContentTypeOptions] = "nosniff"
        fields[.referrerPolicy] = "same-origin"
        fields[.frameOptions] = "DENY"
        fields[.crossOriginOpenerPolicy] = "same-origin"
        fields[.crossOriginResourcePolicy] = "same-origin"
        fields[.permissionsPolicy] = "camera=(), geolocation=(), microphone=(), payment=()"
    }

    private static func policy(authority: String, isSecure: Bool) -> String {
        // The authority has been checked to be one when the request was read; what could end a
        // directive is refused here all the same.
        let isPlain = authority.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
                true
            default: false
            }
        }
        // In plain text there may be a proxy in front that speaks TLS.
        let schemes = isSecure ? ["wss"] : ["ws", "wss"]
        let sockets =
            isPlain && !authority.isEmpty ? schemes.map { " \($0)://\(authority)" }.joined() : ""
        return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            + "font-src 'self'; manifest-src 'self'; connect-src 'self'\(sockets); "
            + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    }
}

extension HTTPField.Name {
    private static func known(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else {
            preconditionFailure("a field name that is written in this file is no token")
        }
        return name
    }

    static let referrerPolicy = known("Referrer-Policy")
    static let frameOptions = known("X-Frame-Options")
    static let crossOriginOpenerPolicy = known("Cross-Origin-Opener-Policy")
    static let permissionsPolicy = known("Permissions-Policy")
    /// HTTPTypes keeps `transferEncoding` to itself; here framing is this room's own work.
    static let transferCoding = known("Transfer-Encoding")
    package static let lastEventID = known("Last-Event-ID")
}
