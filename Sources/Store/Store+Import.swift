import GRDB
public import Sync

extension Store {
    /// Makes a venue with the journal that it is to have, all of it or nothing. Its epoch and the key
    /// of its tickets are new ones.
    ///
    /// The store must be locked: no server may run on it.
    ///
    /// - Parameter next: gives the events one after the other, of revisions 1, 2, 3 …, and `nil` after
    ///   the last. What it throws is thrown, and nothing is written.
    /// - Returns: the last revision.
    /// - Throws: `notASlug`, `venueExists`, `lost`, `discontinuous`; `mutationRecorded` when a mutation's id
    ///   stands twice; or what the disk says.
    public func makeVenue<Failure: Error>(
        slug: String, name: String, timeZone: String, labels: LabelPrivacy, createdAt: Instant,
        journal next: () throws(Failure) -> JournalEntry?
    ) throws -> Int {
        let record = try Self.freshVenue(
            slug: slug, name: name, timeZone: timeZone, labels: labels, createdAt: createdAt)
        let end: JournalEnd
        do {
            end = try pool.write { db in
                try demandNothingLost(db)
                var end = try JournalEnd(
                    venue: try Self.insert(record, db), epoch: record.epoch)
                var insert = try Query(JournalEnd.insertion, db)
                while let entry = try next() {
                    guard entry.event.rev == end.rev + 1 else {
                        throw StoreError.discontinuous(
                            expected: end.rev + 1, found: entry.event.rev)
                    }
                    try end.append(EventRow(entry.event), entry.fingerprint, by: &insert)
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
