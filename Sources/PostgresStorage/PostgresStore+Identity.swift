package import Storage
package import Sync

extension PostgresStore {
    private static let selection = """
        SELECT device.id, device.role, device.name, venue.slug,
            coalesce(device.seen_at, device.created_at), device.unlocked_until, pin.digest IS NULL,
            device.created_at, device.wrong_pins, device.by_link, device.lost_at,
            device.token_hash
        FROM device JOIN venue ON venue.id = device.venue
        LEFT JOIN pin ON pin.venue = device.venue
        """

    private static func device(_ row: PostgresRow) throws -> Device {
        let unlockedUntil = Instant(milliseconds: try row.optionalInteger(5) ?? 0)
        var device = Device(
            id: try row.text(0), role: Role(rawValue: try row.text(1)), name: row.optionalText(2),
            venue: try row.text(3), seenAt: Instant(milliseconds: try row.integer(4)),
            createdAt: Instant(milliseconds: try row.integer(7)),
            unlockedUntil: try row.boolean(6) ? nil : unlockedUntil,
            wrongPINCount: Int(try row.integer(8)), isBrowser: try row.boolean(9))
        device.presence = DevicePresence(lostAt: try row.optionalInteger(10))
        return device
    }

    private func device(
        where condition: String, _ values: PostgresValue...
    ) throws(StoreError) -> Device? {
        try pool.with { connection in
            let statement = PostgresStatement("\(Self.selection) WHERE \(condition)", all: values)
            return try connection.query(statement).first.map(Self.device)
        }
    }

    package func device(withToken token: TokenDigest) throws(StoreError) -> Device? {
        try device(
            where: "device.token_hash = $1 AND device.revoked_at IS NULL", .bytes(token.bytes))
    }

    package func device(_ id: String, in venue: String) throws(StoreError) -> Device? {
        try device(
            where: "device.id = $1 AND venue.slug = $2 AND device.revoked_at IS NULL", .text(id),
            .text(venue))
    }

    package func device(_ id: String) throws(StoreError) -> Device? {
        try device(where: "device.id = $1", .text(id))
    }

    package func signedInDevices(limit: Int) throws(StoreError) -> [SignedInDevice] {
        try pool.with { connection in
            try connection.query(
                Self.selection + """
                     WHERE device.revoked_at IS NULL
                    ORDER BY coalesce(device.seen_at, device.created_at) DESC LIMIT $1
                    """, .integer(limit)
            ).map { row in
                guard let token = TokenDigest(try row.bytes(11)) else { throw row.error(11) }
                return SignedInDevice(token: token, device: try Self.device(row))
            }
        }
    }

    package func hasDevice(in venue: String) throws(StoreError) -> Bool {
        try pool.with { connection in
            let id = try Self.knownVenueID(venue, connection)
            return try !connection.query(
                "SELECT 1 FROM device WHERE venue = $1 LIMIT 1", .integer(id)
            ).isEmpty
        }
    }

    package func roster(of venue: String) throws(StoreError) -> DeviceRoster {
        let (devices, hasPIN) = try pool.with { connection in
            let id = try Self.knownVenueID(venue, connection)
            let devices = try connection.query(
                Self.selection + """
                     WHERE device.venue = $1 AND device.revoked_at IS NULL
                    ORDER BY device.created_at, device.id COLLATE "C"
                    """, .integer(id)
            ).map(Self.device)
            let pin = try connection.query("SELECT 1 FROM pin WHERE venue = $1", .integer(id))
            return (devices, !pin.isEmpty)
        }
        return DeviceRoster(devices: devices, hasPIN: hasPIN, webhook: try webhook(of: venue))
    }

    package func issueToken(
        role: Role, name: String?, venue: String, now: Instant
    ) throws(StoreError) -> IssuedToken {
        try pool.with { connection in
            let id = try Self.knownVenueID(venue, connection)
            return try Self.issueToken(
                role: role, name: name, venue: id, slug: venue, now: now, isByLink: false,
                connection)
        }
    }

    private static func issueToken(
        role: Role, name: String?, venue: Int64, slug: String, now: Instant, isByLink: Bool,
        _ connection: PostgresConnection
    ) throws -> IssuedToken {
        let secret = try Secret()
        while true {
            let device = Device(
                id: try Device.freshID(), role: role, name: name, venue: slug,
                seenAt: now, isBrowser: isByLink)
            let isNew =
                try connection.query(
                    """
                    INSERT INTO device (id, venue, role, name, token_hash, created_at, by_link)
                    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING
                    """, .text(device.id), .integer(venue), .text(role.rawValue), .optional(name),
                    .bytes(secret.hash), .integer(now.milliseconds), .boolean(isByLink)
                ).changedCount == 1
            if isNew { return IssuedToken(secret: secret.text, device: device) }
        }
    }

    package func revoke(device id: String, now: Instant) throws(StoreError) -> Bool {
        defer { changed(.device(id)) }
        let revoke = PostgresStatement(
            "UPDATE device SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL",
            .integer(now.milliseconds), .text(id))
        return try pool.with { connection in
            try connection.transaction([revoke, Schema.announcement])[0].changedCount == 1
        }
    }

    package func note(
        seen: [String: Instant], presences: [String: DevicePresence]
    ) throws(StoreError) {
        defer { for device in seen.keys { changed(.device(device)) } }
        let sights = seen.sorted { $0.key < $1.key }.map { device, instant in
            PostgresStatement(
                "UPDATE device SET seen_at = $1 WHERE id = $2", .integer(instant.milliseconds),
                .text(device))
        }
        let absences = presences.sorted { $0.key < $1.key }.map { device, presence in
            PostgresStatement(
                "UPDATE device SET lost_at = $1 WHERE id = $2", .optional(presence.lostAt),
                .text(device))
        }
        try pool.with { _ = try $0.transaction(sights + absences) }
    }

    // MARK: Links

    package func issueLink(
        role: Role, venue: String, now: Instant, lifetimeSeconds: Int
    ) throws(StoreError) -> String {
        let secret = try Secret()
        try pool.with { connection in
            _ = try connection.query(
                Changes.link(
                    hash: secret.hash, role: role, name: nil, maker: nil,
                    venue: try Self.knownVenueID(venue, connection), now: now,
                    until: StoredLink.expiry(after: lifetimeSeconds, from: now)))
        }
        return secret.text
    }

    /// - Parameter lock: what to append, to lock the row.
    private static func link(
        _ hash: [UInt8], lock: String = "", _ connection: PostgresConnection
    ) throws -> (link: StoredLink, venue: Int64)? {
        let row = try connection.query(
            """
            SELECT link.role, link.name, link.venue, venue.slug, link.expires_at,
                link.used_at IS NOT NULL, link.maker
            FROM link JOIN venue ON venue.id = link.venue WHERE link.hash = $1 \(lock)
            """, .bytes(hash)
        ).first
        guard let row else { return nil }
        let link = StoredLink(
            role: Role(rawValue: try row.text(0)), name: row.optionalText(1),
            venue: try row.text(3), maker: row.optionalText(6),
            expiresAt: Instant(milliseconds: try row.integer(4)), isUsed: try row.boolean(5))
        return (link, try row.integer(2))
    }

    package func refusal(ofLink secret: String, now: Instant) throws(StoreError) -> LinkOutcome? {
        let hash = try Secret.hash(of: secret)
        let found = try pool.with { try Self.link(hash, $0) }
        return found.map { $0.link.refusal(at: now) } ?? .unknown
    }

    package func redeemLink(
        _ secret: String, now: Instant, unlockedUntil: Instant?
    ) throws(StoreError) -> LinkOutcome {
        let hash = try Secret.hash(of: secret)
        return try pool.with { connection in
            try connection.transaction {
                guard
                    let (link, venue) = try Self.link(
                        hash, lock: "FOR UPDATE OF link", connection)
                else { return .unknown }
                if let refusal = link.refusal(at: now) { return refusal }
                try connection.query(
                    "UPDATE link SET used_at = $1 WHERE hash = $2", .integer(now.milliseconds),
                    .bytes(hash))
                let issued = try Self.issueToken(
                    role: link.role, name: link.name, venue: venue, slug: link.venue,
                    now: now, isByLink: true, connection)
                if let unlockedUntil, link.unlocksOwner {
                    try connection.query(
                        "UPDATE device SET unlocked_until = $1 WHERE id = $2",
                        .integer(unlockedUntil.milliseconds), .text(issued.device.id))
                }
                return .token(issued)
            }
        }
    }

    // MARK: The PIN

    package func pinState(ofDevice id: String) throws(StoreError) -> PINState? {
        try pool.with { connection in
            let row = try connection.query(
                """
                SELECT pin.digest, device.wrong_pins, device.wrong_pin_at
                FROM device LEFT JOIN pin ON pin.venue = device.venue
                WHERE device.id = $1 AND device.revoked_at IS NULL
                """, .text(id)
            ).first
            guard let row else { return nil }
            return PINState(
                digest: row.optionalText(0), wrongCount: Int(try row.integer(1)),
                wrongAt: try row.optionalInteger(2).map(Instant.init(milliseconds:)))
        }
    }

    package func noteWrongPIN(device id: String, now: Instant) throws(StoreError) {
        try pool.with { connection in
            _ = try connection.query(
                "UPDATE device SET wrong_pins = wrong_pins + 1, wrong_pin_at = $1 WHERE id = $2",
                .integer(now.milliseconds), .text(id))
        }
    }

    package func unlock(
        device id: String, until: Instant, digest: String
    ) throws(StoreError) -> Bool {
        defer { changed(.device(id)) }
        return try pool.with { connection in
            try connection.query(
                """
                UPDATE device SET unlocked_until = $1, wrong_pins = 0, wrong_pin_at = NULL
                WHERE id = $2 AND EXISTS
                (SELECT 1 FROM pin WHERE pin.venue = device.venue AND pin.digest = $3)
                """, .integer(until.milliseconds), .text(id), .text(digest)
            ).changedCount == 1
        }
    }

    package func lock(device id: String) throws(StoreError) {
        defer { changed(.device(id)) }
        try pool.with { connection in
            _ = try connection.query(
                "UPDATE device SET unlocked_until = NULL WHERE id = $1", .text(id))
        }
    }
}
