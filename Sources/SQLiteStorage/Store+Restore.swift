import GRDB
package import Storage
import Sync

extension Store {
    package func restore(
        _ wanted: [VenueToRestore], of backup: any Backup, includingDevices: Bool
    ) throws(StoreError) -> [RestoredVenue] {
        guard let backup = backup as? BackupFile else {
            throw .notABackup(path: "The backup", reason: "it is another engine's")
        }
        let restored = try backup.read { source in
            try write { db in
                try requireNothingLost(db)
                return try wanted.map { venue in
                    try Self.restore(
                        venue, of: backup, source,
                        includingDevices: includingDevices && !venue.isCopy, folder, db)
                }
            }
        }
        for (_, end) in restored where end.rev > 0 { ends.note(end) }
        return restored.map(\.0)
    }

    private static func restore(
        _ wanted: VenueToRestore, of backup: BackupFile, _ source: Database, includingDevices: Bool,
        _ folder: DataFolder, _ db: Database
    ) throws -> (RestoredVenue, JournalEnd) {
        guard var record = try venue(wanted.slug, source),
            let id = try venueID(wanted.slug, source)
        else {
            throw StoreError.notInBackup(
                slug: wanted.slug, known: try venues(source).map(\.slug))
        }
        let start = try Chain.start(epoch: record.epoch)
        record.slug = wanted.name
        record.epoch = try VenueRecord.freshEpoch()
        var end = try JournalEnd(venue: try insert(record, db), epoch: record.epoch)
        let fault = try copyEvents(of: id, start: start, in: source, to: &end, db)
        if let fault {
            throw StoreError.notABackup(
                path: backup.path, reason: "it is damaged: revision \(fault.rev): \(fault.what)")
        }
        try copyReferences(of: id, in: source, to: end.venue, db)
        // Without the PIN, the owner's page would be open to everybody in front of it.
        try copyPIN(of: id, in: source, to: end.venue, db)
        if !wanted.isCopy {
            try copySecrets(of: id, in: source, to: end.venue, db)
        }
        let deviceCount =
            includingDevices ? try copyDevices(of: id, in: source, to: end.venue, db) : 0
        return (RestoredVenue(record: record, lastRev: end.rev, deviceCount: deviceCount), end)
    }

    /// Copies and verifies event by event, and then copies the reference data.
    ///
    /// - Returns: the first fault, at which copying stops.
    private static func copyEvents(
        of id: Int64, start: [UInt8], in source: Database, to end: inout JournalEnd, _ db: Database
    ) throws -> JournalFault? {
        let rows = try source.query(
            "SELECT \(EventRow.columns) FROM event WHERE venue = ? ORDER BY rev", id)
        var insert = try db.query(JournalEnd.insertion)
        var audit = JournalAudit(start: start)
        while try rows.next() {
            try audit.check(rows)
            if let fault = audit.faults.first { return fault }
            try end.append(try EventRow(rows), try EventRow.fingerprint(rows), by: &insert)
        }
        try audit.checkReferences(of: id, in: source)
        return audit.faults.first
    }

    /// - Returns: the number of devices that stay signed in.
    private static func copyDevices(
        of id: Int64, in source: Database, to venue: Int64, _ db: Database
    ) throws -> Int {
        let rows = try source.query(
            """
            SELECT id, role, name, token_hash, created_at, revoked_at, by_link, seen_at FROM device
            WHERE venue = ?
            """, id)
        var insert = try db.query(
            """
            INSERT INTO device
            (venue, id, role, name, token_hash, created_at, revoked_at, by_link, seen_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """)
        var count = 0
        while try rows.next() {
            let revokedAt = try rows.optionalInteger(5)
            try insert.run(
                venue, rows.text(0), rows.role(1).rawValue, rows.optionalText(2), rows.bytes(3),
                rows.integer(4), revokedAt, rows.integer(6), rows.optionalInteger(7))
            if revokedAt == nil { count += db.changesCount }
        }
        return count
    }
}
