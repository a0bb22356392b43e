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
        if let fault = indexFault.withValue({ $0 }) { return batches.map { _ in .failure(fault) } }
        var refusals: [Int: StoreError] = [:]
        while true {
            do {
                try folder.demandFiles()
                let written = try pool.write { db in
                    var tail = JournalTail(db)
                    for (index, batch) in batches.enumerated() where refusals[index] == nil {
                        if let reason = try tail.refusal(of: batch) {
                            refusals[index] = reason
                        } else {
                            try tail.append(batch, index: index)
                        }
                    }
                    return tail.written
                }
                for end in written { ends.note(end) }
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
    private let db: Database
    private var ends: [String: JournalEnd] = [:]
    /// As they are after what was added.
    private(set) var written: [JournalEnd] = []

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
        var insert = try Query(JournalEnd.insertion, db)
        for entry in batch.entries {
            do {
                try end.append(EventRow(entry.event), entry.fingerprint, by: &insert)
                if let access = entry.access {
                    try Store.carryOut(access, in: end.venue, at: entry.event.at, db)
                }
            } catch let reason as StoreError {
                throw BatchRefusal(index: index, reason: reason)
            }
        }
        ends[batch.venue] = end
        written.append(end)
    }

    private mutating func end(of slug: String) throws -> JournalEnd? {
        if let end = ends[slug] { return end }
        let end = try JournalEnd.present(of: slug, db)
        ends[slug] = end
        return end
    }
}
