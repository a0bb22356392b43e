import CalendarMerging
/// The position up to which a calendar was fetched, as the planner stores it.
struct SyncToken: Equatable {
    enum Mark: Equatable {
        /// The server's own token (RFC 6578).
        case server(String)
        /// A digest of all names and tags, and the ctag. The client compares the tags with this
        /// digest if it still has them, and otherwise fetches everything.
        case tags(digest: String, ctag: String?)
    }

    var mark: Mark
    /// Alternates, so that successive tokens differ even if the server's don't. A request with the
    /// token proves that the planner processed its answer.
    var isOdd: Bool

    init(_ mark: Mark, isOdd: Bool) {
        self.mark = mark
        self.isOdd = isOdd
    }

    /// Parses `0:sync:…` or `1:tags:…`.
    init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        isOdd = parts[0] == "1"
        switch parts[1] {
        case "sync": mark = .server(String(parts[2]))
        case "tags":
            let pair = parts[2].split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            mark = .tags(
                digest: String(pair[0]), ctag: pair.count > 1 ? String(pair[1]) : nil)
        default: return nil
        }
    }

    var text: String {
        let turn = isOdd ? "1:" : "0:"
        return switch mark {
        case .server(let token): turn + "sync:" + token
        case .tags(let digest, let ctag):
            turn + "tags:" + digest + (ctag.map { ":" + $0 } ?? "")
        }
    }
}

/// The version of the resource at an event's path.
enum StoredVersion: Sendable, Equatable {
    /// An event exists. The tag is `nil` if the server gives none.
    case there(tag: String?)
    case missing
}

/// The client's in-memory state of a calendar.
struct CalendarMemory: Sendable {
    /// The known tags, for a server without sync tokens.
    var tags: KnownTags?
    /// The versions written since the last fetch. A list of changes omits an event that was created
    /// and deleted between two fetches (RFC 6578, section 3.5.2).
    private(set) var told: [String: StoredVersion] = [:]
    /// The versions written before the last answer, and the token of that answer. A request with
    /// that token confirms them.
    private var answered: (token: String, told: [String: StoredVersion])?
    /// The mark up to which nothing changed since the planner's token. The planner gets the next
    /// token with the next changes.
    private var passed: (since: String, mark: SyncToken.Mark)?

    /// Returns the mark to fetch from, or `nil` to fetch everything.
    mutating func begin(since token: String?) -> SyncToken.Mark? {
        if let answered, answered.token == token {
            told = told.filter { answered.told[$0.key] != $0.value }
            self.answered = nil
        }
        guard let token else { return nil }
        if let passed, passed.since == token { return passed.mark }
        return SyncToken(token)?.mark
    }

    mutating func end(with token: String) { answered = (token, told) }

    /// Records that nothing changed between the token and a mark.
    mutating func pass(since token: String, to mark: SyncToken.Mark) {
        passed = (token, mark)
        told = [:]
    }

    /// Returns whether a write reported exactly this version. A write without an answer is
    /// repeated, so the planner learns its version too.
    func knows(_ name: String, _ version: StoredVersion) -> Bool {
        version != .there(tag: nil) && told[name] == version
    }

    /// The names whose last write left an event.
    var namesThere: [String] { told.filter { $0.value != .missing }.map(\.key) }

    mutating func note(_ outcomes: [WriteOutcome], of writes: [RemoteWrite]) {
        for (write, outcome) in zip(writes, outcomes) {
            switch outcome.result {
            case .stored(let name, let tag, _, _): told[name] = .there(tag: tag)
            case .changedThere(let items):
                for case .whole(let name, let tag, _) in items { told[name] = .there(tag: tag) }
            case .deleted:
                if let name = write.copy?.name, !name.isEmpty { told[name] = .missing }
            case .refused: break
            }
        }
    }
}

/// The entity tags of a calendar's events at the last fetch.
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
            // Independent of order: sums the FNV-1a hashes, once plain and once mixed.
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
            hash = (hash ^ 0x0A) &* 0x0000_0100_0000_01B3
            for byte in (tag ?? "").utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
            sum &+= hash
            product &+= (hash ^ hash >> 29) &* 0xBF58_476D_1CE4_E5B9
        }
        digest = String(sum, radix: 36) + String(product, radix: 36) + "." + String(tags.count)
    }

    var mark: SyncToken.Mark { .tags(digest: digest, ctag: ctag) }
}
