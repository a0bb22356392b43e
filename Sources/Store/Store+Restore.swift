import GRDB
public import Sync

/// What came of restoring a venue.
public struct RestoredVenue: Sendable, Equatable {
    /// As it is now: with a new epoch.
    public var record: VenueRecord
    public var lastRev: Int
    /// How many devices are signed in by the tokens that they had.
    public var deviceCount: Int

    public init(record: VenueRecord, lastRev: Int, deviceCount: Int) {
        self.record = record
        self.lastRev = lastRev
        self.deviceCount = deviceCount
    }
}

extension Store {
    /// Makes a venue from one in a backup, all of it or nothing: its events with their revisions,
    /// times and mutations' ids, the key of its tickets, its PIN, and where its alarms go unless it is
    /// a copy. The epoch is a new one, so that no client takes what happened after the backup for what
    /// will happen now; the checksums are made anew with it. One-time links stay behind.
    ///
    /// The store must be locked: no server may run on it.
    ///
    /// - Parameters:
    ///   - slug: the venue's in the backup.
    ///   - name: the slug that it gets here; the same when `nil`.
    ///   - includingDevices: whether devices keep their tokens. One that is known here already, by its
    ///     id or its token, stays what it is.
    /// - Throws: `venueExists`, `notASlug`, `notInBackup`; `notABackup` when what it has of the venue
    ///   is damaged.
    public func restore(
        _ slug: String, of backup: BackupFile, as name: String?, includingDevices: Bool
    ) throws(StoreError) -> RestoredVenue {
        let epoch = try Self.freshEpoch()
        let (restored, end) = try backup.read { source in
            guard var record = try Self.venue(slug, source),
                let id = try Self.venueID(slug, source)
            else {
                throw StoreError.notInBackup(
                    slug: slug, known: try Self.venues(source).map(\.slug))
            }
            let start = try Chain.start(epoch: record.epoch)
            record.slug = name ?? slug
            record.epoch = epoch
            return try write { db in
                var end = try JournalEnd(venue: try Self.insert(record, db), epoch: epoch)
                if let fault = try Self.copyEvents(of: id, start: start, in: source, to: &end, db) {
                    throw StoreError.notABackup(
                        path: backup.path,
                        reason: "it is damaged: revision \(fault.rev): \(fault.what)")
                }
                // Without it the hosts' pages would stand open.
                try VenueSetting.pin.copy(of: id, in: source, to: end.venue, db)
                // A copy's alarms are nobody's yet.
                if name == nil {
                    try VenueSetting.webhook.copy(of: id, in: source, to: end.venue, db)
                }
                let deviceCount =
                    includingDevices
                    ? try Self.copyDevices(of: id, in: source, to: end.venue, db) : 0
                let restored = RestoredVenue(
                    record: record, lastRev: end.rev, deviceCount: deviceCount)
                return (restored, end)
            }
        }
        if end.rev > 0 { ends.note(end) }
        return restored
    }

    /// Event by event, each checked before it is written.
    ///
    /// - Returns: what is wrong with the first one that is not sound; then it ends there.
    private static func copyEvents(
        of id: Int64, start: [UInt8], in source: Database, to end: inout JournalEnd, _ db: Database
    ) throws -> JournalFault? {
        var rows = try Query(
            "SELECT \(EventRow.columns) FROM event WHERE venue = ? ORDER BY rev", source)
        try rows.bind(id)
        var insert = try Query(JournalEnd.insertion, db)
        var audit = JournalAudit(start: start)
        while try rows.next() {
            try audit.check(rows)
            if let fault = audit.faults.first { return fault }
            try end.append(try EventRow(rows), try EventRow.fingerprint(rows), by: &insert)
        }
        return nil
    }

    /// - Returns: how many can sign in by them.
    private static func copyDevices(
        of id: Int64, in source: Database, to venue: Int64, _ db: Database
    ) throws -> Int {
        // Earlier versions did not tell browsers from programs.
        let isTold = try source.columns(in: "device").contains { $0.name == "by_link" }
        var rows = try Query(
            isTold
                ? """
                SELECT id, role, name, token_hash, created_at, revoked_at, by_link,
                    seen_at FROM device
                WHERE venue = ?
                """
                : """
                SELECT id, role, name, token_hash, created_at, revoked_at, 0, NULL
                FROM device
                WHERE venue = ?
                """, source)
        try rows.bind(id)
        var insert = try Query(
            """
            INSERT INTO device
            (venue, id, role, name, token_hash, created_at, revoked_at, by_link, seen_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """, db)
        var count = 0
        while try rows.next() {
            let revokedAt = try rows.optionalInteger(5)
            try insert.bind(venue)
            try insert.bind(try rows.text(0))
            try insert.bind(try rows.role(1).rawValue)
            try insert.bind(try rows.optionalText(2))
            try insert.bind(try rows.bytes(3))
            try insert.bind(try rows.integer(4))
            try insert.bind(revokedAt)
            try insert.bind(try rows.integer(6))
            try insert.bind(try rows.optionalInteger(7))
            try insert.run()
            if revokedAt == nil { count += db.changesCount }
        }
        return count
    }
}
