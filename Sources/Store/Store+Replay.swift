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
        let present = try checkEnd(of: venue)
        let last = min(rev ?? present, present)
        var done = max(0, first)
        var link = try link(of: venue, at: done)
        // In portions, so that a long replay keeps neither the log from being carried over nor
        // `body` from asking the store for something else.
        while done < last {
            let events = try events(
                of: venue, after: done, limit: min(Self.replayEventsMax, last - done),
                bytesMax: .max
            ) { stored, row in
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
            for event in events { body(event) }
            done += events.count
        }
    }

    /// Compares the journal's end with what was noted of it.
    ///
    /// - Returns: the last revision.
    /// - Throws: `cutOff` when the journal once went further; `noVenue`.
    @discardableResult
    public func checkEnd(of venue: String) throws(StoreError) -> Int {
        // The note before the journal: events may be added meanwhile.
        let noted = try notedRev(of: venue)
        let present = try lastRev(of: venue)
        guard noted <= present else {
            throw .cutOff(venue: venue, rev: present, noted: noted)
        }
        return present
    }

    private func notedRev(of venue: String) throws(StoreError) -> Int {
        try read { db in
            guard let start = try JournalAudit.starts(only: venue, db).first?.end else { return 0 }
            return ends.end(of: start.venue, start: start.start)?.rev ?? 0
        }
    }

    /// The link of an event, or the one before the first.
    private func link(of venue: String, at rev: Int) throws(StoreError) -> [UInt8] {
        try read { db in
            let id = try Self.knownVenueID(venue, db)
            var row = try Query("SELECT chain FROM event WHERE venue = ? AND rev = ?", db)
            try row.bind(id)
            try row.bind(rev)
            if rev > 0, try row.next() { return try row.bytes(0) }
            return try JournalAudit.starts(only: venue, db).first?.end.link ?? []
        }
    }
}
