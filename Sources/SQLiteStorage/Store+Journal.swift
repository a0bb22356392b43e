import GRDB
import Locks
package import Storage
package import Sync

extension Store {
    /// The free space below which the disk counts as full. A group of events and its log may need
    /// as much.
    private static let freeBytesMin: UInt64 = 1_048_576

    package func lastRev(of venue: String) throws(StoreError) -> Int {
        try read { db in
            let id = try Self.knownVenueID(venue, db)
            let row = try db.query(
                "SELECT rev FROM event WHERE venue = ? ORDER BY rev DESC LIMIT 1", id)
            return try row.next() ? Int(row.integer(0)) : 0
        }
    }

    /// Checks whether the journal can be written, by writing and flushing something that changes
    /// nothing.
    ///
    /// - Throws: an error of the disk, or the fault that `checkIndexes` found.
    package func probe() throws(StoreError) {
        BlockingCall.begin()
        // A small write may fit into the log where the next events would not.
        guard folder.freeBytes >= Self.freeBytesMin else { throw .full }
        try folder.requireFiles()
        if let fault = indexFault.withValue({ $0 }) { throw fault }
        try write { db in
            // SQLite skips a row that is replaced by an equal one, but always writes the header.
            try Schema.sign(db)
        }
    }

    package func events(
        of venue: String, after rev: Int, limit: Int, bytesMax: Int,
        check: ((EventRow, _ fingerprint: [UInt8]?, _ link: [UInt8]) throws -> Void)?
    ) throws(StoreError) -> [Event] {
        guard limit > 0 else { return [] }
        return try read { db in
            let id = try Self.knownVenueID(venue, db)
            let rows = try db.query(
                """
                SELECT \(EventRow.columns) FROM event
                WHERE venue = ? AND rev > ? ORDER BY rev LIMIT ?
                """, id, rev, limit)
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
                try check?(stored, EventRow.fingerprint(rows), EventRow.chain(rows))
                events.append(try stored.event())
            }
            return events
        }
    }

    package func recall(
        _ mutationID: String, in venue: String
    ) throws(StoreError) -> RecordedMutation? {
        try lookUp { db in
            let row = try db.query(
                """
                SELECT \(EventRow.columns) FROM event
                WHERE venue = (SELECT id FROM venue WHERE slug = ?) AND mutation_id = ?
                """, venue, mutationID)
            guard try row.next() else { return nil }
            return RecordedMutation(
                event: try EventRow(row).event(), fingerprint: try EventRow.fingerprint(row) ?? [])
        }
    }
}
