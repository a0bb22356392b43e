import Storage
import Sync

/// Batches that become one transaction: their events, and what else changes with them.
struct JournalGroup {
    /// The ends of the journals after the group.
    private(set) var ends: [String: JournalEnd]
    private let keyPath: String
    private var events = EventColumns()
    private var changes: [PostgresStatement] = []
    private var shards: Set<Int64> = []

    init(ends: [String: JournalEnd], keyPath: String) {
        self.ends = ends
        self.keyPath = keyPath
    }

    /// Appends a batch, all of it or nothing.
    ///
    /// - Throws: `noVenue`, `discontinuous`, or a failure to seal a secret.
    mutating func append(_ batch: JournalBatch) throws(StoreError) {
        guard var end = ends[batch.venue] else { throw .noVenue(slug: batch.venue) }
        var added: [EventColumns.Row] = []
        var changes: [PostgresStatement] = []
        for index in batch.entries.indices {
            added.append(
                try EventColumns.Row(
                    EventRow(batch.entries[index].event), batch.entries[index].fingerprint,
                    after: &end))
            // Most events change nothing else, and copying an entry is slow.
            guard batch.entries[index].changesMore else { continue }
            changes += try Changes(end, keyPath: keyPath).statements(of: batch.entries[index])
        }
        shards.insert(try Shard.of(batch.venue))
        for row in added { events.append(row) }
        self.changes += changes
        ends[batch.venue] = end
    }

    /// - Parameter epoch: the epoch of the owner's session. If it is not the shards', nothing is
    ///   written.
    func statements(of owner: String, epoch: Int64) -> [PostgresStatement] {
        [Schema.fence(owner, epoch, shards)] + (events.isEmpty ? [] : [events.insertion]) + changes
    }
}
