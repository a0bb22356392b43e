import GRDB
import GRDBSQLite

/// The tables, and the migration of files of earlier versions.
enum Schema {
    /// `TBLC` in ASCII. It identifies the file in SQLite's header.
    static let applicationID: Int64 = 0x5442_4C43

    /// The migrations, one for each version, never changed once released. The file's `user_version`
    /// is the number of migrations that it has had.
    static let steps = [
        firstStep, accessStep, presenceStep, effectStep, secretStep, referenceStep, sealedStep,
    ]

    private static let firstStep = """
        CREATE TABLE venue (
            id INTEGER PRIMARY KEY,
            slug TEXT NOT NULL UNIQUE,
            epoch TEXT NOT NULL,
            name TEXT NOT NULL,
            time_zone TEXT NOT NULL,
            labels TEXT NOT NULL,
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

        CREATE TABLE device (
            id TEXT PRIMARY KEY,
            venue INTEGER NOT NULL REFERENCES venue (id),
            role TEXT NOT NULL,
            name TEXT,
            token_hash BLOB NOT NULL UNIQUE,
            created_at INTEGER NOT NULL,
            revoked_at INTEGER
        ) STRICT;

        CREATE TABLE link (
            hash BLOB PRIMARY KEY,
            venue INTEGER NOT NULL REFERENCES venue (id),
            role TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            used_at INTEGER
        ) STRICT;
        """

    /// Devices' names and PINs, and when a device was last connected.
    private static let accessStep = """
        ALTER TABLE link ADD COLUMN name TEXT;
        ALTER TABLE link ADD COLUMN maker TEXT;
        ALTER TABLE device ADD COLUMN by_link INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE device ADD COLUMN seen_at INTEGER;
        ALTER TABLE device ADD COLUMN unlocked_until INTEGER;
        ALTER TABLE device ADD COLUMN wrong_pins INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE device ADD COLUMN wrong_pin_at INTEGER;
        CREATE TABLE pin (
            venue INTEGER PRIMARY KEY REFERENCES venue (id),
            digest TEXT NOT NULL
        ) STRICT;
        CREATE TABLE webhook (
            venue INTEGER PRIMARY KEY REFERENCES venue (id),
            address TEXT NOT NULL
        ) STRICT;
        """

    /// Which screens are expected to be connected, so that one that does not come back after a
    /// restart is missed. NULL: none; 0: connected; otherwise when it was lost.
    private static let presenceStep = "ALTER TABLE device ADD COLUMN lost_at INTEGER"

    /// The effects. A number is never reused, so whoever continues after a number misses none.
    private static let effectStep = """
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
            is_dead INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX effect_dead ON effect (venue, id) WHERE is_dead;
        """

    /// How the outcome of an effect is reported, the keys of effects that belong to no event, the
    /// boards' sealed secrets, and all settings that a venue was made with.
    private static let secretStep = """
        ALTER TABLE effect ADD COLUMN outcome TEXT;
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
        ALTER TABLE venue RENAME COLUMN labels TO settings;
        UPDATE venue SET settings = json_object('labels', settings);
        """

    /// What boards keep beside their events, by the digests that the events mention.
    private static let referenceStep = """
        CREATE TABLE reference (
            venue INTEGER NOT NULL REFERENCES venue (id),
            board TEXT NOT NULL,
            name TEXT NOT NULL,
            digest TEXT NOT NULL,
            content BLOB NOT NULL,
            PRIMARY KEY (venue, board, name)
        ) STRICT;
        """

    /// What of an effect only its carrier may read.
    private static let sealedStep = "ALTER TABLE effect ADD COLUMN sealed BLOB"

    /// Refuses a file that is not a store, before anything in it is changed.
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
        guard version <= steps.count else {
            throw StoreError.tooNew(found: version, known: steps.count)
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

    /// Applies the missing migrations in one transaction. A command that opens the folder at the
    /// same time waits, and then finds nothing left to do. If a migration fails, the file is
    /// unchanged.
    static func migrate(_ db: Database, steps: [String] = steps) throws {
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard version < steps.count else { return }
        for step in steps[max(0, version)...] { try db.execute(sql: step) }
        try sign(db)
        try db.execute(sql: "PRAGMA user_version = \(steps.count)")
    }

    /// Writes the application id into the file's header.
    static func sign(_ db: Database) throws {
        try db.execute(sql: "PRAGMA application_id = \(applicationID)")
    }
}
