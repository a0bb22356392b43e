import GRDB
public import Sync

extension Store {
    /// How many events are read at a time when all of them are.
    private static let replayEventsMax = 1000

    /// Gives every event of the venue, from the first one on or from a later one, in order, and checks
    /// that each is the one that was written: by its checksum, and the journal's end by what was noted
    /// of it.
    ///
    /// - Parameters:
    ///   - first: the revision after which to begin; 0 for the first event.
    ///   - rev: the last revision to give; all that there are by now when `nil`.
    /// - Throws: `noVenue`; `cutOff` when the journal once went further; `damaged` at a hole, and at an
    ///   event that can't be read or was altered. What was given until then is not to be used.
    public func replay(
        _ venue: String, after first: Int = 0, through rev: Int? = nil, _ body: (Event) -> Void
    ) throws(StoreError) {
        var reader = try soundEvents(of: venue, after: first, through: rev)
        // In portions, so that a long replay keeps neither the log from being carried over nor
        // `body` from asking the store for something else.
        while case let events = try reader.next(limit: Self.replayEventsMax, bytesMax: .max),
            !events.isEmpty
        {
            for event in events { body(event) }
        }
    }

    /// The same in portions.
    ///
    /// - Throws: `noVenue`, `cutOff`.
    public func soundEvents(
        of venue: String, after first: Int = 0, through rev: Int? = nil
    ) throws(StoreError) -> SoundEvents {
        let end = try soundEnd(of: venue)
        let done = max(0, first)
        return SoundEvents(
            store: self, venue: venue, lastRev: min(rev ?? end.rev, end.rev), done: done,
            link: try link(of: venue, at: done) ?? end.start)
    }

    /// Compares the journal's end with what was noted of it.
    ///
    /// - Returns: the last revision.
    /// - Throws: `cutOff` when the journal once went further; `noVenue`.
    public func checkEnd(of venue: String) throws(StoreError) -> Int {
        try soundEnd(of: venue).rev
    }

    private func soundEnd(of venue: String) throws(StoreError) -> JournalEnd {
        let end = try presentEnd(of: venue)
        guard let noted = ends.end(of: end.venue, start: end.start), noted.rev > end.rev else {
            return end
        }
        // Events may have been added, and noted, meanwhile.
        let later = try presentEnd(of: venue)
        guard noted.rev <= later.rev else {
            throw .cutOff(venue: venue, rev: later.rev, noted: noted.rev)
        }
        return later
    }

    private func presentEnd(of venue: String) throws(StoreError) -> JournalEnd {
        guard let end = try look({ db in try JournalEnd.present(of: venue, db) }) else {
            throw .noVenue(slug: venue)
        }
        return end
    }

    /// The link of an event; `nil` when the journal has no such revision.
    func link(of venue: String, at rev: Int) throws(StoreError) -> [UInt8]? {
        try look { db in
            var row = try Query(
                """
                SELECT chain FROM event
                WHERE venue = (SELECT id FROM venue WHERE slug = ?) AND rev = ?
                """, db)
            try row.bind(venue)
            try row.bind(rev)
            return try row.next() ? try row.bytes(0) : nil
        }
    }
}

/// The events of a venue, each checked against the one before.
public struct SoundEvents {
    fileprivate let store: Store
    fileprivate let venue: String
    /// The last one that will be given.
    fileprivate let lastRev: Int
    fileprivate var done: Int
    fileprivate var link: [UInt8]

    /// - Parameters:
    ///   - limit: how many at most.
    ///   - bytesMax: as for `Store.events`.
    /// - Returns: those that follow; none after the last.
    /// - Throws: `damaged` at a hole, and at an event that can't be read or was altered. What was given
    ///   until then is not to be used.
    public mutating func next(limit: Int, bytesMax: Int) throws(StoreError) -> [Event] {
        guard done < lastRev else { return [] }
        var link = link
        // A row that is beyond `bytesMax` is not looked at here, and comes again.
        let events = try store.events(
            of: venue, after: done, limit: min(limit, lastRev - done), bytesMax: bytesMax
        ) { [venue] stored, row in
            let fitting = try Chain.link(
                of: stored, fingerprint: try EventRow.fingerprint(row), after: link)
            guard try EventRow.chain(row) == fitting else {
                throw StoreError.damaged(
                    "the checksum of revision \(stored.rev) of the venue \(venue) does not fit")
            }
            link = fitting
        }
        guard !events.isEmpty else {
            throw .damaged("revision \(done + 1) of the venue \(venue) is missing")
        }
        done += events.count
        self.link = link
        return events
    }
}
