package import HTTPTypes

/// The entity tags of an `If-Match` or `If-None-Match` field (RFC 9110, sections 13.1.1 and 13.1.2).
struct EntityTags {
    /// No real client remembers more states of one resource than this.
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
    package func status(forTag tag: String) -> HTTPResponse.Status {
        if let wanted = fields[.ifMatch], !EntityTags(wanted).containStrongly(tag) {
            return .preconditionFailed
        }
        return EntityTags(fields[.ifNoneMatch]).containWeakly(tag) ? .notModified : .ok
    }
}
