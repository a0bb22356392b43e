import GRDB
package import Storage
import Sync

extension Store {
    package func secret(
        _ name: String, ofBoard board: String, in venue: String
    ) throws(StoreError) -> [UInt8]? {
        let sealed = try read { db -> [UInt8]? in
            let rows = try db.query(
                """
                SELECT secret.sealed FROM secret JOIN venue ON venue.id = secret.venue
                WHERE venue.slug = ? AND secret.board = ? AND secret.name = ?
                """, venue, board, name)
            return try rows.next() ? try rows.bytes(0) : nil
        }
        guard let sealed else { return nil }
        return try SecretBox.open(sealed, for: SecretBox.place(name, board, venue), keyAt: keyPath)
    }

    package func secretCounts(of venue: String) throws(StoreError) -> (all: Int, unreadable: Int) {
        let sealed = try read { db in
            let rows = try db.query(
                """
                SELECT secret.board, secret.name, secret.sealed
                FROM secret JOIN venue ON venue.id = secret.venue WHERE venue.slug = ?
                """, venue)
            var found: [(place: String, bytes: [UInt8])] = []
            while try rows.next() {
                let place = SecretBox.place(try rows.text(1), try rows.text(0), venue)
                found.append((place, try rows.bytes(2)))
            }
            return found
        }
        return (sealed.count, SecretBox.countUnreadable(sealed, keyAt: keyPath))
    }

    package var keyPath: String { folder.keyPath }

    /// Seals or removes secrets, in the transaction of an event.
    static func keep(
        _ changes: [SecretChange], of board: String, in venue: String, _ folder: DataFolder,
        _ db: Database
    ) throws {
        let id = try knownVenueID(venue, db)
        for change in changes {
            try db.run(
                "DELETE FROM secret WHERE venue = ? AND board = ? AND name = ?", id, board,
                change.name)
            guard let value = change.value else { continue }
            let box = try SecretBox(makingAt: folder.keyPath)
            try db.run(
                "INSERT INTO secret (venue, board, name, sealed) VALUES (?, ?, ?, ?)", id, board,
                change.name, box.seal(value, for: SecretBox.place(change.name, board, venue)))
        }
    }

    /// Copies a venue's sealed secrets from a backup. Opening them requires the original key and a
    /// venue with the same slug.
    static func copySecrets(
        of id: Int64, in source: Database, to venue: Int64, _ db: Database
    ) throws {
        let rows = try source.query("SELECT board, name, sealed FROM secret WHERE venue = ?", id)
        var insert = try db.query(
            "INSERT INTO secret (venue, board, name, sealed) VALUES (?, ?, ?, ?)")
        while try rows.next() {
            try insert.run(venue, rows.text(0), rows.text(1), rows.bytes(2))
        }
    }
}
