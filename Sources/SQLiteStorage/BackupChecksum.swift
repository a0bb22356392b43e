import GRDB
import Storage

/// The checksum of a backup's content, in a separate table of the same file.
///
/// It is SHA-256 over a chain of records, each hashed together with the digest before it: the
/// file's version; the schema's entries by type and name; then, table by table in the order of
/// their names, the name and every row in the order of the row numbers. It has no key: it detects
/// damage and careless changes, but a person who can write the file can also write another
/// checksum.
enum BackupChecksum {
    /// Adds the checksum to a new copy of a store.
    static func add(to path: String) throws {
        let file = try DatabaseQueue(path: path)
        try file.writeWithoutTransaction { db in
            // The copy is deleted if anything fails, so no rollback is needed.
            try db.execute(sql: "PRAGMA journal_mode = OFF")
            try db.execute(sql: "PRAGMA synchronous = OFF")
        }
        try file.write { db in
            try remove(from: db)
            let digest = try digest(of: db)
            try db.execute(sql: "CREATE TABLE backup_checksum (digest BLOB NOT NULL) STRICT")
            try db.run("INSERT INTO backup_checksum VALUES (?)", digest)
        }
    }

    /// Removes the checksum from a store that began as a backup.
    static func remove(from db: Database) throws {
        try db.execute(sql: "DROP TABLE IF EXISTS backup_checksum")
    }

    static func fits(_ db: Database) throws -> Bool {
        guard try db.tableExists("backup_checksum") else { return false }
        let row = try db.query("SELECT digest FROM backup_checksum")
        return try row.next() && row.optionalBytes(0) == digest(of: db)
    }

    private static func digest(of db: Database) throws -> [UInt8] {
        var digest = try SHA256.digest(Array("tablecast backup 1".utf8))
        try add(try db.query("PRAGMA user_version"), to: &digest)
        try add(
            try db.query(
                """
                SELECT type, name, tbl_name, sql FROM sqlite_master WHERE tbl_name != 'backup_checksum'
                ORDER BY type, name
                """), to: &digest)
        let names = try db.query(
            """
            SELECT name FROM sqlite_master WHERE type = 'table' AND name != 'backup_checksum'
                AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name
            """)
        while try names.next() {
            let name = try names.text(0)
            digest = try SHA256.digest(digest + [0] + Array(name.utf8))
            try add(
                try db.query("SELECT * FROM \(name.quotedDatabaseIdentifier) ORDER BY rowid"),
                to: &digest)
        }
        return digest
    }

    private static func add(_ rows: consuming Query, to digest: inout [UInt8]) throws {
        while try rows.next() {
            var record = digest
            rows.appendValues(to: &record)
            digest = try SHA256.digest(record)
        }
    }
}
