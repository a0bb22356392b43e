import Storage
import Sync

/// The journal's connection, and the ends of the journals that it has written.
///
/// A session has an epoch of its own. Once a later session has raised the epoch, nothing that this
/// one has sent can be committed any more.
final class JournalSession {
    private let connection: PostgresConnection
    private let lease: Lease
    private let place: PostgresPlace
    private let keyPath: String
    private let epoch: Int64
    private var ends: [String: JournalEnd] = [:]

    init(_ place: PostgresPlace, _ lease: Lease, keyPath: String) throws {
        self.place = place
        self.lease = lease
        self.keyPath = keyPath
        connection = try PostgresConnection(place.address, name: "tablecast \(place.hub) journal")
        epoch = try lease.raise(connection)
    }

    var isUsable: Bool { connection.isUsable }

    /// Appends the batches that fit, in one transaction.
    func append(_ batches: [JournalBatch]) -> [Result<Void, StoreError>] {
        var outcomes = batches.map { _ in Result<Void, StoreError>.success(()) }
        do {
            let unknown = Set(batches.map(\.venue)).filter { ends[$0] == nil }
            if !unknown.isEmpty {
                let found = try JournalEnd.present(of: Array(unknown), connection)
                ends.merge(found) { _, found in found }
            }
        } catch {
            let reason = StoreError(error, at: place.address)
            return batches.map { _ in .failure(reason) }
        }
        var group = JournalGroup(ends: ends, keyPath: keyPath)
        var included: [Int] = []
        for (index, batch) in batches.enumerated() {
            do throws(StoreError) {
                try group.append(batch)
                included.append(index)
            } catch {
                outcomes[index] = .failure(error)
            }
        }
        guard !included.isEmpty else { return outcomes }
        do throws(PostgresError) {
            _ = try connection.transaction(group.statements(of: lease.owner, epoch: epoch))
            ends = group.ends
        } catch {
            ends = [:]
            if error.isAboutValues, included.count > 1 {
                // Which batch is wrong is not known, and some may have been refused because of it.
                return batches.map { append([$0])[0] }
            } else {
                let reason = reason(error, for: batches[included[0]])
                for index in included { outcomes[index] = .failure(reason) }
            }
        }
        return outcomes
    }

    /// Stores an effect that belongs to no event, in the order of the others: whoever has read up to
    /// a number never finds a lower one later.
    func keep(_ effect: Effect, key: String, in venue: String, now: Instant) throws {
        try connection.transaction {
            let id = try PostgresStore.knownVenueID(venue, connection)
            try connection.query(Schema.fence(lease.owner, epoch, [Shard.of(venue)]))
            let isNew =
                try connection.query(
                    "INSERT INTO effect_key (venue, key) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                    .integer(id), .text(key)
                ).changedCount == 1
            guard isNew else { return }
            try connection.query(
                """
                DELETE FROM effect_key WHERE venue = $1 AND id <= (SELECT id FROM effect_key
                    WHERE venue = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)
                """, .integer(id), .integer(PostgresStore.keyCountMax))
            try connection.query(
                try Changes.keeping(effect, key: key, in: id, at: now, keyPath: keyPath))
        }
    }

    /// - Parameter batch: the only batch, if the error is about values.
    private func reason(_ error: PostgresError, for batch: JournalBatch) -> StoreError {
        if error.isLost {
            return .outcomeUnknown("\(place.address) was lost during a commit: \(error.message)")
        }
        if error.isFenced {
            lease.fail(.fenced(at: place.address))
            return .fenced(at: place.address)
        }
        if error.breaksUniqueness, error.constraint == "event_by_mutation",
            let rev = try? repeatedRev(in: batch)
        {
            return .mutationRecorded(rev: rev)
        }
        return StoreError(error, at: place.address)
    }

    /// Returns the first revision of a batch whose mutation is in the journal, or earlier in the
    /// batch.
    private func repeatedRev(in batch: JournalBatch) throws -> Int? {
        var seen: Set<String> = []
        for entry in batch.entries {
            guard let id = entry.event.mutationID else { continue }
            let known = try connection.query(
                """
                SELECT 1 FROM event JOIN venue ON venue.id = event.venue
                WHERE venue.slug = $1 AND mutation_id = $2
                """, .text(batch.venue), .text(id))
            if !known.isEmpty || !seen.insert(id).inserted { return entry.event.rev }
        }
        return nil
    }
}
