import PeerNumbers

/// The statuses of several resources (RFC 4918, section 13).
struct Multistatus {
    struct Response {
        var href: String
        /// The status of the resource as a whole; `nil` if it has properties.
        var status: Int?
        /// The properties that were found.
        var properties: [DAVElement] = []

        subscript(_ name: DAVName) -> DAVElement? { properties.first { $0.name == name } }

        /// Whether the server reports the resource as missing.
        var isMissing: Bool { status == 404 || status == 410 }

        /// The entity tag.
        var tag: String? { self[.etag].flatMap { EntityTag.normalised($0.text) } }

        func isKind(_ kind: DAVName) -> Bool { self[.resourceType]?[kind] != nil }
    }

    var responses: [Response] = []
    /// The sync token of a sync-collection report (RFC 6578, section 6.2).
    var syncToken: String?

    /// Returns `nil` if the body is not a multistatus.
    init?(reading body: [UInt8]) {
        guard let root = DAVElement(reading: body), root.name == .multistatus else { return nil }
        syncToken = root[.syncToken].map(\.text)
        for element in root.all(.response) {
            let status = element[.status].flatMap { Self.status($0.text) }
            var properties: [DAVElement] = []
            for part in element.all(.propstat)
            where part[.status].flatMap({ Self.status($0.text) }) == 200 {
                properties += part[.prop]?.children ?? []
            }
            for href in element.hrefs {
                responses.append(Response(href: href, status: status, properties: properties))
            }
        }
    }

    /// Parses a status line such as `HTTP/1.1 200 OK`.
    private static func status(_ line: String) -> Int? {
        let words = line.split(separator: " ")
        return words.count > 1 ? Untrusted(words[1])?.within(100...599) : nil
    }
}

/// Normalises entity tags (RFC 9110, section 8.8.3).
enum EntityTag {
    /// Returns a strong, quoted tag. Some servers omit the quotation marks. A compressing proxy
    /// makes a tag weak, but `If-Match` never matches a weak one.
    ///
    /// - Returns: `nil` for an empty tag, and for one that is invalid in an HTTP field.
    static func normalised(_ text: String) -> String? {
        var tag = Substring(text)
        if tag.hasPrefix("W/") { tag = tag.dropFirst(2) }
        let isLegal = tag.utf8.allSatisfy { $0 == 0x21 || (0x22...0x7E).contains($0) || $0 > 0x7F }
        guard !tag.isEmpty, tag != "\"\"", tag.utf8.count <= 500, isLegal else { return nil }
        return tag.hasPrefix("\"") ? String(tag) : "\"\(tag)\""
    }
}
