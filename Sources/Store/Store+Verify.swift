import GRDB

extension Store {
    private static let faultsMax = 100

    /// Reads a venue's journal from end to end in the order in which it was written, and checks
    /// every event: its revision, its checksum and that its data can be read; then that no
    /// mutation's id stands twice. Uses no index, since that may be what is damaged.
    ///
    /// - Throws: `noVenue`, or what the disk says when it can't be read at all.
    public func verify(venue: String) throws(StoreError) -> JournalVerdict {
        try read { db in
            let id = try Self.knownVenueID(venue, db)
            var epoch = try Query("SELECT epoch FROM venue WHERE id = ?", db)
            try epoch.bind(id)
            guard try epoch.next() else { throw StoreError.noVenue(slug: venue) }
            var audit = JournalAudit(start: try Chain.start(epoch: epoch.text(0)))
            var rows = try Query(
                "SELECT \(EventRow.columns) FROM event NOT INDEXED WHERE venue = ? ORDER BY id", db)
            try rows.bind(id)
            while try rows.next() { try audit.check(rows) }
            var repeated = try Query(
                """
                SELECT max(rev) FROM event NOT INDEXED WHERE venue = ? AND mutation_id IS NOT NULL
                GROUP BY mutation_id HAVING count(*) > 1 ORDER BY 1
                """, db)
            try repeated.bind(id)
            while try repeated.next() {
                audit.report(Int(try repeated.integer(0)), "the mutation's id stands twice")
            }
            return JournalVerdict(
                events: audit.events, lastRev: audit.lastRev,
                faults: Array(audit.faults.prefix(Self.faultsMax)))
        }
    }

    /// What SQLite finds wrong with the file itself, one phrase for each; none when it is sound.
    public func integrityFaults() throws(StoreError) -> [String] {
        try read { db in
            var faults: [String] = []
            let rows = try Query("PRAGMA integrity_check", db)
            while try rows.next() {
                let fault = try rows.text(0)
                if fault != "ok" { faults.append(fault) }
            }
            let strays = try Query("PRAGMA foreign_key_check", db)
            while try strays.next() {
                faults.append("a row of \(try strays.text(0)) belongs to no venue")
            }
            return faults
        }
    }
}

/// Goes through a journal event by event and notes what does not fit.
private struct JournalAudit {
    private(set) var events = 0
    private(set) var lastRev = 0
    private(set) var faults: [JournalFault] = []
    private var link: [UInt8]

    init(start: [UInt8]) { link = start }

    mutating func report(_ rev: Int, _ what: String) {
        faults.append(JournalFault(rev: rev, what: what))
    }

    mutating func check(_ row: borrowing Query) throws {
        events += 1
        let expected = lastRev + 1
        do {
            let stored = try EventRow(row)
            checkOrder(of: stored.rev, expected: expected)
            lastRev = max(lastRev, stored.rev)
            let storedLink = try EventRow.chain(row)
            let fitting = try Chain.link(
                of: stored, fingerprint: try EventRow.fingerprint(row), after: link)
            if storedLink != fitting { report(stored.rev, "the checksum does not fit") }
            // On with the one that is there, so that one altered event is one fault.
            link = storedLink
            if (try? stored.event()) == nil { report(stored.rev, "the data can't be read") }
        } catch let error as ColumnError {
            report(expected, error.description)
            lastRev = expected
        }
    }

    private mutating func checkOrder(of rev: Int, expected: Int) {
        switch rev {
        case expected: break
        case ..<expected: report(rev, "the revision stands after a later one")
        case expected + 1: report(expected, "the revision is missing")
        default: report(expected, "the revisions up to \(rev - 1) are missing")
        }
    }
}
