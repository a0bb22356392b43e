import GRDB
package import Storage
package import Sync

extension Store {
    /// Makes a device and its token.
    ///
    /// - Throws: `noVenue`, or an error of the disk.
    package func issueToken(
        role: Role, name: String?, venue: String, now: Instant
    ) throws(StoreError) -> IssuedToken {
        try write { db in
            try Self.issueToken(
                role: role, name: name, venue: try Self.knownVenueID(venue, db), slug: venue,
                now: now, db)
        }
    }

    static func issueToken(
        role: Role, name: String?, venue: Int64, slug: String, now: Instant, isByLink: Bool = false,
        _ db: Database
    ) throws -> IssuedToken {
        let secret = try Secret()
        let device = Device(
            id: try freshDeviceID(db), role: role, name: name, venue: slug, seenAt: now,
            isBrowser: isByLink)
        try db.run(
            """
            INSERT INTO device (id, venue, role, name, token_hash, created_at, by_link)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """, device.id, venue, role.rawValue, name, secret.hash, now.milliseconds,
            isByLink ? 1 : 0)
        return IssuedToken(secret: secret.text, device: device)
    }

    private static func freshDeviceID(_ db: Database) throws -> String {
        while true {
            let id = try Device.freshID()
            let taken = try db.query("SELECT 1 FROM device WHERE id = ?", id)
            if try !taken.next() { return id }
        }
    }

    private static let devices = """
        SELECT device.id, device.role, device.name, venue.slug,
            coalesce(device.seen_at, device.created_at), device.unlocked_until, pin.digest IS NULL,
            device.created_at, device.wrong_pins, device.by_link, device.lost_at,
            device.token_hash
        FROM device JOIN venue ON venue.id = device.venue
        LEFT JOIN pin ON pin.venue = device.venue
        """

    package func device(withToken digest: TokenDigest) throws(StoreError) -> Device? {
        try lookUp { db in
            let row = try db.query(
                Self.devices + " WHERE device.token_hash = ? AND device.revoked_at IS NULL",
                digest.bytes)
            return try row.next() ? try Self.device(row) : nil
        }
    }

    package func signedInDevices(limit: Int) throws(StoreError) -> [SignedInDevice] {
        try read { db in
            let row = try db.query(
                Self.devices + " WHERE device.revoked_at IS NULL"
                    + " ORDER BY coalesce(device.seen_at, device.created_at) DESC LIMIT ?", limit)
            var devices: [SignedInDevice] = []
            while try row.next() {
                guard let token = TokenDigest(try row.bytes(11)) else { throw row.error(11) }
                devices.append(SignedInDevice(token: token, device: try Self.device(row)))
            }
            return devices
        }
    }

    package func device(_ id: String, in venue: String) throws(StoreError) -> Device? {
        try lookUp { db in
            let row = try db.query(
                Self.devices
                    + " WHERE device.id = ? AND venue.slug = ? AND device.revoked_at IS NULL", id,
                venue)
            return try row.next() ? try Self.device(row) : nil
        }
    }

    package func device(_ id: String) throws(StoreError) -> Device? {
        try lookUp { db in
            let row = try db.query(Self.devices + " WHERE device.id = ?", id)
            return try row.next() ? try Self.device(row) : nil
        }
    }

    private static func device(_ row: borrowing Query) throws -> Device {
        let unlockedUntil = Instant(milliseconds: try row.optionalInteger(5) ?? 0)
        var device = Device(
            id: try row.text(0), role: try row.role(1), name: try row.optionalText(2),
            venue: try row.text(3), seenAt: Instant(milliseconds: try row.integer(4)),
            createdAt: Instant(milliseconds: try row.integer(7)),
            unlockedUntil: try row.integer(6) == 0 ? unlockedUntil : nil,
            wrongPINCount: Int(try row.integer(8)), isBrowser: try row.integer(9) != 0)
        device.presence = DevicePresence(lostAt: try row.optionalInteger(10))
        return device
    }

    package func note(
        seen: [String: Instant], presences: [String: DevicePresence]
    ) throws(StoreError) {
        defer { for device in seen.keys { changed(.device(device)) } }
        try write { db in
            var sight = try db.query("UPDATE device SET seen_at = ? WHERE id = ?")
            for (device, instant) in seen { try sight.run(instant.milliseconds, device) }
            var absence = try db.query("UPDATE device SET lost_at = ? WHERE id = ?")
            for (device, presence) in presences { try absence.run(presence.lostAt, device) }
        }
    }

    package func roster(of venue: String) throws(StoreError) -> DeviceRoster {
        DeviceRoster(
            devices: try devices(in: venue), hasPIN: try hasPIN(venue),
            webhook: try webhook(of: venue))
    }

    /// Returns the devices of a venue with valid tokens, oldest first.
    ///
    /// - Throws: `noVenue`, or an error of the disk.
    package func devices(in venue: String) throws(StoreError) -> [Device] {
        try read { db in
            let row = try db.query(
                Self.devices
                    + " WHERE device.venue = ? AND device.revoked_at IS NULL"
                    + " ORDER BY device.created_at, device.id", Self.knownVenueID(venue, db))
            var devices: [Device] = []
            while try row.next() {
                devices.append(try Self.device(row))
            }
            return devices
        }
    }

    package func hasDevice(in venue: String) throws(StoreError) -> Bool {
        try read { db in
            let row = try db.query(
                "SELECT 1 FROM device WHERE venue = ? LIMIT 1", Self.knownVenueID(venue, db))
            return try row.next()
        }
    }

    package func revoke(device id: String, now: Instant) throws(StoreError) -> Bool {
        let isRevoked = try write { db in
            try db.run(
                "UPDATE device SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL",
                now.milliseconds, id)
            return db.changesCount > 0
        }
        changed(.device(id))
        // Commands call this while a hub may run on the folder.
        try accessMark.renew()
        return isRevoked
    }
}

extension Query {
    func role(_ column: Int32) throws -> Role { Role(rawValue: try text(column)) }
}
