import GRDB
import JSON
package import Storage
package import Sync

extension Store {
    package func keep(
        _ effect: Effect, key: String, in venue: String, now: Instant
    ) throws(StoreError) {
        try write { db in
            let venueID = try Self.knownVenueID(venue, db)
            guard try Self.isNew(key, in: venueID, db) else { return }
            try Self.keep(effect, key: key, in: venueID, at: now, folder, db)
        }
    }

    /// Stores the key of an effect.
    ///
    /// - Returns: whether the key was new.
    private static func isNew(_ key: String, in venue: Int64, _ db: Database) throws -> Bool {
        try db.run("INSERT OR IGNORE INTO effect_key (venue, key) VALUES (?, ?)", venue, key)
        guard db.changesCount > 0 else { return false }
        try db.run(
            """
            DELETE FROM effect_key WHERE venue = ?1 AND id <= (
                SELECT id FROM effect_key WHERE venue = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
            """, venue, keyCountMax)
        return true
    }

    /// Stores the effects of an event.
    static func keepEffects(
        of entry: JournalEntry, in venue: Int64, _ folder: DataFolder, _ db: Database
    ) throws {
        let row = try db.query("SELECT slug, epoch FROM venue WHERE id = ?", venue)
        guard try row.next() else { return }
        try entry.forEachEffect(of: row.text(0), epoch: row.text(1)) { effect, key in
            try keep(effect, key: key, in: venue, at: entry.event.at, folder, db)
        }
    }

    private static func keep(
        _ effect: Effect, key: String, in venue: Int64, at instant: Instant,
        _ folder: DataFolder, _ db: Database
    ) throws {
        try db.run(
            """
            INSERT OR IGNORE INTO effect
                (venue, key, target, data, kept_at, until, outcome, sealed)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """, venue, key, effect.target, effect.data.canonicalText, instant.milliseconds,
            effect.end(from: instant).milliseconds, effect.outcome?.json.canonicalText,
            try effect.sealedBytes(for: key, keyAt: folder.keyPath))
    }

    package func openedEffect(_ waiting: WaitingEffect) throws(StoreError) -> Effect {
        try waiting.opened(withKeyAt: folder.keyPath)
    }

    package func waitingEffects(
        after number: Int64, limit: Int
    ) throws(StoreError) -> [WaitingEffect] {
        try read { db in
            let rows = try db.query(
                """
                \(Self.waitingSelection)
                WHERE effect.id > ? AND NOT effect.is_dead ORDER BY effect.id LIMIT ?
                """, number, limit)
            var effects: [WaitingEffect] = []
            while try rows.next() { effects.append(try Self.waitingEffect(rows)) }
            return effects
        }
    }

    private static let waitingSelection = """
        SELECT effect.id, venue.slug, effect.key, effect.target, effect.data, effect.kept_at,
            effect.until, effect.tries, effect.problem IS NOT NULL, effect.outcome, effect.is_dead,
            effect.sealed
        FROM effect JOIN venue ON venue.id = effect.venue
        """

    private static func waitingEffect(_ row: borrowing Query) throws -> WaitingEffect {
        let outcome = try row.optionalText(9).map { try JSON(parsing: Array($0.utf8)) }
        return WaitingEffect(
            number: try row.integer(0), venue: try row.text(1), key: try row.text(2),
            target: try row.text(3), data: try JSON(parsing: try row.utf8(4), depthMax: 32),
            sealed: try row.optionalBytes(11),
            keptAt: Instant(milliseconds: try row.integer(5)),
            until: Instant(milliseconds: try row.integer(6)),
            tryCount: Int(clamping: try row.integer(7)), isReported: try row.integer(8) != 0,
            outcome: outcome.flatMap { Effect.Outcome($0) })
    }

    package func keptEffect(_ key: String) throws(StoreError) -> KeptEffect? {
        try read { db in
            let rows = try db.query("\(Self.waitingSelection) WHERE effect.key = ?", key)
            guard try rows.next() else { return nil }
            return try rows.integer(10) != 0 ? .dead : .waiting(Self.waitingEffect(rows))
        }
    }

    package func forget(effect key: String) throws(StoreError) {
        try write { db in try Self.delete(key, db) }
    }

    /// Changes a stored effect, in the transaction of an event.
    static func carryOut(
        _ change: EffectChange, in venue: Int64, at now: Instant, _ db: Database
    ) throws {
        switch change {
        case .forget(let key): try delete(key, db)
        case .drop(let key): try drop(key, db)
        case .noteTries(let key, let count, let problem):
            try note(problem, tryCount: count, isDead: false, of: key, db)
        case .giveUp(let key, let count, let problem):
            // If it was dropped in the meantime, it can't be retried.
            try db.run("DELETE FROM effect WHERE key = ? AND until = 0", key)
            try note(problem, tryCount: count, isDead: true, of: key, db)
            try forgetOldestDead(of: venue, db)
        case .retry(let key):
            try db.run(
                """
                UPDATE effect SET is_dead = 0,
                    until = CASE WHEN is_dead THEN ? + until - kept_at ELSE until END
                WHERE key = ?
                """, now.milliseconds, key)
        }
    }

    private static func drop(_ key: String, _ db: Database) throws {
        try db.run("DELETE FROM effect WHERE key = ? AND (is_dead OR outcome IS NULL)", key)
        try db.run("UPDATE effect SET until = 0 WHERE key = ?", key)
    }

    private static func delete(_ key: String, _ db: Database) throws {
        try db.run("DELETE FROM effect WHERE key = ?", key)
    }

    private static func note(
        _ problem: String?, tryCount: Int, isDead: Bool, of key: String, _ db: Database
    ) throws {
        try db.run(
            "UPDATE effect SET tries = ?, problem = ?, is_dead = ? WHERE key = ?", tryCount,
            problem, isDead ? 1 : 0, key)
    }

    private static func forgetOldestDead(of venue: Int64, _ db: Database) throws {
        try db.run(
            """
            DELETE FROM effect WHERE is_dead AND venue = ?1 AND id NOT IN (
                SELECT id FROM effect WHERE is_dead AND venue = ?1
                ORDER BY kept_at DESC, key DESC LIMIT ?2)
            """, venue, EffectReport.deadCountMax)
    }
}
