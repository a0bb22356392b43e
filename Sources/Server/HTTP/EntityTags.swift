/// The entity tags of an `If-None-Match` field, compared weakly (RFC 9110, section 13.1.2).
struct EntityTags {
    private let tags: [Substring]
    private let matchesAny: Bool

    init(_ fieldValue: String?) {
        let value = fieldValue ?? ""
        tags = value.split(separator: ",").map { tag in
            let tag = tag.drop { $0 == " " || $0 == "\t" }
            let end = tag.lastIndex { $0 != " " && $0 != "\t" }
            let trimmed = end.map { tag[...$0] } ?? ""
            return trimmed.hasPrefix("W/") ? trimmed.dropFirst(2) : trimmed
        }
        matchesAny = tags == ["*"]
    }

    func contain(_ tag: String) -> Bool { matchesAny || tags.contains(tag[...]) }
}
