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
        try write { db in
            try Self.insertLink(
                hash: secret.hash, role: role, name: nil, maker: nil,
                venue: try Self.knownVenueID(venue, db), now: now,
                until: StoredLink.expiry(after: lifetimeSeconds, from: now), db)
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

    private static func link(
        _ hash: [UInt8], _ db: Database
    ) throws -> (link: StoredLink, venue: Int64)? {
        let row = try db.query(
            """
            SELECT link.role, link.name, link.venue, venue.slug, link.expires_at,
                link.used_at IS NOT NULL, link.maker
            FROM link JOIN venue ON venue.id = link.venue WHERE link.hash = ?
            """, hash)
        guard try row.next() else { return nil }
        let link = StoredLink(
            role: try row.role(0), name: try row.optionalText(1), venue: try row.text(3),
            maker: try row.optionalText(6),
            expiresAt: Instant(milliseconds: try row.integer(4)),
            isUsed: try row.integer(5) != 0)
        return (link, try row.integer(2))
    }

    package func refusal(ofLink secret: String, now: Instant) throws(StoreError) -> LinkOutcome? {
        let hash = try Secret.hash(of: secret)
        let found = try lookUp { db in try Self.link(hash, db) }
        return found.map { $0.link.refusal(at: now) } ?? .unknown
    }

    package func redeemLink(
        _ secret: String, now: Instant, unlockedUntil: Instant? = nil
    ) throws(StoreError) -> LinkOutcome {
        let hash = try Secret.hash(of: secret)
        // The transaction locks the file for writing before it reads the link.
        return try write { db in
            guard let (link, venue) = try Self.link(hash, db) else { return .unknown }
            if let refusal = link.refusal(at: now) { return refusal }
            try db.run("UPDATE link SET used_at = ? WHERE hash = ?", now.milliseconds, hash)
            let issued = try Self.issueToken(
                role: link.role, name: link.name, venue: venue, slug: link.venue,
                now: now, isByLink: true, db)
            if let unlockedUntil, link.unlocksOwner {
                try db.run(
                    "UPDATE device SET unlocked_until = ? WHERE id = ?", unlockedUntil.milliseconds,
                    issued.device.id)
            }
            return .token(issued)
        }
    }
}
