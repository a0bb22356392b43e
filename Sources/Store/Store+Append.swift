import GRDB
import Sync

/// Why one batch can't be written, whatever becomes of the others.
private struct BatchRefusal: Error {
    var index: Int
    var reason: StoreError
}

extension Store {
    /// Writes batches in one transaction: when this returns they are on the disk.
    ///
    /// - Returns: what came of each. A batch that does not fit fails by itself; when the transaction
    ///   fails, all do, and nothing of it stays.
    func append(_ batches: [JournalBatch]) -> [Result<Void, StoreError>] {
        var refusals: [Int: StoreError] = [:]
        while true {
            do {
                try pool.write { db in
                    var tail = JournalTail(db)
                    for (index, batch) in batches.enumerated() where refusals[index] == nil {
                        if let reason = try tail.refusal(of: batch) {
                            refusals[index] = reason
                        } else {
                            try tail.append(batch, index: index)
                        }
                    }
                }
                return batches.indices.map { index in
                    refusals[index].map(Result.failure) ?? .success(())
                }
            } catch let refusal as BatchRefusal {
                // What it had written is gone with the transaction: once more, without it.
                refusals[refusal.index] = refusal.reason
            } catch {
                let reason = StoreError(error, path: folder.databasePath)
                return batches.indices.map { .failure(refusals[$0] ?? reason) }
            }
        }
    }
}

/// The ends of the journals within one transaction, and what is added to them.
private struct JournalTail {
    private struct End {
        var venue: Int64
        var rev: Int
        var link: [UInt8]
    }

    private let db: Database
    private var ends: [String: End] = [:]

    init(_ db: Database) { self.db = db }

    /// Why a batch can't follow what is there; `nil` when it can.
    mutating func refusal(of batch: JournalBatch) throws -> StoreError? {
        guard let end = try end(of: batch.venue) else { return .noVenue(slug: batch.venue) }
        var last = end.rev
        for entry in batch.entries {
            guard entry.event.rev == last + 1 else {
                return .discontinuous(expected: last + 1, found: entry.event.rev)
            }
            last += 1
        }
        return nil
    }

    /// Adds a batch that is not refused.
    mutating func append(_ batch: JournalBatch, index: Int) throws {
        guard var end = try end(of: batch.venue) else { return }
        var insert = try Query(
            """
            INSERT INTO event (venue, \(EventRow.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, db)
        for entry in batch.entries {
            let row = EventRow(entry.event)
            end.link = try Chain.link(of: row, fingerprint: entry.fingerprint, after: end.link)
            end.rev = row.rev
            try insert.bind(end.venue)
            try row.bind(to: &insert)
            try insert.bind(entry.fingerprint)
            try insert.bind(end.link)
            do {
                try insert.run()
            } catch let error as DatabaseError
                where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE
            {
                throw BatchRefusal(index: index, reason: .mutationRecorded(rev: row.rev))
            }
        }
        ends[batch.venue] = end
    }

    private mutating func end(of slug: String) throws -> End? {
        if let end = ends[slug] { return end }
        var row = try Query(
            """
            SELECT venue.id, venue.epoch, event.rev, event.chain
            FROM venue LEFT JOIN event ON event.venue = venue.id
            WHERE venue.slug = ? ORDER BY event.rev DESC LIMIT 1
            """, db)
        try row.bind(slug)
        guard try row.next() else { return nil }
        var end = End(
            venue: try row.integer(0), rev: 0, link: try Chain.start(epoch: try row.text(1)))
        if let link = try row.optionalBytes(3) {
            end.rev = Int(try row.integer(2))
            end.link = link
        }
        ends[slug] = end
        return end
    }
}
