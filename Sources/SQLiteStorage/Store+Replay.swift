import GRDB
package import Storage
import Sync

extension Store {
    package func end(of venue: String) throws(StoreError) -> (rev: Int, start: [UInt8]) {
        let end = try verifiedEnd(of: venue)
        return (end.rev, end.start)
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

    package func link(of venue: String, at rev: Int) throws(StoreError) -> [UInt8]? {
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
