/// How far a calendar has been fetched, as the planner keeps it.
enum SyncToken: Equatable {
    /// The server's own token (RFC 6578).
    case server(String)
    /// A digest of all names and tags, and the calendar's ctag. The client may remember the tags that
    /// have this digest; if it does not any more, everything is fetched.
    case tags(digest: String, ctag: String?)

    init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        switch parts.first {
        case "sync" where parts.count > 1: self = .server(String(text.dropFirst(5)))
        case "tags" where parts.count == 2: self = .tags(digest: String(parts[1]), ctag: nil)
        case "tags" where parts.count == 3:
            self = .tags(digest: String(parts[1]), ctag: String(parts[2]))
        default: return nil
        }
    }

    var text: String {
        switch self {
        case .server(let token): "sync:" + token
        case .tags(let digest, let ctag): "tags:" + digest + (ctag.map { ":" + $0 } ?? "")
        }
    }
}

/// The entity tags of a calendar's events, as they were when it was fetched.
struct KnownTags: Sendable {
    let tags: [String: String?]
    let digest: String
    var ctag: String?

    init(_ tags: [String: String?], ctag: String?) {
        self.tags = tags
        self.ctag = ctag
        var sum: UInt64 = 0
        var product: UInt64 = 0
        for (name, tag) in tags {
            // The order does not count: FNV-1a of each, added up in two ways.
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
            hash = (hash ^ 0x0A) &* 0x0000_0100_0000_01B3
            for byte in (tag ?? "").utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
            sum &+= hash
            product &+= (hash ^ hash >> 29) &* 0xBF58_476D_1CE4_E5B9
        }
        digest = String(sum, radix: 36) + String(product, radix: 36) + "." + String(tags.count)
    }

    var token: SyncToken { .tags(digest: digest, ctag: ctag) }
}
