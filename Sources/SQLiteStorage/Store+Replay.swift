import GRDB
package import Storage
package import Sync

extension Store {
    /// Reads the events of a venue in order, and verifies each of them by its checksum, and the
    /// journal's end by its note.
    ///
    /// - Parameters:
    ///   - first: the revision after which to begin; 0 for the first event.
    ///   - rev: the last revision to read; `nil` for the current last one.
    /// - Throws: `noVenue`; `cutOff` if the journal was once longer; `damaged` at a gap, or at an
    ///   event that can't be read or was altered. After an error, discard what was read before.
    package func replay(
        _ venue: String, after first: Int = 0, through rev: Int? = nil, _ body: (Event) -> Void
    ) throws(StoreError) {
        var reader = try verifiedEvents(of: venue, after: first, through: rev)
        // In portions, so that a long replay does not prevent checkpoints, and `body` may use the
        // store.
        while case let events = try reader.next(
            limit: ReplayPortion.eventsMax, bytesMax: ReplayPortion.bytesMax), !events.isEmpty
        {
            for event in events { body(event) }
        }
    }

    /// Reads and verifies the events of a venue in portions.
    ///
    /// - Throws: `noVenue`, `cutOff`.
    package func verifiedEvents(
        of venue: String, after first: Int = 0, through rev: Int? = nil
    ) throws(StoreError) -> VerifiedEvents {
        let end = try verifiedEnd(of: venue)
        let done = max(0, first)
        return VerifiedEvents(
            store: self, venue: venue, lastRev: min(rev ?? end.rev, end.rev), done: done,
            link: try link(of: venue, at: done) ?? end.start)
    }

    /// Begins at a position, or continues there.
    func verifiedEvents(of venue: String, from position: ReplayPosition) throws(StoreError)
        -> VerifiedEvents
    {
        guard let link = position.link, let lastRev = position.lastRev else {
            return try verifiedEvents(of: venue, after: position.rev, through: position.lastRev)
        }
        return VerifiedEvents(
            store: self, venue: venue, lastRev: lastRev, done: position.rev, link: link)
    }

    /// Compares the journal's end with its note.
    ///
    /// - Returns: the last revision.
    /// - Throws: `cutOff` if the journal was once longer; `noVenue`.
    package func checkEnd(of venue: String) throws(StoreError) -> Int {
        try verifiedEnd(of: venue).rev
    }

    private func verifiedEnd(of venue: String) throws(StoreError) -> JournalEnd {
        let end = try presentEnd(of: venue)
        guard let noted = ends.end(of: end.venue, start: end.start), noted.rev > end.rev else {
            return end
        }
        // Events may have been added and noted in the meantime.
        let later = try presentEnd(of: venue)
        guard noted.rev <= later.rev else {
            throw .cutOff(venue: venue, rev: later.rev, noted: noted.rev)
        }
        return later
    }

    private func presentEnd(of venue: String) throws(StoreError) -> JournalEnd {
        guard let end = try lookUp({ db in try JournalEnd.present(of: venue, db) }) else {
            throw .noVenue(slug: venue)
        }
        return end
    }

    /// The link of an event; `nil` if there is no such revision.
    func link(of venue: String, at rev: Int) throws(StoreError) -> [UInt8]? {
        try lookUp { db in
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

/// The events of a venue, each verified against the one before it.
package struct VerifiedEvents {
    fileprivate let store: Store
    fileprivate let venue: String
    /// The last revision to read.
    fileprivate let lastRev: Int
    fileprivate var done: Int
    fileprivate var link: [UInt8]

    /// Where to continue; `nil` at the end.
    var position: ReplayPosition? {
        guard done < lastRev else { return nil }
        var position = ReplayPosition(after: done, through: lastRev)
        position.link = link
        return position
    }

    /// Reads the next events.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of events.
    ///   - bytesMax: as for `Store.events`.
    /// - Returns: the events; none at the end.
    /// - Throws: `damaged` at a gap, or at an event that can't be read or was altered. After an
    ///   error, discard what was read before.
    package mutating func next(limit: Int, bytesMax: Int) throws(StoreError) -> [Event] {
        guard done < lastRev else { return [] }
        var link = link
        // A row beyond `bytesMax` is not checked here, but with the next portion.
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
