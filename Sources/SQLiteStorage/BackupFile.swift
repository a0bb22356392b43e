import GRDB
import Glibc
package import Storage
package import Sync

/// A backup that `Store.backUp` wrote, opened for reading.
package final class BackupFile: Backup {
    let path: String
    private let file: DatabaseQueue

    /// Opens a backup.
    package init(_ path: String) throws(StoreError) {
        self.path = path
        switch FileSystem.kind(of: path) {
        case .success(S_IFREG): break
        case .success: throw .notABackup(path: path, reason: "it is not a file")
        case .failure(let reason): throw .notABackup(path: path, reason: reason.text)
        }
        do {
            var reading = Configuration()
            reading.readonly = true
            reading.prepareDatabase { db in try Self.check(db, path) }
            file = try DatabaseQueue(path: path, configuration: reading)
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
        guard version >= Schema.version else {
            throw StoreError.notABackup(
                path: path,
                reason: "it was made by a version before 0.1; "
                    + "restore and export it with that version")
        }
        guard version == Schema.version else {
            throw StoreError.notABackup(
                path: path, reason: "it was written by a later version of Tablecast")
        }
    }

    package func isUnchanged() throws(StoreError) -> Bool { try read(BackupChecksum.fits) }

    package func venues() throws(StoreError) -> [VenueRecord] { try read(Store.venues) }

    package func integrityFaults() throws(StoreError) -> [String] {
        try read(Store.integrityFaults)
    }

    package func verify() throws(StoreError) -> [(venue: String, verdict: JournalVerdict)] {
        try read { db in try JournalAudit.verdicts(noted: [], db) }
    }

    /// Reads in one snapshot of the file.
    func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do {
            return try file.read(body)
        } catch {
            throw Self.explained(error, path)
        }
    }

    private static func explained(_ error: any Error, _ path: String) -> StoreError {
        if let error = error as? StoreError { return error }
        return switch StoreError(error, path: path) {
        case .full: .full
        case .disk(let reason): .notABackup(path: path, reason: reason)
        case .damaged(let reason): .notABackup(path: path, reason: "it is damaged: \(reason)")
        case .busy: .notABackup(path: path, reason: "another program keeps it locked")
        case let other:
            .notABackup(path: path, reason: (error as? DatabaseError)?.reason ?? "\(other)")
        }
    }
}
