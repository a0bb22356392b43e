package import Storage
package import Sync

extension PostgresStore {
    package func lastRev(of venue: String) throws(StoreError) -> Int {
        try end(of: venue).rev
    }

    package func end(of venue: String) throws(StoreError) -> (rev: Int, start: [UInt8]) {
        let ends = try pool.with { try JournalEnd.present(of: [venue], $0) }
        guard let end = ends[venue] else { throw .noVenue(slug: venue) }
        return (end.rev, end.start)
    }

    package func events(
        of venue: String, after rev: Int, limit: Int, bytesMax: Int,
        check: ((EventRow, _ fingerprint: [UInt8]?, _ link: [UInt8]) throws -> Void)?
    ) throws(StoreError) -> [Event] {
        guard limit > 0 else { return [] }
        return try pool.with { connection in
            let id = try Self.knownVenueID(venue, connection)
            // The server sends no event that would not be returned.
            let rows = try connection.query(
                """
                SELECT \(EventRow.columns) FROM (
                    SELECT *, sum(octet_length(data)) OVER (ORDER BY rev) AS bytes,
                        row_number() OVER (ORDER BY rev) AS number
                    FROM (SELECT * FROM event WHERE venue = $1 AND rev > $2 ORDER BY rev LIMIT $3)
                        AS next) AS event
                WHERE bytes <= $4 OR number = 1 ORDER BY rev
                """, .integer(id), .integer(max(0, rev)), .integer(limit),
                .integer(max(0, bytesMax)))
            var expected = max(0, rev)
            return try rows.map { row in
                let stored = try EventRow(row)
                expected += 1
                guard stored.rev == expected else {
                    throw StoreError.damaged(
                        "revision \(expected) of the venue \(venue) is missing")
                }
                try check?(stored, EventRow.fingerprint(row), EventRow.link(row))
                return try stored.event()
            }
        }
    }

    package func recall(
        _ mutationID: String, in venue: String
    ) throws(StoreError) -> RecordedMutation? {
        try pool.with { connection in
            let row = try connection.query(
                """
                SELECT \(EventRow.columns) FROM event JOIN venue ON venue.id = event.venue
                WHERE venue.slug = $1 AND event.mutation_id = $2
                """, .text(venue), .text(mutationID)
            ).first
            guard let row else { return nil }
            return RecordedMutation(
                event: try EventRow(row).event(), fingerprint: EventRow.fingerprint(row) ?? [])
        }
    }

    package func link(of venue: String, at rev: Int) throws(StoreError) -> [UInt8]? {
        try pool.with { connection in
            try connection.query(
                """
                SELECT event.chain FROM event JOIN venue ON venue.id = event.venue
                WHERE venue.slug = $1 AND event.rev = $2
                """, .text(venue), .integer(rev)
            ).first?.bytes(0)
        }
    }

    package func reference(
        _ digest: String, ofBoard board: String, in venue: String
    ) throws(StoreError) -> ReferenceContent? {
        let bytes = try pool.with { connection in
            try connection.query(
                """
                SELECT content FROM reference JOIN venue ON venue.id = reference.venue
                WHERE venue.slug = $1 AND board = $2 AND digest = $3
                """, .text(venue), .text(board), .text(digest)
            ).first?.bytes(0)
        }
        guard let bytes else { return nil }
        return try ReferenceContent(bytes, of: board, expecting: digest)
    }
}

/// A snapshot is a row, with the link and a checksum by which a wrong one is noticed.
extension PostgresStore {
    package func snapshot(of venue: String) throws(SnapshotError) -> StateReader? {
        try SnapshotError.explaining { () throws(StoreError) in
            try pool.with { connection in
                let row = try connection.query(
                    """
                    SELECT snapshot.state, snapshot.digest, snapshot.link = event.chain
                    FROM snapshot JOIN venue ON venue.id = snapshot.venue
                    JOIN event ON event.venue = snapshot.venue AND event.rev = snapshot.rev
                    WHERE venue.slug = $1
                    """, .text(venue)
                ).first
                guard let row else { return nil }
                let state = try row.bytes(0)
                guard try row.boolean(2), try SHA256.digest(state) == row.bytes(1) else {
                    throw StoreError.damaged("the snapshot of \(venue) does not match its checksum")
                }
                return StateReader(state)
            }
        }
    }

    package func keepSnapshot(
        _ state: [UInt8], of venue: String, at rev: Int
    ) throws(SnapshotError) {
        let isKept = try SnapshotError.explaining { () throws(StoreError) in
            let digest = try SHA256.digest(state)
            return try pool.with { connection in
                try connection.query(
                    """
                    INSERT INTO snapshot (venue, rev, link, digest, state)
                    SELECT venue.id, event.rev, event.chain, $3, $4
                    FROM venue JOIN event ON event.venue = venue.id AND event.rev = $2
                    WHERE venue.slug = $1
                    ON CONFLICT (venue) DO UPDATE SET rev = excluded.rev, link = excluded.link,
                        digest = excluded.digest, state = excluded.state
                    """, .text(venue), .integer(rev), .bytes(digest), .bytes(state)
                ).changedCount == 1
            }
        }
        if !isKept { throw SnapshotError("the journal has no revision \(rev)") }
    }
}
