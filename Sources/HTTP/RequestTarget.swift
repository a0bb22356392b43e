import HTTPTypes

/// The target of a request (RFC 9112 section 3.2).
struct RequestTarget: Sendable {
    /// The path and query as they were sent, or `*`.
    var path: String
    /// The scheme of an absolute target, `http` or `https`.
    var scheme: String?
    /// The authority of an absolute target, which replaces `Host` (RFC 9112 section 3.2.2).
    var authority: String?

    static func parse(
        _ bytes: ArraySlice<UInt8>, method: HTTPRequest.Method
    ) throws(HTTPFailure) -> RequestTarget {
        // A URI is ASCII without spaces and controls, and a target has no fragment. Other
        // characters that RFC 3986 requires to be escaped are accepted, because browsers send `|`
        // and `^` as they are.
        guard bytes.allSatisfy({ $0 > ASCII.space && $0 < 0x7F && $0 != UInt8(ascii: "#") }) else {
            throw .malformed(
                "The request target must be visible ASCII; percent-encode everything else.")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        if bytes.first == ASCII.slash {
            return RequestTarget(path: text)
        }
        if text == "*" {
            guard method == .options else {
                throw .malformed("The target * is for OPTIONS only.")
            }
            return RequestTarget(path: text)
        }
        return try absolute(text, method: method)
    }

    private static func absolute(
        _ text: String, method: HTTPRequest.Method
    ) throws(HTTPFailure) -> RequestTarget {
        let schemes = ["http", "https"].lazy
        guard let scheme = schemes.first(where: { text.after($0 + "://") != nil }),
            let rest = text.after(scheme + "://")
        else {
            throw .malformed("The request target must be a path or an http address.")
        }
        let end = rest.utf8.firstIndex { $0 == ASCII.slash || $0 == ASCII.questionMark }
        let authority = rest[..<(end ?? rest.endIndex)]
        let path = rest[(end ?? rest.endIndex)...]
        guard Authority.isValid(authority) else {
            throw .malformed("The request target must name a valid host.")
        }
        if path.isEmpty, method == .options {
            // The form in which a proxy passes `*` on (RFC 9112 section 3.2.4).
            return RequestTarget(path: "*", scheme: scheme, authority: String(authority))
        }
        let isRooted = path.utf8.first == ASCII.slash
        return RequestTarget(
            path: isRooted ? String(path) : "/" + path, scheme: scheme,
            authority: String(authority))
    }
}

extension String {
    /// Returns the part after `prefix`, which is compared without regard to case.
    fileprivate func after(_ prefix: String) -> Substring? {
        let head = Substring(utf8.prefix(prefix.utf8.count))
        return ASCII.equalsIgnoringCase(head, prefix) ? self[head.endIndex...] : nil
    }
}
