import GRDB
import Storage
import Sync

extension JournalAudit {
    mutating func check(_ row: borrowing Query) throws {
        do {
            try check(
                EventRow(row), fingerprint: EventRow.fingerprint(row), link: EventRow.chain(row))
        } catch let error as ColumnError {
            skip(because: error.description)
        }
    }

    /// The venues, with their journals before the first event.
    static func starts(_ db: Database) throws -> [(venue: String, end: JournalEnd)] {
        let rows = try db.query("SELECT slug, id, epoch FROM venue ORDER BY id")
        var starts: [(venue: String, end: JournalEnd)] = []
        while try rows.next() {
            let end = try JournalEnd(venue: try rows.integer(1), epoch: try rows.text(2))
            starts.append((try rows.text(0), end))
        }
        return starts
    }

    /// Checks all journals, in one pass over the table.
    static func verdicts(
        noted: [JournalEnd], _ db: Database
    ) throws -> [(venue: String, verdict: JournalVerdict)] {
        let starts = try starts(db)
        let noted = Dictionary(noted.map { ($0.venue, $0) }, uniquingKeysWith: { one, _ in one })
        var audits = Dictionary(
            starts.map { venue, end in
                let last = noted[end.venue].map { ($0.rev, $0.link) }
                return (end.venue, JournalAudit(start: end.start, noted: last))
            }, uniquingKeysWith: { one, _ in one })
        let rows = try db.query(
            "SELECT \(EventRow.columns), venue FROM event NOT INDEXED ORDER BY id")
        do {
            while try rows.next() {
                try audits[try rows.integer(EventRow.columnCount)]?.check(rows)
            }
        } catch let error as DatabaseError {
            // Report what was read so far.
            for id in audits.keys {
                audits[id]?.breakOff(because: error.message ?? "no reason given")
            }
            return starts.compactMap { venue, end in
                audits[end.venue].map { (venue, $0.verdict) }
            }
        }
        let repeated = try db.query(
            """
            SELECT venue, max(rev) FROM event NOT INDEXED WHERE mutation_id IS NOT NULL
            GROUP BY venue, mutation_id HAVING count(*) > 1 ORDER BY 2
            """)
        while try repeated.next() {
            audits[try repeated.integer(0)]?
                .report(Int(try repeated.integer(1)), "the mutation's id occurs twice")
        }
        return try starts.compactMap { venue, end in
            guard var audit = audits[end.venue] else { return nil }
            try audit.checkReferences(of: end.venue, in: db)
            audit.end()
            return (venue, audit.verdict)
        }
    }
}
