import GRDB
public import Sync

extension Store {
    /// With less the disk counts as full: a group of events and its log may take as much.
    private static let freeBytesMin: UInt64 = 1_048_576

    /// The venue's last revision; 0 when there is no event yet.
    ///
    /// - Throws: `noVenue`, or what the disk says.
    public func lastRev(of venue: String) throws(StoreError) -> Int {
        try read { db in
            let id = try Self.knownVenueID(venue, db)
            var row = try Query(
                "SELECT rev FROM event WHERE venue = ? ORDER BY rev DESC LIMIT 1", db)
            try row.bind(id)
            return try row.next() ? Int(row.integer(0)) : 0
        }
    }

    /// Finds out whether the journal can be written: writes something that changes nothing, and has it
    /// flushed.
    ///
    /// - Throws: what the disk says, or what `checkIndexes` found.
    public func probe() throws(StoreError) {
        // The log may have room inside that the next events would not find.
        guard folder.freeBytes >= Self.freeBytesMin else { throw .full }
        try folder.demandFiles()
        if let fault = indexFault.withValue({ $0 }) { throw fault }
        try write { db in
            // A row that is put in the place of an equal one is not written; the header always is.
            try Schema.sign(db)
        }
    }

    /// The events that follow a revision, in order.
    ///
    /// - Parameters:
    ///   - rev: the revision after which to begin; 0 for the first event.
    ///   - limit: how many at most.
    ///   - bytesMax: how many bytes their data may have together; the first event is given whatever
    ///     its size.
    /// - Throws: `noVenue`, or `damaged` at a hole and at an event that can't be read.
    public func events(
        of venue: String, after rev: Int, limit: Int, bytesMax: Int
    ) throws(StoreError) -> [Event] {
        try events(of: venue, after: rev, limit: limit, bytesMax: bytesMax) { _, _ in }
    }

    /// - Parameter check: is called with every row, and what it holds, before the next is read.
    func events(
        of venue: String, after rev: Int, limit: Int, bytesMax: Int,
        check: (_ stored: EventRow, _ row: borrowing Query) throws -> Void
    ) throws(StoreError) -> [Event] {
        guard limit > 0 else { return [] }
        return try read { db in
            let id = try Self.knownVenueID(venue, db)
            var rows = try Query(
                """
                SELECT \(EventRow.columns) FROM event
                WHERE venue = ? AND rev > ? ORDER BY rev LIMIT ?
                """, db)
            try rows.bind(id)
            try rows.bind(rev)
            try rows.bind(limit)
            var events: [Event] = []
            var bytesLeft = max(0, bytesMax)
            while try rows.next() {
                let stored = try EventRow(rows)
                bytesLeft -= stored.data.count
                if bytesLeft < 0, !events.isEmpty { break }
                let expected = max(0, rev) + events.count + 1
                guard stored.rev == expected else {
                    throw StoreError.damaged(
                        "revision \(expected) of the venue \(venue) is missing")
                }
                try check(stored, rows)
                events.append(try stored.event())
            }
            return events
        }
    }

    /// The event that a mutation made; `nil` when the venue's journal has none by that id.
    public func recall(
        _ mutationID: String, in venue: String
    ) throws(StoreError) -> RecordedMutation? {
        try look { db in
            var row = try Query(
                """
                SELECT \(EventRow.columns) FROM event
                WHERE venue = (SELECT id FROM venue WHERE slug = ?) AND mutation_id = ?
                """, db)
            try row.bind(venue)
            try row.bind(mutationID)
            guard try row.next() else { return nil }
            return RecordedMutation(
                event: try EventRow(row).event(), fingerprint: try EventRow.fingerprint(row) ?? [])
        }
    }
}
