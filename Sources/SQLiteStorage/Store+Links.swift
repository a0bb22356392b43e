import GRDB
package import Storage
package import Sync

extension Store {
    /// Makes a link that signs one device in, once.
    ///
    /// - Returns: the secret for the link's address.
    /// - Throws: `noVenue`, or an error of the disk.
    package func issueLink(
        role: Role, venue: String, now: Instant, lifetimeSeconds: Int
    ) throws(StoreError) -> String {
        let secret = try Secret()
        let lifetime = Int64(max(0, min(lifetimeSeconds, Self.linkLifetimeSecondsMax))) * 1000
        try write { db in
            try Self.insertLink(
                hash: secret.hash, role: role, name: nil, maker: nil,
                venue: try Self.knownVenueID(venue, db), now: now,
                until: now.adding(milliseconds: lifetime), db)
        }
        return secret.text
    }

    static func insertLink(
        hash: [UInt8], role: Role, name: String?, maker: String?, venue: Int64, now: Instant,
        until: Instant, _ db: Database
    ) throws {
        try db.run(
            """
            INSERT INTO link (hash, venue, role, name, maker, created_at, expires_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """, hash, venue, role.rawValue, name, maker, now.milliseconds, until.milliseconds)
    }

    /// The maximum lifetime of a link. Adding it to an instant can't overflow.
    private static let linkLifetimeSecondsMax = 315_360_000

    /// A stored link.
    private struct Link {
        var role: Role
        var name: String?
        var venueID: Int64
        var venue: String
        /// Whether it was made on the hub's machine rather than on an owner's page.
        var isMadeLocally: Bool
        var expiresAt: Instant
        var isUsed: Bool

        func refusal(at now: Instant) -> LinkOutcome? {
            if isUsed { return .used(role, venue: venue) }
            return now < expiresAt ? nil : .expired(role, venue: venue)
        }
    }

    private static func link(_ hash: [UInt8], _ db: Database) throws -> Link? {
        let row = try db.query(
            """
            SELECT link.role, link.name, link.venue, venue.slug, link.expires_at,
                link.used_at IS NOT NULL, link.maker IS NULL
            FROM link JOIN venue ON venue.id = link.venue WHERE link.hash = ?
            """, hash)
        guard try row.next() else { return nil }
        return Link(
            role: try row.role(0), name: try row.optionalText(1), venueID: try row.integer(2),
            venue: try row.text(3), isMadeLocally: try row.integer(6) != 0,
            expiresAt: Instant(milliseconds: try row.integer(4)),
            isUsed: try row.integer(5) != 0)
    }

    package func refusal(ofLink secret: String, now: Instant) throws(StoreError) -> LinkOutcome? {
        let hash = try Secret.hash(of: secret)
        let link = try lookUp { db in try Self.link(hash, db) }
        guard let link else { return .unknown }
        return link.refusal(at: now)
    }

    package func redeemLink(
        _ secret: String, now: Instant, unlockedUntil: Instant? = nil
    ) throws(StoreError) -> LinkOutcome {
        let hash = try Secret.hash(of: secret)
        // The transaction locks the file for writing before it reads the link.
        return try write { db in
            guard let link = try Self.link(hash, db) else { return .unknown }
            if let refusal = link.refusal(at: now) { return refusal }
            try db.run("UPDATE link SET used_at = ? WHERE hash = ?", now.milliseconds, hash)
            let issued = try Self.issueToken(
                role: link.role, name: link.name, venue: link.venueID, slug: link.venue,
                now: now, isByLink: true, db)
            if let unlockedUntil, link.role == .owner, link.isMadeLocally {
                try db.run(
                    "UPDATE device SET unlocked_until = ? WHERE id = ?", unlockedUntil.milliseconds,
                    issued.device.id)
            }
            return .token(issued)
        }
    }
}
