package import JSON
package import Storage
package import Sync

extension PostgresStore {
    private static let selection = """
        SELECT slug, epoch, name, time_zone, settings, created_at, ticket_key,
            (SELECT count(*) FROM venue AS earlier WHERE earlier.id < venue.id) FROM venue
        """

    private static func venue(_ row: PostgresRow) throws -> VenueRecord {
        VenueRecord(
            slug: try row.text(0), epoch: try row.text(1), name: try row.text(2),
            timeZone: try row.text(3), settings: try JSON(parsing: try row.bytes(4)),
            createdAt: Instant(milliseconds: try row.integer(5)), ticketKey: try row.bytes(6))
    }

    package func venues() throws(StoreError) -> [VenueRecord] {
        try pool.with { try $0.query(Self.selection + " ORDER BY id").map(Self.venue) }
    }

    package func venues(withEvents count: Int) throws(StoreError) -> [VenueRecord] {
        try pool.with { connection in
            // Revisions begin at 1 and have no gaps, so a look-up by revision suffices.
            try connection.query(
                Self.selection + """
                     WHERE EXISTS (SELECT 1 FROM event WHERE event.venue = venue.id AND rev = $1)
                    ORDER BY id
                    """, .integer(count)
            ).map(Self.venue)
        }
    }

    package func venue(_ slug: String) throws(StoreError) -> VenueRecord? {
        try place(of: slug)?.record
    }

    package func place(of slug: String) throws(StoreError) -> VenuePlace? {
        try pool.with { connection in
            let row = try connection.query(Self.selection + " WHERE slug = $1", .text(slug)).first
            return try row.map {
                VenuePlace(record: try Self.venue($0), index: Int(try $0.integer(7)))
            }
        }
    }

    /// - Throws: `noVenue`.
    static func knownVenueID(_ slug: String, _ connection: PostgresConnection) throws -> Int64 {
        let row = try connection.query("SELECT id FROM venue WHERE slug = $1", .text(slug)).first
        guard let id = try row?.integer(0) else { throw StoreError.noVenue(slug: slug) }
        return id
    }

    // MARK: Making venues

    package func makeVenue(
        slug: String, name: String, timeZone: String, settings: JSON, now: Instant
    ) throws(StoreError) -> VenueRecord {
        let record = try VenueRecord(
            fresh: slug, name: name, timeZone: timeZone, settings: settings, createdAt: now)
        try pool.with { connection in
            _ = try connection.transaction { try Self.insert(record, connection) }
        }
        return record
    }

    package func makeVenue<Failure: Error>(
        slug: String, name: String, timeZone: String, settings: JSON, createdAt: Instant,
        journal next: () throws(Failure) -> JournalEntry?
    ) throws -> Int {
        let record = try VenueRecord(
            fresh: slug, name: name, timeZone: timeZone, settings: settings, createdAt: createdAt)
        var failure: Failure?
        do throws(StoreError) {
            return try pool.with { connection in
                try connection.transaction {
                    var insertion = JournalInsertion(try Self.insert(record, connection))
                    func entry() throws -> JournalEntry? {
                        do throws(Failure) {
                            return try next()
                        } catch {
                            failure = error
                            throw error
                        }
                    }
                    while let entry = try entry() {
                        try insertion.append(entry, connection)
                    }
                    return try insertion.finish(connection)
                }
            }
        } catch {
            if let failure { throw failure }
            throw error
        }
    }

    /// - Returns: the end of the venue's empty journal.
    /// - Throws: `notASlug`, `venueExists`.
    static func insert(
        _ record: VenueRecord, _ connection: PostgresConnection
    ) throws -> JournalEnd {
        guard VenueRecord.isSlug(record.slug) else { throw StoreError.notASlug }
        let row = try connection.query(
            """
            INSERT INTO venue (slug, shard, epoch, name, time_zone, settings, created_at, ticket_key)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (slug) DO NOTHING RETURNING id
            """, .text(record.slug), .integer(Shard.of(record.slug)), .text(record.epoch),
            .text(record.name), .text(record.timeZone), .text(record.settings.canonicalText),
            .integer(record.createdAt.milliseconds), .bytes(record.ticketKey)
        ).first
        guard let row else { throw StoreError.venueExists(slug: record.slug) }
        return try JournalEnd(
            venue: try row.integer(0), slug: record.slug, epoch: record.epoch)
    }
}

/// Inserts a whole journal, some thousand events at a time.
struct JournalInsertion {
    private static let eventsMax = 2_000

    private var end: JournalEnd
    private var events = EventColumns()
    private var mutations: Set<String> = []

    init(_ end: JournalEnd) { self.end = end }

    mutating func append(_ entry: JournalEntry, _ connection: PostgresConnection) throws {
        if let id = entry.event.mutationID, !mutations.insert(id).inserted {
            throw StoreError.mutationRecorded(rev: entry.event.rev)
        }
        events.append(
            try EventColumns.Row(EventRow(entry.event), entry.fingerprint, after: &end))
        if let reference = entry.reference {
            let changes = Changes(end, keyPath: "")
            for statement in changes.statements(of: reference, entry.event.board) {
                try connection.query(statement)
            }
        }
        if events.count == Self.eventsMax { try insert(connection) }
    }

    /// - Returns: the last revision.
    mutating func finish(_ connection: PostgresConnection) throws -> Int {
        try insert(connection)
        return end.rev
    }

    private mutating func insert(_ connection: PostgresConnection) throws {
        guard !events.isEmpty else { return }
        try connection.query(events.insertion)
        events = EventColumns()
    }
}
