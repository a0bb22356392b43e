import JSON
package import Storage
package import Sync

extension PostgresStore {
    package func keep(
        _ effect: Effect, key: String, in venue: String, now: Instant
    ) throws(StoreError) {
        try withSession { try $0.keep(effect, key: key, in: venue, now: now) }
    }

    private static let selection = """
        SELECT effect.id, venue.slug, effect.key, effect.target, effect.data, effect.kept_at,
            effect.until, effect.tries, effect.problem IS NOT NULL, effect.outcome, effect.is_dead,
            effect.sealed
        FROM effect JOIN venue ON venue.id = effect.venue
        """

    private static func waitingEffect(_ row: PostgresRow) throws -> WaitingEffect {
        let outcome = try row.optionalBytes(9).map { try JSON(parsing: $0) }
        return WaitingEffect(
            number: try row.integer(0), venue: try row.text(1), key: try row.text(2),
            target: try row.text(3), data: try JSON(parsing: try row.bytes(4), depthMax: 32),
            sealed: row.optionalBytes(11), keptAt: Instant(milliseconds: try row.integer(5)),
            until: Instant(milliseconds: try row.integer(6)),
            tryCount: Int(clamping: try row.integer(7)), isReported: try row.boolean(8),
            outcome: outcome.flatMap { Effect.Outcome($0) })
    }

    package func waitingEffects(
        after number: Int64, limit: Int
    ) throws(StoreError) -> [WaitingEffect] {
        try pool.with { connection in
            try connection.query(
                Self.selection
                    + " WHERE effect.id > $1 AND NOT effect.is_dead ORDER BY effect.id LIMIT $2",
                .integer(number), .integer(limit)
            ).map(Self.waitingEffect)
        }
    }

    package func keptEffect(_ key: String) throws(StoreError) -> KeptEffect? {
        try pool.with { connection in
            let row = try connection.query(
                Self.selection + " WHERE effect.key = $1", .text(key)
            ).first
            guard let row else { return nil }
            return try row.boolean(10) ? .dead : .waiting(Self.waitingEffect(row))
        }
    }

    package func forget(effect key: String) throws(StoreError) {
        try pool.with { _ = try $0.query("DELETE FROM effect WHERE key = $1", .text(key)) }
    }

    package func openedEffect(_ waiting: WaitingEffect) throws(StoreError) -> Effect {
        try waiting.opened(withKeyAt: keyPath)
    }
}

extension PostgresStore {
    package func secret(
        _ name: String, ofBoard board: String, in venue: String
    ) throws(StoreError) -> [UInt8]? {
        let sealed = try pool.with { connection in
            try connection.query(
                """
                SELECT secret.sealed FROM secret JOIN venue ON venue.id = secret.venue
                WHERE venue.slug = $1 AND secret.board = $2 AND secret.name = $3
                """, .text(venue), .text(board), .text(name)
            ).first?.bytes(0)
        }
        guard let sealed else { return nil }
        return try SecretBox.open(sealed, for: SecretBox.place(name, board, venue), keyAt: keyPath)
    }

    package func secretCounts(of venue: String) throws(StoreError) -> (all: Int, unreadable: Int) {
        let sealed = try pool.with { connection in
            try connection.query(
                """
                SELECT secret.board, secret.name, secret.sealed
                FROM secret JOIN venue ON venue.id = secret.venue WHERE venue.slug = $1
                """, .text(venue)
            ).map { row in
                (
                    place: SecretBox.place(try row.text(1), try row.text(0), venue),
                    bytes: try row.bytes(2)
                )
            }
        }
        return (sealed.count, SecretBox.countUnreadable(sealed, keyAt: keyPath))
    }
}
