import GRDB
import Storage
import Sync

/// Checks a journal event by event, and collects its faults.
struct JournalAudit {
    private static let faultsMax = 100

    private(set) var events = 0
    private(set) var lastRev = 0
    private(set) var faults: [JournalFault] = []
    private var link: [UInt8]
    /// The noted end of the journal, which it had at some time.
    private let noted: JournalEnd?
    /// The reference data mentioned by the events so far, each with the last event that mentions
    /// it.
    private(set) var references: [ReferenceKey: (rev: Int, digest: String)] = [:]

    /// Identifies reference data of a venue.
    struct ReferenceKey: Hashable, CustomStringConvertible {
        var board: String
        var name: String

        var description: String { "\(board)/\(name)" }
    }

    /// - Parameter start: the link before the first event.
    init(start: [UInt8], noted: JournalEnd? = nil) {
        link = start
        self.noted = noted
    }

    mutating func report(_ rev: Int, _ what: String) {
        report(JournalFault(rev: rev, what: what))
    }

    private mutating func report(_ fault: JournalFault) {
        if faults.count < Self.faultsMax { faults.append(fault) }
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
            if storedLink != fitting { report(stored.rev, "the checksum does not match") }
            // Continue with the stored link, so that one altered event causes one fault.
            link = storedLink
            if let event = try? stored.event() {
                note(event)
            } else {
                report(stored.rev, "the data can't be read")
            }
            if let noted, noted.rev == stored.rev, noted.link != storedLink {
                report(stored.rev, "the events up to here differ from those first written")
            }
        } catch let error as ColumnError {
            report(expected, error.description)
            lastRev = expected
        }
    }

    private mutating func note(_ event: Event) {
        guard let mention = ReferenceMention(in: event.data) else { return }
        references[ReferenceKey(board: event.board, name: mention.name)] = mention.digest.map {
            (event.rev, $0)
        }
    }

    private mutating func checkOrder(of rev: Int, expected: Int) {
        switch rev {
        case expected: break
        case ..<expected: report(rev, "the revision follows a later one")
        case expected + 1: report(expected, "the revision is missing")
        default: report(expected, "the revisions up to \(rev - 1) are missing")
        }
    }

    var verdict: JournalVerdict {
        JournalVerdict(events: events, lastRev: lastRev, faults: faults)
    }

    /// Notes that the rest can't be read.
    private mutating func breakOff(because reason: String) {
        report(lastRev + 1, "from here on the file can't be read: \(reason)")
    }

    /// Notes that everything was read.
    private mutating func end() {
        guard let noted, noted.rev > lastRev else { return }
        report(.missing(after: lastRev, through: noted.rev))
    }
}

extension JournalAudit {
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
                (end.venue, JournalAudit(start: end.start, noted: noted[end.venue]))
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
