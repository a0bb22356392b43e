import GRDB
package import Storage

extension Store {
    /// Reads the journals of all venues in the order in which they were written, in one pass.
    /// Checks the revision, the checksum and the data of every event; then that no mutation id
    /// occurs twice in a venue, and that each journal reaches its noted end (`JournalEnds`). Uses
    /// no index, because an index may be damaged.
    ///
    /// - Throws: an error of the disk if nothing can be read.
    package func verify() throws(StoreError) -> [(venue: String, verdict: JournalVerdict)] {
        // Read the notes first: an event added meanwhile is noted after it is stored.
        let noted = try read { db in
            try JournalAudit.starts(db).map {
                ends.end(of: $0.end.venue, start: $0.end.start)
            }
        }
        var verdicts: [(venue: String, verdict: JournalVerdict)]?
        do throws(StoreError) {
            try read { db in
                verdicts = try JournalAudit.verdicts(noted: noted.compactMap(\.self), db)
            }
        } catch {
            // After an unreadable page, ending the transaction fails too.
            guard verdicts != nil else { throw error }
        }
        return verdicts ?? []
    }

    /// The faults of the file itself and of the journal's indexes, one phrase each; empty if it is
    /// sound.
    package func integrityFaults() throws(StoreError) -> [String] {
        // If the table can't be read, SQLite reports it below, and the verdict names the place.
        let indexes = (try? compareIndexes())?.faults ?? []
        let found: [String]
        do throws(StoreError) {
            found = try read(Self.integrityFaults)
        } catch {
            guard case .damaged(let what) = error, !indexes.isEmpty else { throw error }
            found = [what]
        }
        // SQLite reports each lost row of an index, but no missing index.
        let rest = found.filter { fault in
            !indexes.contains { fault.hasSuffix(" index \($0.index.rawValue)") }
        }
        return indexes.map(\.what) + rest
    }

    private static let integrityFaultsMax = 100

    static func integrityFaults(_ db: Database) throws -> [String] {
        var faults: [String] = []
        let rows = try db.query("PRAGMA integrity_check(\(integrityFaultsMax))")
        while try rows.next() {
            let fault = try rows.text(0)
            if fault != "ok" { faults.append(fault) }
        }
        let strays = try db.query("PRAGMA foreign_key_check")
        while try strays.next(), faults.count < integrityFaultsMax {
            faults.append("a row of \(try strays.text(0)) belongs to no venue")
        }
        return faults
    }
}
