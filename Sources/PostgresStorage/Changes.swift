import JSON
import Storage
import Sync

/// The statements for what an event changes outside of the journal, in its transaction.
struct Changes {
    private let end: JournalEnd
    private let keyPath: String

    init(_ end: JournalEnd, keyPath: String) {
        self.end = end
        self.keyPath = keyPath
    }

    private var venue: PostgresValue { .integer(end.venue) }

    func statements(of entry: JournalEntry) throws(StoreError) -> [PostgresStatement] {
        var all: [PostgresStatement] = []
        let board = entry.event.board
        if let access = entry.access { all += try statements(of: access, at: entry.event.at) }
        if let change = entry.effectChange { all += statements(of: change, at: entry.event.at) }
        for change in entry.secrets { all += try statements(of: change, board) }
        if let reference = entry.reference { all += statements(of: reference, board) }
        try entry.forEachEffect(of: end.slug, epoch: end.epoch) {
            (effect, key) throws(StoreError) in
            all.append(
                try Self.keeping(
                    effect, key: key, in: end.venue, at: entry.event.at, keyPath: keyPath))
        }
        return all
    }

    // MARK: Devices

    private func statements(
        of access: AccessChange, at now: Instant
    ) throws(StoreError) -> [PostgresStatement] {
        switch access {
        case .revoke(let device):
            [
                PostgresStatement(
                    """
                    UPDATE device SET revoked_at = $1
                    WHERE id = $2 AND venue = $3 AND revoked_at IS NULL
                    """, .integer(now.milliseconds), .text(device), venue),
                withdrawal(of: device), Schema.announcement,
            ]
        case .setRole(let device, let role):
            [
                PostgresStatement(
                    "UPDATE device SET role = $1 WHERE id = $2 AND venue = $3",
                    .text(role.rawValue), .text(device), venue),
                withdrawal(of: device), Schema.announcement,
            ]
        case .rename(let device, let name):
            [
                PostgresStatement(
                    "UPDATE device SET name = $1 WHERE id = $2 AND venue = $3", .text(name),
                    .text(device), venue)
            ]
        case .forgiveWrongPINs(let device):
            [
                PostgresStatement(
                    """
                    UPDATE device SET wrong_pins = 0, wrong_pin_at = NULL
                    WHERE id = $1 AND venue = $2
                    """, .text(device), venue)
            ]
        case .admit(let secret, let role, let name, let maker, let until, _):
            [
                Self.link(
                    hash: try Secret.hash(of: secret), role: role, name: name, maker: maker,
                    venue: end.venue, now: now, until: until)
            ]
        case .setPIN(let digest): settingPIN(digest)
        case .setWebhook(let address):
            try statements(of: OwnSecret.settingWebhook(address), OwnSecret.board)
        }
    }

    /// Deletes the unused links that a device has made.
    private func withdrawal(of device: String) -> PostgresStatement {
        PostgresStatement(
            "DELETE FROM link WHERE maker = $1 AND venue = $2 AND used_at IS NULL", .text(device),
            venue)
    }

    static func link(
        hash: [UInt8], role: Role, name: String?, maker: String?, venue: Int64, now: Instant,
        until: Instant
    ) -> PostgresStatement {
        PostgresStatement(
            """
            INSERT INTO link (hash, venue, role, name, maker, created_at, expires_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """, .bytes(hash), .integer(venue), .text(role.rawValue), .optional(name),
            .optional(maker), .integer(now.milliseconds), .integer(until.milliseconds))
    }

    private func settingPIN(_ digest: String?) -> [PostgresStatement] {
        var all = [
            PostgresStatement("DELETE FROM pin WHERE venue = $1", venue),
            PostgresStatement(
                """
                UPDATE device SET unlocked_until = NULL, wrong_pins = 0, wrong_pin_at = NULL
                WHERE venue = $1
                """, venue),
        ]
        if let digest {
            all.append(
                PostgresStatement(
                    "INSERT INTO pin (venue, digest) VALUES ($1, $2)", venue, .text(digest)))
        }
        return all
    }

    // MARK: Secrets and reference data

    private func statements(
        of change: SecretChange, _ board: String
    ) throws(StoreError) -> [PostgresStatement] {
        guard let value = change.value else {
            return [
                PostgresStatement(
                    "DELETE FROM secret WHERE venue = $1 AND board = $2 AND name = $3", venue,
                    .text(board), .text(change.name))
            ]
        }
        let sealed = try SecretBox(makingAt: keyPath)
            .seal(value, for: SecretBox.place(change.name, board, end.slug))
        return [
            PostgresStatement(
                """
                INSERT INTO secret (venue, board, name, sealed) VALUES ($1, $2, $3, $4)
                ON CONFLICT (venue, board, name) DO UPDATE SET sealed = excluded.sealed
                """, venue, .text(board), .text(change.name), .bytes(sealed))
        ]
    }

    func statements(of change: ReferenceChange, _ board: String) -> [PostgresStatement] {
        guard let content = change.content else {
            return [
                PostgresStatement(
                    "DELETE FROM reference WHERE venue = $1 AND board = $2 AND name = $3", venue,
                    .text(board), .text(change.name))
            ]
        }
        return [
            PostgresStatement(
                """
                INSERT INTO reference (venue, board, name, digest, content)
                VALUES ($1, $2, $3, $4, $5) ON CONFLICT (venue, board, name)
                DO UPDATE SET digest = excluded.digest, content = excluded.content
                """, venue, .text(board), .text(change.name), .text(content.digest),
                .bytes(content.bytes.withUnsafeBytes { Array($0) }))
        ]
    }

    // MARK: Effects

    static func keeping(
        _ effect: Effect, key: String, in venue: Int64, at instant: Instant, keyPath: String
    ) throws(StoreError) -> PostgresStatement {
        PostgresStatement(
            """
            INSERT INTO effect (venue, key, target, data, kept_at, until, outcome, sealed)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (key) DO NOTHING
            """, .integer(venue), .text(key), .text(effect.target),
            .text(effect.data.canonicalText), .integer(instant.milliseconds),
            .integer(effect.end(from: instant).milliseconds),
            .optional(effect.outcome?.json.canonicalText),
            .optional(try effect.sealedBytes(for: key, keyAt: keyPath)))
    }

    private func statements(of change: EffectChange, at now: Instant) -> [PostgresStatement] {
        switch change {
        case .forget(let key):
            [PostgresStatement("DELETE FROM effect WHERE key = $1", .text(key))]
        case .drop(let key):
            [
                PostgresStatement(
                    "DELETE FROM effect WHERE key = $1 AND (is_dead OR outcome IS NULL)", .text(key)
                ),
                PostgresStatement("UPDATE effect SET until = 0 WHERE key = $1", .text(key)),
            ]
        case .noteTries(let key, let count, let problem):
            [Self.note(problem, tryCount: count, isDead: false, of: key)]
        case .giveUp(let key, let count, let problem):
            [
                // If it was dropped in the meantime, it can't be retried.
                PostgresStatement("DELETE FROM effect WHERE key = $1 AND until = 0", .text(key)),
                Self.note(problem, tryCount: count, isDead: true, of: key),
                PostgresStatement(
                    """
                    DELETE FROM effect WHERE is_dead AND venue = $1 AND id NOT IN (
                        SELECT id FROM effect WHERE is_dead AND venue = $1
                        ORDER BY kept_at DESC, key DESC LIMIT $2)
                    """, venue, .integer(EffectReport.deadCountMax)),
            ]
        case .retry(let key):
            [
                PostgresStatement(
                    """
                    UPDATE effect SET is_dead = false,
                        until = CASE WHEN is_dead THEN $1 + until - kept_at ELSE until END
                    WHERE key = $2
                    """, .integer(now.milliseconds), .text(key))
            ]
        }
    }

    private static func note(
        _ problem: String?, tryCount: Int, isDead: Bool, of key: String
    ) -> PostgresStatement {
        PostgresStatement(
            "UPDATE effect SET tries = $1, problem = $2, is_dead = $3 WHERE key = $4",
            .integer(tryCount), .optional(problem), .boolean(isDead), .text(key))
    }
}
