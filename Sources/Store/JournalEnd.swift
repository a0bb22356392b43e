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
