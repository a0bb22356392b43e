import GRDB
import Locks
package import Storage
package import Sync

/// The reason why one batch can't be written, regardless of the others.
private struct BatchRefusal: Error {
    var index: Int
    var reason: StoreError
}

extension Store {
    /// Writes batches in one transaction. When this returns, they are on the disk.
    ///
    /// - Returns: the outcome of each batch. A batch that does not fit fails alone. If the
    ///   transaction fails, all batches fail and nothing is stored, unless the outcome is unknown.
    package func append(_ batches: [JournalBatch]) -> [Result<Void, StoreError>] {
        BlockingCall.begin()
        // Report even after a failure: an additional look-up does no harm.
        defer { reportAccess(in: batches) }
        if let fault = indexFault.withValue({ $0 }) { return batches.map { _ in .failure(fault) } }
        var refusals: [Int: StoreError] = [:]
        while true {
            do {
                try folder.requireFiles()
                let written = try withTransaction { db in
                    var tail = JournalTail(db, folder)
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
                // The transaction was rolled back. Try again without this batch.
                refusals[refusal.index] = refusal.reason
            } catch {
                let reason = reason(error)
                return batches.indices.map { .failure(refusals[$0] ?? reason) }
            }
        }
    }
}

extension Store {
    /// Returns the reason why nothing of a transaction was stored; `outcomeUnknown` if the final
    /// flush failed.
    private func reason(_ error: any Error) -> StoreError {
        let reason = StoreError(error, path: folder.databasePath)
        guard case .disk(let what) = reason, let error = error as? DatabaseError,
            error.extendedResultCode == .SQLITE_IOERR_FSYNC
        else { return reason }
        return .outcomeUnknown(what)
    }

    /// Determines whether a batch with an unknown outcome is in the journal.
    ///
    /// SQLite's log may contain all of a commit that failed, and a later start would accept it. So
    /// something else is written over it first. After that, a missing batch can't appear later.
    package func settle(_ batch: JournalBatch) throws(StoreError) -> Bool {
        try write { db in try Schema.sign(db) }
        return try isJournaled(batch)
    }
}

/// The ends of the journals within one transaction.
private struct JournalTail {
    private let db: Database
    private let folder: DataFolder
    private var ends: [String: JournalEnd] = [:]
    /// The ends of the journals after the appended batches.
    private(set) var written: [JournalEnd] = []

    init(_ db: Database, _ folder: DataFolder) {
        self.db = db
        self.folder = folder
    }

    /// Returns the reason why a batch can't be appended; `nil` if it can.
    mutating func refusal(of batch: JournalBatch) throws -> StoreError? {
        guard let end = try end(of: batch.venue) else { return .noVenue(slug: batch.venue) }
        var last = end.rev
        for index in batch.entries.indices {
            let rev = batch.entries[index].event.rev
            guard rev == last + 1 else {
                return .discontinuous(expected: last + 1, found: rev)
            }
            last = rev
        }
        return nil
    }

    /// Appends a batch that was not refused.
    mutating func append(_ batch: JournalBatch, index: Int) throws {
        guard var end = try end(of: batch.venue) else { return }
        var insert = try db.query(JournalEnd.insertion)
        for place in batch.entries.indices {
            do {
                try end.append(
                    EventRow(batch.entries[place].event), batch.entries[place].fingerprint,
                    by: &insert)
                // Most events change nothing else, and copying an entry is slow.
                guard batch.entries[place].changesMore else { continue }
                try keepChanges(of: batch.entries[place], in: batch.venue, at: end)
            } catch let reason as StoreError {
                throw BatchRefusal(index: index, reason: reason)
            }
        }
        ends[batch.venue] = end
        written.append(end)
    }

    /// Carries out what an event changes outside of the journal.
    private func keepChanges(
        of entry: JournalEntry, in venue: String, at end: JournalEnd
    ) throws {
        if let access = entry.access {
            try Store.carryOut(access, in: end.venue, venue, at: entry.event.at, folder, db)
        }
        if let change = entry.effectChange {
            try Store.carryOut(change, in: end.venue, at: entry.event.at, db)
        }
        if !entry.secrets.isEmpty {
            try Store.keep(entry.secrets, of: entry.event.board, in: venue, folder, db)
        }
        if let reference = entry.reference {
            try Store.keep(reference, of: entry.event.board, in: end.venue, db)
        }
        if !entry.effects.isEmpty {
            try Store.keepEffects(of: entry, in: end.venue, folder, db)
        }
    }

    private mutating func end(of slug: String) throws -> JournalEnd? {
        if let end = ends[slug] { return end }
        let end = try JournalEnd.present(of: slug, db)
        ends[slug] = end
        return end
    }
}
