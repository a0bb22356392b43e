package import Storage
import Sync

extension PostgresStore {
    /// The number of events that are read at a time.
    private static let portion = 2_000

    package func verify() throws(StoreError) -> [(venue: String, verdict: JournalVerdict)] {
        var verdicts: [(venue: String, verdict: JournalVerdict)] = []
        for record in try venues() {
            let verdict = try pool.with { connection in
                try connection.transaction {
                    // The events and their reference data as of one moment.
                    try connection.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                    return try Self.verdict(on: record, connection)
                }
            }
            verdicts.append((record.slug, verdict))
        }
        return verdicts
    }

    private static func verdict(
        on record: VenueRecord, _ connection: PostgresConnection
    ) throws -> JournalVerdict {
        let id = try knownVenueID(record.slug, connection)
        var audit = JournalAudit(start: try Chain.start(epoch: record.epoch))
        var last: Int64 = 0
        while true {
            let rows = try connection.query(
                """
                SELECT \(EventRow.columns) FROM event
                WHERE venue = $1 AND rev > $2 ORDER BY rev LIMIT $3
                """, .integer(id), .integer(last), .integer(portion))
            if rows.isEmpty { break }
            for row in rows {
                last = try row.integer(0)
                try audit.check(
                    EventRow(row), fingerprint: EventRow.fingerprint(row), link: EventRow.link(row))
            }
        }
        let references = try connection.query(
            "SELECT board, name FROM reference WHERE venue = $1", .integer(id))
        for row in references {
            let key = JournalAudit.ReferenceKey(board: try row.text(0), name: try row.text(1))
            let stored = try connection.query(
                """
                SELECT content, digest FROM reference
                WHERE venue = $1 AND board = $2 AND name = $3
                """, .integer(id), .text(try row.text(0)), .text(try row.text(1))
            ).first
            guard let stored else { continue }
            try audit.check(key, content: stored.bytes(0), digest: stored.text(1))
        }
        audit.reportMissingReferences()
        return audit.verdict
    }

    package func backUp(
        to path: String, replacing: Bool
    ) throws(StoreError) -> [(venue: String, verdict: JournalVerdict)] {
        throw .fileNotWritable(path: path, reason: "PostgreSQL has backups of its own (pg_dump)")
    }

    package func restore(
        _ wanted: [VenueToRestore], of backup: any Backup, includingDevices: Bool
    ) throws(StoreError) -> [RestoredVenue] {
        throw .notABackup(path: "The backup", reason: "it is another engine's")
    }
}
