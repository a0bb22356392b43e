import HTTPTypes

/// The entity tags of an `If-Match` or `If-None-Match` field (RFC 9110, sections 13.1.1, 13.1.2).
struct EntityTags {
    /// The maximum number of tags that are read. No real client stores more versions of one
    /// resource.
    private static let countMax = 64

    private let tags: [Substring]
    private let matchesAny: Bool

    init(_ fieldValue: String?) {
        let value = fieldValue ?? ""
        let parts = value.utf8.split(separator: UInt8(ascii: ","), maxSplits: Self.countMax)
        tags = parts.prefix(Self.countMax).map { part in
            var tag = part.drop(while: Self.isBlank)
            while let last = tag.last, Self.isBlank(last) { tag.removeLast() }
            return Substring(tag)
        }
        matchesAny = tags == ["*"]
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    /// Whether a strong tag matches by weak comparison (RFC 9110, section 8.8.3.2).
    func containWeakly(_ tag: String) -> Bool {
        containStrongly(tag) || tags.contains("W/\(tag)"[...])
    }

    /// Whether a strong tag matches by strong comparison (RFC 9110, section 8.8.3.2).
    func containStrongly(_ tag: String) -> Bool { matchesAny || tags.contains(tag[...]) }
}

extension Request {
    /// Returns the answer to a conditional `GET` or `HEAD` request for a resource with this strong
    /// tag, in the order of RFC 9110, section 13.2.2.
    ///
    /// - Parameter response: the answer if there are no conditions.
    package func conditional(_ response: Response, tag: String) -> Response {
        var response = response
        if let wanted = fields[.ifMatch], !EntityTags(wanted).containStrongly(tag) {
            response = HTTPProblem(.preconditionFailed, "There is a newer version.").document
        } else if EntityTags(fields[.ifNoneMatch]).containWeakly(tag) {
            response.status = .notModified
            response.body = []
            response.fields[.contentType] = nil
            response.fields[.contentEncoding] = nil
        }
        response.fields[.eTag] = tag
        return response
    }
}
