import GRDB
package import Storage
package import Sync

extension Store {
    /// Returns the reference data of a board with this digest; `nil` if it does not exist or was
    /// removed.
    ///
    /// - Throws: `damaged` if the content does not match its digest.
    package func reference(
        _ digest: String, ofBoard board: String, in venue: String
    ) throws(StoreError) -> ReferenceContent? {
        let bytes = try read { db -> [UInt8]? in
            let rows = try db.query(
                """
                SELECT content FROM reference
                WHERE venue = (SELECT id FROM venue WHERE slug = ?) AND board = ? AND digest = ?
                """, venue, board, digest)
            return try rows.next() ? try rows.bytes(0) : nil
        }
        guard let bytes else { return nil }
        return try ReferenceContent(bytes, of: board, expecting: digest)
    }

    /// Keeps or removes reference data, in the transaction of an event.
    static func keep(
        _ change: ReferenceChange, of board: String, in venue: Int64, _ db: Database
    ) throws {
        try db.run(
            "DELETE FROM reference WHERE venue = ? AND board = ? AND name = ?", venue, board,
            change.name)
        guard let content = change.content else { return }
        var insert = try db.query(
            """
            INSERT INTO reference (venue, board, name, digest, content) VALUES (?, ?, ?, ?, ?)
            """, venue, board, change.name, content.digest)
        try content.bytes.withUnsafeBytes { bytes in
            try insert.bind(uncopied: bytes)
            try insert.run()
        }
    }

    /// Copies a venue's reference data from a backup.
    static func copyReferences(
        of id: Int64, in source: Database, to venue: Int64, _ db: Database
    ) throws {
        let rows = try source.query(
            "SELECT board, name, digest, content FROM reference WHERE venue = ?", id)
        while try rows.next() {
            let content = ReferenceContent(try rows.bytes(3), digest: try rows.text(2))
            try keep(
                ReferenceChange(name: try rows.text(1), content: content),
                of: try rows.text(0), in: venue, db)
        }
    }
}

extension JournalAudit {
    /// Checks that the reference data matches what the events mention. Called after the last event.
    mutating func checkReferences(of venue: Int64, in db: Database) throws {
        do {
            try compareReferences(of: venue, in: db)
        } catch let error as DatabaseError {
            report(
                lastRev,
                "the reference data can't be read: \(error.message ?? "no reason given")")
        }
    }

    private mutating func compareReferences(of venue: Int64, in db: Database) throws {
        let rows = try db.query(
            "SELECT board, name, digest, content FROM reference WHERE venue = ?", venue)
        while try rows.next() {
            let key = ReferenceKey(board: try rows.text(0), name: try rows.text(1))
            try check(key, content: try rows.bytes(3), digest: try rows.text(2))
        }
        reportMissingReferences()
    }
}
