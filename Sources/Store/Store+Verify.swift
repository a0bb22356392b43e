import GRDB

extension Store {
    /// Reads a venue's journal from end to end in the order in which it was written, and checks
    /// every event: its revision, its checksum and that its data can be read; then that no
    /// mutation's id stands twice, and that the journal goes as far as it once did (`JournalEnds`).
    /// Uses no index, since that may be what is damaged.
    ///
    /// - Throws: `noVenue`, or what the disk says when it can't be read at all.
    public func verify(venue: String) throws(StoreError) -> JournalVerdict {
        let verdict = try verify(only: venue).first?.verdict
        guard let verdict else { throw .noVenue(slug: venue) }
        return verdict
    }

    /// Checks the journal of every venue, as `verify(venue:)` does, in one go.
    public func verify() throws(StoreError) -> [(venue: String, verdict: JournalVerdict)] {
        try verify(only: nil)
    }

    private func verify(
        only slug: String?
    ) throws(StoreError) -> [(venue: String, verdict: JournalVerdict)] {
        // The notes first: events may be added meanwhile, and a note is written after its events.
        let noted = try read { db in
            try JournalAudit.starts(only: slug, db).map {
                ends.end(of: $0.end.venue, start: $0.end.start)
            }
        }
        var verdicts: [(venue: String, verdict: JournalVerdict)]?
        do throws(StoreError) {
            try read { db in
                verdicts = try JournalAudit.verdicts(
                    only: slug, noted: noted.compactMap(\.self), db)
            }
        } catch {
            // After a page that can't be read, the end of the transaction fails once more.
            guard verdicts != nil else { throw error }
        }
        return verdicts ?? []
    }

    /// What SQLite finds wrong with the file itself, one phrase for each; none when it is sound.
    public func integrityFaults() throws(StoreError) -> [String] {
        try read(Self.integrityFaults)
    }

    private static let integrityFaultsMax = 100

    static func integrityFaults(_ db: Database) throws -> [String] {
        var faults: [String] = []
        let rows = try Query("PRAGMA integrity_check(\(integrityFaultsMax))", db)
        while try rows.next() {
            let fault = try rows.text(0)
            if fault != "ok" { faults.append(fault) }
        }
        let strays = try Query("PRAGMA foreign_key_check", db)
        while try strays.next(), faults.count < integrityFaultsMax {
            faults.append("a row of \(try strays.text(0)) belongs to no venue")
        }
        return faults
    }
}
