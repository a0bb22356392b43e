import GRDB
package import Storage
import Sync

extension Store {
    /// Reads the next events of a venue, and verifies each by its checksum, and the journal's end
    /// by its note.
    ///
    /// - Throws: `noVenue`; `cutOff` if the journal was once longer; `damaged` at a gap, or at an
    ///   event that can't be read or was altered. After an error, discard what was read before.
    package func replay(
        _ venue: String, from position: ReplayPosition
    ) throws(StoreError) -> ReplayPortion {
        var position = position
        if position.link == nil {
            let end = try verifiedEnd(of: venue)
            position = ReplayPosition(
                after: max(0, position.rev), through: min(position.lastRev ?? end.rev, end.rev))
            position.link = try link(of: venue, at: position.rev) ?? end.start
        }
        guard let lastRev = position.lastRev, var link = position.link, position.rev < lastRev
        else { return ReplayPortion(events: [], next: nil) }
        // A row beyond `bytesMax` is checked with the next portion.
        let events = try events(
            of: venue, after: position.rev,
            limit: min(ReplayPortion.eventsMax, lastRev - position.rev),
            bytesMax: ReplayPortion.bytesMax
        ) { stored, row in
            let fitting = try Chain.link(
                of: stored, fingerprint: try EventRow.fingerprint(row), after: link)
            guard try EventRow.chain(row) == fitting else {
                throw StoreError.damaged(
                    "the checksum of revision \(stored.rev) of the venue \(venue) does not match")
            }
            link = fitting
        }
        guard !events.isEmpty else {
            throw .damaged("revision \(position.rev + 1) of the venue \(venue) is missing")
        }
        position.rev += events.count
        position.link = link
        return ReplayPortion(events: events, next: position.rev < lastRev ? position : nil)
    }

    package func checkEnd(of venue: String) throws(StoreError) -> Int {
        try verifiedEnd(of: venue).rev
    }

    private func verifiedEnd(of venue: String) throws(StoreError) -> JournalEnd {
        let end = try presentEnd(of: venue)
        guard let noted = ends.end(of: end.venue, start: end.start), noted.rev > end.rev else {
            return end
        }
        // Events may have been added and noted in the meantime.
        let later = try presentEnd(of: venue)
        guard noted.rev <= later.rev else {
            throw .cutOff(venue: venue, rev: later.rev, noted: noted.rev)
        }
        return later
    }

    private func presentEnd(of venue: String) throws(StoreError) -> JournalEnd {
        guard let end = try lookUp({ db in try JournalEnd.present(of: venue, db) }) else {
            throw .noVenue(slug: venue)
        }
        return end
    }

    /// Returns the link of an event; `nil` if the revision does not exist.
    func link(of venue: String, at rev: Int) throws(StoreError) -> [UInt8]? {
        try lookUp { db in
            let row = try db.query(
                """
                SELECT chain FROM event
                WHERE venue = (SELECT id FROM venue WHERE slug = ?) AND rev = ?
                """, venue, rev)
            return try row.next() ? try row.bytes(0) : nil
        }
    }
}
