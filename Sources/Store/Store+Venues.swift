import GRDB
public import Sync

extension Store {
    private static let epochCharacterCount = 8
    private static let ticketKeyByteCount = 32
    /// As `venue(_:)` reads them.
    private static let columns = "slug, epoch, name, time_zone, labels, created_at, ticket_key"

    /// Every venue, in the order in which they were made.
    public func venues() throws(StoreError) -> [VenueRecord] {
        try read(Self.venues)
    }

    /// Compares the venues that there are with those of which something was noted.
    ///
    /// - Throws: `lost` when one is not there any more.
    public func checkVenues() throws(StoreError) {
        // The notes first: a venue may be added meanwhile, and is noted after it is there.
        let noted = ends.all()
        try read { db in try JournalEnds.demand(noted, among: Self.venueIDs(db)) }
    }

    /// Within the transaction that is to add a venue: it would come into the place of one that was
    /// lost, and nobody would ask for that any more.
    ///
    /// - Throws: `lost`.
    func demandNothingLost(_ db: Database) throws {
        try JournalEnds.demand(ends.all(), among: Self.venueIDs(db))
    }

    private static func venueIDs(_ db: Database) throws -> Set<Int64> {
        let rows = try Query("SELECT id FROM venue", db)
        var ids: Set<Int64> = []
        while try rows.next() { ids.insert(try rows.integer(0)) }
        return ids
    }

    static func venues(_ db: Database) throws -> [VenueRecord] {
        try venues(Query("SELECT \(columns) FROM venue ORDER BY id", db))
    }

    /// `nil` when there is no venue with this slug.
    public func venue(_ slug: String) throws(StoreError) -> VenueRecord? {
        try look { db in try Self.venue(slug, db) }
    }

    static func venue(_ slug: String, _ db: Database) throws -> VenueRecord? {
        var row = try Query("SELECT \(columns) FROM venue WHERE slug = ?", db)
        try row.bind(slug)
        return try row.next() ? venue(row) : nil
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
            return try Self.venues(rows)
        }
    }

    private static func venues(_ rows: consuming Query) throws -> [VenueRecord] {
        var venues: [VenueRecord] = []
        while try rows.next() { venues.append(try venue(rows)) }
        return venues
    }

    /// Makes a venue, with a fresh epoch and a fresh key for its guests' tickets.
    ///
    /// - Throws: `notASlug`, `venueExists`, `lost`, or what the disk says.
    public func makeVenue(
        slug: String, name: String, timeZone: String, labels: LabelPrivacy, now: Instant
    ) throws(StoreError) -> VenueRecord {
        let venue = try Self.freshVenue(
            slug: slug, name: name, timeZone: timeZone, labels: labels, createdAt: now)
        try write { db in
            try demandNothingLost(db)
            _ = try Self.insert(venue, db)
        }
        return venue
    }

    /// A venue that is in no file yet.
    static func freshVenue(
        slug: String, name: String, timeZone: String, labels: LabelPrivacy, createdAt: Instant
    ) throws(StoreError) -> VenueRecord {
        VenueRecord(
            slug: slug, epoch: try freshEpoch(), name: name, timeZone: timeZone, labels: labels,
            createdAt: createdAt, ticketKey: try Entropy.bytes(ticketKeyByteCount))
    }

    static func freshEpoch() throws(StoreError) -> String {
        try Entropy.base36(epochCharacterCount)
    }

    /// - Returns: the number that the file knows the venue by.
    /// - Throws: `notASlug`, `venueExists`.
    static func insert(_ venue: VenueRecord, _ db: Database) throws -> Int64 {
        guard VenueRecord.isSlug(venue.slug) else { throw StoreError.notASlug }
        guard try venueID(venue.slug, db) == nil else {
            throw StoreError.venueExists(slug: venue.slug)
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
        return db.lastInsertedRowID
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
