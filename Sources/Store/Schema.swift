import GRDB
import GRDBSQLite

/// The tables, and how a file of an earlier version becomes one of this version.
enum Schema {
    /// `TBLC` in ASCII: SQLite's header says by it whose file this is.
    static let applicationID: Int64 = 0x5442_4C43

    /// One step for each version, never changed once released; the file's `user_version` counts
    /// those it has taken.
    static let steps = [firstStep, accessStep, presenceStep]

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

    /// What owners decide about devices: names in links, the PIN of the host's page, and when a
    /// device was last there.
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

    /// Which screens are counted on, so that one is missed that does not come back after a restart:
    /// NULL for none, 0 for one that is connected, or when it was lost.
    private static let presenceStep = "ALTER TABLE device ADD COLUMN lost_at INTEGER"

    /// Refuses a file that is not the store's, before anything in it is changed.
    ///
    /// - Parameter creating: whether an empty file may become a store.
    static func check(_ db: Database, folder: DataFolder, creating: Bool) throws {
        let owner = try Int64.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        if owner == 0 {
            let isEmpty = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
            guard isEmpty, version == 0 else { throw anotherProgram(folder) }
            do {
                try folder.demandNothingLost()
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

    /// When it is closed, SQLite would otherwise delete a log in which it has found nothing, and of
    /// which somebody else might make more.
    private static func keepLog(of db: Database) {
        var yes: Int32 = 1
        sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_PERSIST_WAL, &yes)
    }

    private static func anotherProgram(_ folder: DataFolder) -> StoreError {
        .notAStore(path: folder.databasePath, reason: "it is another program's database")
    }

    /// Takes the steps that the file has not taken. Runs in one transaction: another command that
    /// opens the folder at the same moment waits, and then finds nothing left to do; and a step that
    /// fails leaves the file as it was.
    static func migrate(_ db: Database, steps: [String] = steps) throws {
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard version < steps.count else { return }
        for step in steps[max(0, version)...] { try db.execute(sql: step) }
        try sign(db)
        try db.execute(sql: "PRAGMA user_version = \(steps.count)")
    }

    /// Writes into the file's header whose it is.
    static func sign(_ db: Database) throws {
        try db.execute(sql: "PRAGMA application_id = \(applicationID)")
    }
}
