import GRDB
import Glibc
public import Sync

/// A backup that `Store.backUp` wrote, opened for reading.
public final class BackupFile: Sendable {
    let path: String
    /// The file as it was written.
    private let file: DatabaseQueue
    /// The content in this version's schema.
    private let queue: DatabaseQueue

    /// Opens a backup. One of an earlier version is migrated in a temporary copy. The file itself
    /// is never changed.
    ///
    /// - Throws: `notABackup`.
    public init(_ path: String) throws(StoreError) {
        self.path = path
        switch DataFolder.kind(of: path) {
        case .success(S_IFREG): break
        case .success: throw .notABackup(path: path, reason: "it is not a file")
        case .failure(let reason): throw .notABackup(path: path, reason: reason.text)
        }
        do {
            var reading = Configuration()
            reading.readonly = true
            reading.prepareDatabase { db in try Self.check(db, path) }
            file = try DatabaseQueue(path: path, configuration: reading)
            let version = try file.read { db in try Int.fetchOne(db, sql: "PRAGMA user_version") }
            if version == Schema.steps.count {
                queue = file
            } else {
                // Without a name, SQLite uses a temporary file and deletes it afterwards.
                queue = try DatabaseQueue(path: "")
                try file.backup(to: queue)
                try queue.write { db in try Schema.migrate(db) }
            }
        } catch {
            throw Self.explained(error, path)
        }
    }

    private static func check(_ db: Database, _ path: String) throws {
        // Functions that the schema calls may only compute.
        try db.execute(sql: "PRAGMA trusted_schema = OFF")
        let owner = try Int64.fetchOne(db, sql: "PRAGMA application_id")
        guard owner == Schema.applicationID else {
            throw StoreError.notABackup(
                path: path, reason: "it is another program's, or an empty file")
        }
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard version <= Schema.steps.count else {
            throw StoreError.notABackup(
                path: path, reason: "it was written by a later version of Tablecast")
        }
    }

    /// Compares the file with its checksum. Reads the whole file.
    public func state() throws(StoreError) -> BackupState {
        do {
            return try file.read(BackupChecksum.state)
        } catch {
            throw Self.explained(error, path)
        }
    }

    /// All venues in it, in the order in which they were made.
    public func venues() throws(StoreError) -> [VenueRecord] { try read(Store.venues) }

    /// The faults of the file itself, one phrase each; empty if it is sound.
    public func integrityFaults() throws(StoreError) -> [String] {
        try read(Store.integrityFaults)
    }

    /// Checks the journal of every venue from end to end.
    public func verify() throws(StoreError) -> [(venue: String, verdict: JournalVerdict)] {
        try read { db in try JournalAudit.verdicts(only: nil, noted: [], db) }
    }

    /// Reads in one snapshot of the file.
    func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do {
            return try queue.read(body)
        } catch {
            throw Self.explained(error, path)
        }
    }

    private static func explained(_ error: any Error, _ path: String) -> StoreError {
        if let error = error as? StoreError { return error }
        return switch StoreError(error, path: path) {
        case .notAStore(_, let reason), .folderNotWritable(_, let reason), .disk(let reason):
            .notABackup(path: path, reason: reason)
        case .damaged(let reason): .notABackup(path: path, reason: "it is damaged: \(reason)")
        case .busy: .notABackup(path: path, reason: "another program keeps it locked")
        case let reason: reason
        }
    }
}
