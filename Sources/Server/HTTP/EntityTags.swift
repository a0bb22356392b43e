import HTTPTypes

/// The entity tags of an `If-Match` or `If-None-Match` field (RFC 9110, sections 13.1.1 and 13.1.2).
struct EntityTags {
    private let tags: [Substring]
    private let matchesAny: Bool

    init(_ fieldValue: String?) {
        let value = fieldValue ?? ""
        tags = value.split(separator: ",").map { tag in
            let tag = tag.drop { $0 == " " || $0 == "\t" }
            let end = tag.lastIndex { $0 != " " && $0 != "\t" }
            return end.map { tag[...$0] } ?? ""
        }
        matchesAny = tags == ["*"]
    }

    /// Whether a strong tag is among them, a weak one being as good.
    func containWeakly(_ tag: String) -> Bool {
        containStrongly(tag) || tags.contains("W/\(tag)"[...])
    }

    /// Whether a strong tag is among them as it is.
    func containStrongly(_ tag: String) -> Bool { matchesAny || tags.contains(tag[...]) }
}

extension Request {
    /// What becomes of a `GET` or `HEAD` of what has this strong tag, by its conditions, in the order of
    /// RFC 9110, section 13.2.2.
    ///
    /// - Returns: `.ok`, `.preconditionFailed`, or `.notModified`.
    func status(forTag tag: String) -> HTTPResponse.Status {
        if let wanted = fields[.ifMatch], !EntityTags(wanted).containStrongly(tag) {
            return .preconditionFailed
        }
        return EntityTags(fields[.ifNoneMatch]).containWeakly(tag) ? .notModified : .ok
    }
}
