import GRDB
public import Sync

extension Store {
    private static let deviceCharacterCount = 6

    /// Makes a device and its token.
    ///
    /// - Throws: `noVenue`, or what the disk says.
    public func issueToken(
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
        var insert = try Query(
            """
            INSERT INTO device (id, venue, role, name, token_hash, created_at, by_link)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """, db)
        try insert.bind(device.id)
        try insert.bind(venue)
        try insert.bind(role.rawValue)
        try insert.bind(name)
        try insert.bind(secret.hash)
        try insert.bind(now.milliseconds)
        try insert.bind(isByLink ? 1 : 0)
        try insert.run()
        return IssuedToken(secret: secret.text, device: device)
    }

    private static func freshDeviceID(_ db: Database) throws -> String {
        while true {
            let id = "d_" + (try Entropy.base36(deviceCharacterCount))
            var taken = try Query("SELECT 1 FROM device WHERE id = ?", db)
            try taken.bind(id)
            if try !taken.next() { return id }
        }
    }

    /// A device that was not there for so long is a stranger: as long as a browser keeps a cookie.
    public static let deviceIdleMilliseconds: Int64 = 400 * 86_400_000

    private static let devices = """
        SELECT device.id, device.role, device.name, venue.slug,
            coalesce(device.seen_at, device.created_at), device.unlocked_until, pin.digest IS NULL,
            device.created_at, device.wrong_pins, device.by_link, device.lost_at
        FROM device JOIN venue ON venue.id = device.venue
        LEFT JOIN pin ON pin.venue = device.venue
        """

    /// The device that has this token; `nil` when there is none, its token was revoked, or it was
    /// last there too long ago.
    public func device(
        withToken secret: String, now: Instant
    ) throws(StoreError) -> Device? {
        let hash = try Secret.hash(of: secret)
        let device = try look { db in
            var row = try Query(
                Self.devices + " WHERE device.token_hash = ? AND device.revoked_at IS NULL", db)
            try row.bind(hash)
            return try row.next() ? try Self.device(row) : nil
        }
        guard let device, now.milliseconds(since: device.seenAt) < Self.deviceIdleMilliseconds
        else { return nil }
        return device
    }

    /// The device of this id in a venue; `nil` when there is none, or it was signed out.
    public func device(_ id: String, in venue: String) throws(StoreError) -> Device? {
        try look { db in
            var row = try Query(
                Self.devices
                    + " WHERE device.id = ? AND venue.slug = ? AND device.revoked_at IS NULL", db)
            try row.bind(id)
            try row.bind(venue)
            return try row.next() ? try Self.device(row) : nil
        }
    }

    /// The device with this id, whether or not its token is still good; `nil` when there never was
    /// one.
    public func device(_ id: String) throws(StoreError) -> Device? {
        try look { db in
            var row = try Query(Self.devices + " WHERE device.id = ?", db)
            try row.bind(id)
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

    /// Devices have come, gone or been lost.
    public func note(presences: [String: DevicePresence]) throws(StoreError) {
        try write { db in
            var update = try Query("UPDATE device SET lost_at = ? WHERE id = ?", db)
            for (device, presence) in presences {
                try update.bind(presence.lostAt)
                try update.bind(device)
                try update.run()
            }
        }
    }

    /// Devices were there at these times.
    public func note(seen: [String: Instant]) throws(StoreError) {
        try write { db in
            var update = try Query("UPDATE device SET seen_at = ? WHERE id = ?", db)
            for (device, instant) in seen {
                try update.bind(instant.milliseconds)
                try update.bind(device)
                try update.run()
            }
        }
    }

    /// The devices of a venue whose tokens are good, the first made first.
    ///
    /// - Throws: `noVenue`, or what the disk says.
    public func devices(in venue: String) throws(StoreError) -> [Device] {
        try read { db in
            var row = try Query(
                Self.devices
                    + " WHERE device.venue = ? AND device.revoked_at IS NULL"
                    + " ORDER BY device.created_at, device.id", db)
            try row.bind(try Self.knownVenueID(venue, db))
            var devices: [Device] = []
            while try row.next() {
                devices.append(try Self.device(row))
            }
            return devices
        }
    }

    /// Whether any device was ever given a token of this venue.
    public func hasDevice(in venue: String) throws(StoreError) -> Bool {
        try read { db in
            var row = try Query("SELECT 1 FROM device WHERE venue = ? LIMIT 1", db)
            try row.bind(try Self.knownVenueID(venue, db))
            return try row.next()
        }
    }

    /// Takes a device's token away for good.
    ///
    /// - Returns: whether there was one to take away.
    public func revoke(device id: String, now: Instant) throws(StoreError) -> Bool {
        try write { db in
            var update = try Query(
                "UPDATE device SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", db)
            try update.bind(now.milliseconds)
            try update.bind(id)
            try update.run()
            return db.changesCount > 0
        }
    }
}

/// As the column `lost_at` has it.
extension DevicePresence {
    fileprivate init(lostAt: Int64?) {
        switch lostAt {
        case nil: self = .away
        case 0?: self = .connected
        case let instant?: self = .lost(since: Instant(milliseconds: instant))
        }
    }

    fileprivate var lostAt: Int64? {
        switch self {
        case .away: nil
        case .connected: 0
        case .lost(let instant): max(1, instant.milliseconds)
        }
    }
}

extension Query {
    func role(_ column: Int32) throws -> Role {
        guard let role = Role(rawValue: try text(column)) else { throw error(column) }
        return role
    }
}
