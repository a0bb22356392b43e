import GRDB

/// Where a venue's journal ends.
struct JournalEnd: Sendable, Equatable {
    /// The number that the file knows the venue by.
    let venue: Int64
    /// The link before the first event, by which epochs are told apart.
    let start: [UInt8]
    /// 0 when there is no event.
    var rev = 0
    /// That of the last event.
    var link: [UInt8]

    /// Of a journal without events.
    init(venue: Int64, epoch: String) throws(StoreError) {
        self.venue = venue
        start = try Chain.start(epoch: epoch)
        link = start
    }

    init(venue: Int64, start: [UInt8], rev: Int, link: [UInt8]) {
        self.venue = venue
        self.start = start
        self.rev = rev
        self.link = link
    }

    /// Where the journal of the venue with this slug ends; `nil` when there is no such venue.
    static func present(of slug: String, _ db: Database) throws -> JournalEnd? {
        var row = try Query(
            """
            SELECT venue.id, venue.epoch, event.rev, event.chain
            FROM venue LEFT JOIN event ON event.venue = venue.id
            WHERE venue.slug = ? ORDER BY event.rev DESC LIMIT 1
            """, db)
        try row.bind(slug)
        guard try row.next() else { return nil }
        var end = try JournalEnd(venue: try row.integer(0), epoch: try row.text(1))
        if let link = try row.optionalBytes(3) {
            end.rev = Int(try row.integer(2))
            end.link = link
        }
        return end
    }

    static let insertion = """
        INSERT INTO event (venue, \(EventRow.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    /// Adds an event, which has the next revision.
    ///
    /// - Parameter insert: of `insertion`.
    /// - Throws: `mutationRecorded`, or what SQLite says.
    mutating func append(
        _ row: EventRow, _ fingerprint: [UInt8]?, by insert: inout Query
    ) throws {
        link = try Chain.link(of: row, fingerprint: fingerprint, after: link)
        rev = row.rev
        try insert.bind(venue)
        try row.bind(to: &insert)
        try insert.bind(fingerprint)
        try insert.bind(link)
        do {
            try insert.run()
        } catch let error as DatabaseError
            where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE
        {
            throw StoreError.mutationRecorded(rev: row.rev)
        }
    }
}
