import GRDB
package import JSON
import Storage
package import Sync

extension Store {
    package func makeVenue<Failure: Error>(
        slug: String, name: String, timeZone: String, settings: JSON, createdAt: Instant,
        journal next: () throws(Failure) -> JournalEntry?
    ) throws -> Int {
        let record = try VenueRecord(
            fresh: slug, name: name, timeZone: timeZone, settings: settings,
            createdAt: createdAt)
        let end: JournalEnd
        do {
            end = try withTransaction { db in
                try requireNothingLost(db)
                var end = try JournalEnd(
                    venue: try Self.insert(record, db), epoch: record.epoch)
                var insert = try db.query(JournalEnd.insertion)
                while let entry = try next() {
                    guard entry.event.rev == end.rev + 1 else {
                        throw StoreError.discontinuous(
                            expected: end.rev + 1, found: entry.event.rev)
                    }
                    try end.append(EventRow(entry.event), entry.fingerprint, by: &insert)
                    if let reference = entry.reference {
                        try Self.keep(reference, of: entry.event.board, in: end.venue, db)
                    }
                }
                return end
            }
        } catch let failure as Failure {
            throw failure
        } catch {
            throw StoreError(error, path: folder.databasePath)
        }
        if end.rev > 0 { ends.note(end) }
        return end.rev
    }
}
