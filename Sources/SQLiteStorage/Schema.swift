import GRDB
import GRDBSQLite
import Storage

/// The tables.
enum Schema {
    /// `TBLC` in ASCII. It identifies the file in SQLite's header.
    static let applicationID: Int64 = 0x5442_4C43

    /// The file's `user_version`.
    static let version = 7

    private static let tables = """
        CREATE TABLE venue (
            id INTEGER PRIMARY KEY,
            slug TEXT NOT NULL UNIQUE,
            epoch TEXT NOT NULL,
            name TEXT NOT NULL,
            time_zone TEXT NOT NULL,
            settings TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            ticket_key BLOB NOT NULL
        ) STRICT;

        -- Rows are appended in the order of their ids, which is 2 to 4 times faster than a table
        -- that is clustered by venue and revision.
        CREATE TABLE event (
            id INTEGER PRIMARY KEY,
            venue INTEGER NOT NULL REFERENCES venue (id),
            rev INTEGER NOT NULL CHECK (rev > 0),
            time INTEGER NOT NULL,
            board TEXT NOT NULL,
            kind TEXT NOT NULL,
            subject TEXT NOT NULL,
            actor TEXT NOT NULL,
            mutation_id TEXT,
            fingerprint BLOB,
            data TEXT NOT NULL,
            chain BLOB NOT NULL CHECK (length(chain) = 16)
        ) STRICT;
        \(JournalIndex.byRev.definition);
        \(JournalIndex.byMutation.definition);
        CREATE TRIGGER event_is_not_changed BEFORE UPDATE ON event
            BEGIN SELECT RAISE (ABORT, 'events are never changed'); END;
        CREATE TRIGGER event_is_not_deleted BEFORE DELETE ON event
            BEGIN SELECT RAISE (ABORT, 'events are never deleted'); END;

        -- `lost_at` says whether a screen is expected to be connected, so that one that does not come
        -- back after a restart is missed. NULL: it is not; 0: it is connected; otherwise when it was
        -- lost.
        CREATE TABLE device (
            id TEXT PRIMARY KEY,
            venue INTEGER NOT NULL REFERENCES venue (id),
            role TEXT NOT NULL,
            name TEXT,
            token_hash BLOB NOT NULL UNIQUE,
            created_at INTEGER NOT NULL,
            revoked_at INTEGER,
            by_link INTEGER NOT NULL DEFAULT 0,
            seen_at INTEGER,
            unlocked_until INTEGER,
            wrong_pins INTEGER NOT NULL DEFAULT 0,
            wrong_pin_at INTEGER,
            lost_at INTEGER
        ) STRICT;

        CREATE TABLE link (
            hash BLOB PRIMARY KEY,
            venue INTEGER NOT NULL REFERENCES venue (id),
            role TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            used_at INTEGER,
            name TEXT,
            maker TEXT
        ) STRICT;

        CREATE TABLE pin (
            venue INTEGER PRIMARY KEY REFERENCES venue (id),
            digest TEXT NOT NULL
        ) STRICT;

        -- A number is never reused, so whoever continues after a number misses none. `outcome` is how
        -- the outcome is reported, and `sealed` what only the carrier may read.
        CREATE TABLE effect (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            venue INTEGER NOT NULL REFERENCES venue (id),
            key TEXT NOT NULL UNIQUE,
            target TEXT NOT NULL,
            data TEXT NOT NULL,
            kept_at INTEGER NOT NULL,
            until INTEGER NOT NULL,
            tries INTEGER NOT NULL DEFAULT 0,
            problem TEXT,
            is_dead INTEGER NOT NULL DEFAULT 0,
            outcome TEXT,
            sealed BLOB
        ) STRICT;
        CREATE INDEX effect_dead ON effect (venue, id) WHERE is_dead;

        -- The keys of effects that belong to no event.
        CREATE TABLE effect_key (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            venue INTEGER NOT NULL REFERENCES venue (id),
            key TEXT NOT NULL UNIQUE
        ) STRICT;

        CREATE TABLE secret (
            venue INTEGER NOT NULL REFERENCES venue (id),
            board TEXT NOT NULL,
            name TEXT NOT NULL,
            sealed BLOB NOT NULL,
            PRIMARY KEY (venue, board, name)
        ) STRICT;

        -- What boards keep beside their events, by the digests that the events mention.
        CREATE TABLE reference (
            venue INTEGER NOT NULL REFERENCES venue (id),
            board TEXT NOT NULL,
            name TEXT NOT NULL,
            digest TEXT NOT NULL,
            content BLOB NOT NULL,
            PRIMARY KEY (venue, board, name)
        ) STRICT;
        """

    /// Refuses a file that is not a store of this version, before changing anything in it.
    ///
    /// - Parameter creating: whether an empty file may become a store.
    static func check(_ db: Database, folder: DataFolder, creating: Bool) throws {
        let owner = try Int64.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        if owner == 0 {
            let isEmpty = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
            guard isEmpty, version == 0 else { throw anotherProgram(folder) }
            do {
                try folder.requireNothingLost()
            } catch {
                keepLog(of: db)
                throw error
            }
            guard creating else { throw StoreError.missing(path: folder.path) }
        } else if owner != applicationID {
            throw anotherProgram(folder)
        }
        if owner == applicationID, version < Self.version { throw StoreError.tooOld }
        guard version <= Self.version else {
            throw StoreError.tooNew(found: version, known: Self.version)
        }
    }

    /// Keeps SQLite from deleting a log in which it found nothing, but which may be recoverable.
    private static func keepLog(of db: Database) {
        var yes: Int32 = 1
        sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_PERSIST_WAL, &yes)
    }

    private static func anotherProgram(_ folder: DataFolder) -> StoreError {
        .notAStore(path: folder.databasePath, reason: "it is another program's database")
    }

    /// Makes the tables in an empty file, in one transaction. A command that opens the folder at
    /// the same time waits, and then finds the tables complete.
    static func make(_ db: Database) throws {
        guard try Int.fetchOne(db, sql: "PRAGMA user_version") == 0 else { return }
        try db.execute(sql: tables)
        try sign(db)
        try db.execute(sql: "PRAGMA user_version = \(version)")
    }

    /// Writes the application id into the file's header.
    static func sign(_ db: Database) throws {
        try db.execute(sql: "PRAGMA application_id = \(applicationID)")
    }
}
