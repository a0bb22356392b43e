import CalendarMerging
import Destinations
import ICalendar

/// Fetches the changes of a calendar.
struct CalendarFetch {
    private static let pagesMax = 2000
    private static let itemsPerBatch = 100
    /// The maximum size of a batch. A larger one would keep the venue's loop busy too long.
    private static let bytesPerBatch = 250_000

    let calendar: DAVCalendar
    /// The calendar's id, and the planner's token.
    let id: String
    let since: String?
    private(set) var memory: CalendarMemory
    /// Whether the record of writes since the token was lost. All names are then listed.
    private let hasForgotten: Bool

    /// - Parameter memory: `nil` if the client has just started.
    init(_ calendar: DAVCalendar, id: String, since: String?, memory: CalendarMemory?) {
        self.calendar = calendar
        self.id = id
        self.since = since
        self.memory = memory ?? CalendarMemory()
        hasForgotten = memory == nil
    }

    mutating func answer() throws(DAVFailure) -> CalendarAnswer {
        switch memory.begin(since: since) {
        case .server(let token): return try changed(since: token)
        case .tags(let digest, let ctag): return try compared(with: digest, ctag)
        case nil: return try everything()
        }
    }

    // MARK: By the server's token

    private mutating func changed(since token: String) throws(DAVFailure) -> CalendarAnswer {
        guard let changes = try changes(since: token) else { return try everything() }
        let news = changes.names.filter { !memory.knows($0.key, $0.value) }
        var deleted = news.filter { $0.value == .missing }.map(\.key)
        // Listed after the changes, so that events created in between are in the next fetch.
        let listed = hasForgotten ? try Array(tags().keys) : nil
        let unheard = memory.namesThere.filter { changes.names[$0] == nil }.sorted()
        try calendar.stored(unheard[...]) { name, stored in
            if case .missing = stored { deleted.append(name) }
        }
        return try answer(
            fetching: Self.namesThere(news), deleted: deleted, listed: listed,
            upTo: .server(changes.token))
    }

    private static func namesThere(_ names: [String: StoredVersion]) -> [String] {
        names.filter { $0.value != .missing }.map(\.key)
    }

    /// Returns the changed names with their current versions, and the next token.
    ///
    /// - Parameter token: empty for everything.
    /// - Returns: `nil` if the server no longer accepts the token.
    private func changes(
        since token: String
    ) throws(DAVFailure) -> (names: [String: StoredVersion], token: String)? {
        var token = token
        var names: [String: StoredVersion] = [:]
        for _ in 0..<Self.pagesMax {
            let page: Multistatus
            do throws(DAVFailure) {
                page = try calendar.server.report(
                    DAVBody.syncCollection(since: token), of: calendar.place, depth: 0)
            } catch .notMultistatus(let status) where Self.isRefusal(status) {
                return nil
            }
            var isTruncated = false
            for response in page.responses {
                // RFC 6578, section 3.6: a status of the collection itself means a truncated list.
                if response.status == 507 { isTruncated = true }
                guard response.status != 507, !response.isKind(.collection),
                    let name = calendar.name(response.href)
                else { continue }
                names[name] = response.isMissing ? .missing : .there(tag: response.tag)
            }
            guard names.count <= CalendarFile.eventsMax else { throw .calendar(.tooManyEvents) }
            guard let next = page.syncToken, !next.isEmpty else {
                throw .notMultistatus(status: 207)
            }
            if !isTruncated { return (names, next) }
            guard next != token else { break }
            token = next
        }
        throw .transfer(.notWhole)
    }

    /// Returns whether a status refuses the token. RFC 6578, section 3.2, requires 403 or 409 with
    /// `valid-sync-token`, but some servers use another status.
    private static func isRefusal(_ status: Int) -> Bool {
        (400..<500).contains(status) && ![404, 423].contains(status) || status == 501
            || status == 507
    }

    // MARK: Everything

    private mutating func everything() throws(DAVFailure) -> CalendarAnswer {
        let (ctag, hasToken) = try state()
        if hasToken, let changes = try changes(since: "") {
            let names = Self.namesThere(changes.names)
            return try answer(fetching: names, listed: names, upTo: .server(changes.token))
        }
        let tags = KnownTags(try tags(), ctag: ctag)
        memory.tags = tags
        let names = Array(tags.tags.keys)
        return try answer(fetching: names, listed: names, upTo: tags.mark)
    }

    /// Returns the calendar's ctag, and whether it has a sync token.
    private func state() throws(DAVFailure) -> (ctag: String?, hasToken: Bool) {
        let found = try calendar.server.properties(
            ["d:sync-token", "d:resourcetype", "s:getctag"], of: calendar.place, depth: 0
        ).found
        guard let own = found.responses.first(where: { !$0.isMissing }) else {
            throw .calendar(.gone)
        }
        let ctag = own[.ctag]?.text ?? ""
        return (ctag.isEmpty ? nil : ctag, own[.syncToken]?.text.isEmpty == false)
    }

    /// Returns the tags of all resources in the calendar.
    private func tags() throws(DAVFailure) -> [String: String?] {
        let found = try calendar.server.properties(
            DAVBody.listed, of: calendar.place, depth: 1
        ).found
        var tags: [String: String?] = [:]
        for response in found.responses where !response.isMissing && !response.isKind(.collection) {
            if let name = calendar.name(response.href) { tags[name] = .some(response.tag) }
        }
        guard tags.count <= CalendarFile.eventsMax else { throw .calendar(.tooManyEvents) }
        return tags
    }

    // MARK: By tags

    private mutating func compared(
        with digest: String, _ ctag: String?
    ) throws(DAVFailure) -> CalendarAnswer {
        let (now, hasToken) = try state()
        // The server has begun to support sync tokens.
        if hasToken { return try everything() }
        if memory.tags?.digest != digest { memory.tags = nil }
        let before = memory.tags
        let isQuiet = memory.told.isEmpty && !hasForgotten
        if isQuiet, let now, now == before?.ctag ?? ctag { return .same }
        // The ctag was read before the tags, so changes in between are found next time.
        let after = KnownTags(try tags(), ctag: now)
        memory.tags = after
        if isQuiet, after.digest == digest { return .same }
        guard let before else {
            let names = Array(after.tags.keys)
            let isSame = after.digest == digest
            return try answer(fetching: isSame ? [] : names, listed: names, upTo: after.mark)
        }
        let changed = after.tags.filter { name, tag in
            before.tags[name] != .some(tag) && !memory.knows(name, .there(tag: tag))
        }
        let deleted = Set(memory.namesThere).union(before.tags.keys).filter {
            after.tags[$0] == nil && !memory.knows($0, .missing)
        }
        return try answer(
            fetching: Array(changed.keys), deleted: Array(deleted), upTo: after.mark)
    }

    // MARK: Batches

    private mutating func answer(
        fetching names: [String], deleted: [String] = [], listed: [String]? = nil,
        upTo mark: SyncToken.Mark
    ) throws(DAVFailure) -> CalendarAnswer {
        var batches: [[RemoteItem]] = []
        var items: [RemoteItem] = []
        var bytes = 0
        func add(_ item: RemoteItem, _ count: Int) {
            if items.count == Self.itemsPerBatch
                || !items.isEmpty && bytes + count > Self.bytesPerBatch
            {
                batches.append(items)
                items = []
                bytes = 0
            }
            items.append(item)
            bytes += count
        }
        for name in deleted.sorted() { add(.deleted(name: name), name.utf8.count) }
        try calendar.stored(names.sorted()[...]) { name, stored in
            var count = 0
            if case .event(_, _, let text) = stored { count = text.bytes.count }
            for item in stored.items(name) { add(item, count) }
        }
        if let since, items.isEmpty, listed == nil {
            memory.pass(since: since, to: mark)
            return .same
        }
        batches.append(items)
        let known = since.flatMap { SyncToken($0) }
        let isOdd = known?.isOdd ?? true
        let isSame = items.isEmpty && known?.mark == mark
        let token = SyncToken(mark, isOdd: isSame ? isOdd : !isOdd)
        memory.end(with: token.text)
        let last = batches.count - 1
        return .done(
            batches.enumerated().map { place, items in
                .changes(
                    RemoteChanges(
                        calendar: id, since: since, items: items,
                        token: place == last ? token.text : nil,
                        listed: place == last ? listed.map { Set($0) } : nil))
            })
    }
}
