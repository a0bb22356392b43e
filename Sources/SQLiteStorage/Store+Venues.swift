import GRDB
package import JSON
package import Storage
package import Sync

extension Store {
    /// The columns that `venue(_:)` reads.
    private static let columns = "slug, epoch, name, time_zone, settings, created_at, ticket_key"

    package func venues() throws(StoreError) -> [VenueRecord] {
        try read(Self.venues)
    }

    package func checkVenues() throws(StoreError) {
        // Read the notes first: a venue added meanwhile is noted after it is stored.
        let noted = ends.all()
        try read { db in try JournalEnds.requireNoneLost(noted, among: Self.venueIDs(db)) }
    }

    /// Checks, in the transaction that adds a venue, that no venue is missing. Otherwise the new
    /// venue would take the number of a lost one and hide the loss.
    ///
    /// - Throws: `lost`.
    func requireNothingLost(_ db: Database) throws {
        try JournalEnds.requireNoneLost(ends.all(), among: Self.venueIDs(db))
    }

    private static func venueIDs(_ db: Database) throws -> Set<Int64> {
        let rows = try db.query("SELECT id FROM venue")
        var ids: Set<Int64> = []
        while try rows.next() { ids.insert(try rows.integer(0)) }
        return ids
    }

    static func venues(_ db: Database) throws -> [VenueRecord] {
        try venues(db.query("SELECT \(columns) FROM venue ORDER BY id"))
    }

    package func venue(_ slug: String) throws(StoreError) -> VenueRecord? {
        try lookUp { db in try Self.venue(slug, db) }
    }

    package func place(of slug: String) throws(StoreError) -> VenuePlace? {
        try read { db in
            guard let record = try Self.venue(slug, db) else { return nil }
            let row = try db.query(
                """
                SELECT count(*) FROM venue WHERE id < (SELECT id FROM venue WHERE slug = ?)
                """, slug)
            return try row.next()
                ? VenuePlace(record: record, index: Int(try row.integer(0))) : nil
        }
    }

    static func venue(_ slug: String, _ db: Database) throws -> VenueRecord? {
        let row = try db.query("SELECT \(columns) FROM venue WHERE slug = ?", slug)
        return try row.next() ? venue(row) : nil
    }

    package func venues(withEvents count: Int) throws(StoreError) -> [VenueRecord] {
        try read { db in
            // Revisions begin at 1 and have no gaps, so a lookup by revision suffices.
            let rows = try db.query(
                """
                SELECT \(Self.columns) FROM venue WHERE EXISTS
                (SELECT 1 FROM event WHERE event.venue = venue.id AND rev = ?) ORDER BY id
                """, count)
            return try Self.venues(rows)
        }
    }

    private static func venues(_ rows: consuming Query) throws -> [VenueRecord] {
        var venues: [VenueRecord] = []
        while try rows.next() { venues.append(try venue(rows)) }
        return venues
    }

    package func makeVenue(
        slug: String, name: String, timeZone: String, settings: JSON, now: Instant
    ) throws(StoreError) -> VenueRecord {
        let venue = try VenueRecord(
            fresh: slug, name: name, timeZone: timeZone, settings: settings, createdAt: now)
        try write { db in
            try requireNothingLost(db)
            _ = try Self.insert(venue, db)
        }
        return venue
    }

    /// - Returns: the venue's row number.
    /// - Throws: `notASlug`, `venueExists`.
    static func insert(_ venue: VenueRecord, _ db: Database) throws -> Int64 {
        guard VenueRecord.isSlug(venue.slug) else { throw StoreError.notASlug }
        guard try venueID(venue.slug, db) == nil else {
            throw StoreError.venueExists(slug: venue.slug)
        }
        try db.run(
            """
            INSERT INTO venue (slug, epoch, name, time_zone, settings, created_at, ticket_key)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """, venue.slug, venue.epoch, venue.name, venue.timeZone, venue.settings.canonicalText,
            venue.createdAt.milliseconds, venue.ticketKey)
        return db.lastInsertedRowID
    }

    private static func venue(_ row: borrowing Query) throws -> VenueRecord {
        VenueRecord(
            slug: try row.text(0), epoch: try row.text(1), name: try row.text(2),
            timeZone: try row.text(3), settings: try JSON(parsing: try row.utf8(4)),
            createdAt: Instant(milliseconds: try row.integer(5)), ticketKey: try row.bytes(6))
    }

    static func venueID(_ slug: String, _ db: Database) throws -> Int64? {
        let row = try db.query("SELECT id FROM venue WHERE slug = ?", slug)
        return try row.next() ? row.integer(0) : nil
    }

    /// - Throws: `noVenue`.
    static func knownVenueID(_ slug: String, _ db: Database) throws -> Int64 {
        guard let id = try venueID(slug, db) else { throw StoreError.noVenue(slug: slug) }
        return id
    }
}
