import GRDB
public import Sync

extension Store {
    private static let epochCharacterCount = 8
    private static let ticketKeyByteCount = 32
    /// As `venue(_:)` reads them.
    private static let columns = "slug, epoch, name, time_zone, labels, created_at, ticket_key"

    /// Every venue, in the order in which they were made.
    public func venues() throws(StoreError) -> [VenueRecord] {
        try read { db in
            let rows = try Query("SELECT \(Self.columns) FROM venue ORDER BY id", db)
            var venues: [VenueRecord] = []
            while try rows.next() { venues.append(try Self.venue(rows)) }
            return venues
        }
    }

    /// `nil` when there is no venue with this slug.
    public func venue(_ slug: String) throws(StoreError) -> VenueRecord? {
        try look { db in
            var row = try Query("SELECT \(Self.columns) FROM venue WHERE slug = ?", db)
            try row.bind(slug)
            return try row.next() ? Self.venue(row) : nil
        }
    }

    /// The venues whose journals have at least so many events.
    public func venues(withEvents count: Int) throws(StoreError) -> [VenueRecord] {
        try read { db in
            // Each journal's revisions are counted from 1 on, so its last one need not be looked for.
            var rows = try Query(
                """
                SELECT \(Self.columns) FROM venue WHERE EXISTS
                (SELECT 1 FROM event WHERE event.venue = venue.id AND rev = ?) ORDER BY id
                """, db)
            try rows.bind(count)
            var venues: [VenueRecord] = []
            while try rows.next() { venues.append(try Self.venue(rows)) }
            return venues
        }
    }

    /// Makes a venue, with a fresh epoch and a fresh key for its guests' tickets.
    ///
    /// - Throws: `notASlug`, `venueExists`, or what the disk says.
    public func makeVenue(
        slug: String, name: String, timeZone: String, labels: LabelPrivacy, now: Instant
    ) throws(StoreError) -> VenueRecord {
        guard VenueRecord.isSlug(slug) else { throw .notASlug }
        let venue = VenueRecord(
            slug: slug, epoch: try Entropy.base36(Self.epochCharacterCount), name: name,
            timeZone: timeZone, labels: labels, createdAt: now,
            ticketKey: try Entropy.bytes(Self.ticketKeyByteCount))
        try write { db in
            guard try Self.venueID(slug, db) == nil else {
                throw StoreError.venueExists(slug: slug)
            }
            var insert = try Query(
                """
                INSERT INTO venue (slug, epoch, name, time_zone, labels, created_at, ticket_key)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """, db)
            try insert.bind(venue.slug)
            try insert.bind(venue.epoch)
            try insert.bind(venue.name)
            try insert.bind(venue.timeZone)
            try insert.bind(venue.labels.rawValue)
            try insert.bind(venue.createdAt.milliseconds)
            try insert.bind(venue.ticketKey)
            try insert.run()
        }
        return venue
    }

    private static func venue(_ row: borrowing Query) throws -> VenueRecord {
        guard let labels = LabelPrivacy(rawValue: try row.text(4)) else { throw row.error(4) }
        return VenueRecord(
            slug: try row.text(0), epoch: try row.text(1), name: try row.text(2),
            timeZone: try row.text(3), labels: labels,
            createdAt: Instant(milliseconds: try row.integer(5)), ticketKey: try row.bytes(6))
    }

    static func venueID(_ slug: String, _ db: Database) throws -> Int64? {
        var row = try Query("SELECT id FROM venue WHERE slug = ?", db)
        try row.bind(slug)
        return try row.next() ? row.integer(0) : nil
    }

    /// - Throws: `noVenue`.
    static func knownVenueID(_ slug: String, _ db: Database) throws -> Int64 {
        guard let id = try venueID(slug, db) else { throw StoreError.noVenue(slug: slug) }
        return id
    }
}
