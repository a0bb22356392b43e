import GRDB
import Storage

/// The end of a venue's journal.
struct JournalEnd: Sendable, Equatable {
    /// The venue's row number.
    let venue: Int64
    /// The link before the first event. It identifies the epoch.
    let start: [UInt8]
    /// The last revision; 0 if there is no event.
    var rev = 0
    /// The link of the last event.
    var link: [UInt8]

    /// Creates the end of an empty journal.
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

    /// Returns the current end of a venue's journal; `nil` if the venue does not exist.
    static func present(of slug: String, _ db: Database) throws -> JournalEnd? {
        let row = try db.query(
            """
            SELECT venue.id, venue.epoch, event.rev, event.chain
            FROM venue LEFT JOIN event ON event.venue = venue.id
            WHERE venue.slug = ? ORDER BY event.rev DESC LIMIT 1
            """, slug)
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

    /// Appends the event with the next revision.
    ///
    /// - Parameter insert: a query of `insertion`.
    /// - Throws: `mutationRecorded`, or an error of SQLite.
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
