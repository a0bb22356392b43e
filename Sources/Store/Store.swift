import GRDB

/// The store: the journal of every venue on disk, and who may sign in. This page opens the room, the
/// only one that knows SQLite.
///
/// The store keeps events for good and gives them back: in order, by revision, or by the mutation
/// that made them. `JournalWriter` adds them, many in one transaction, and says that they are there
/// only once they are on the disk (write-ahead log, `synchronous=FULL`). Nothing here changes or
/// deletes an event; the file itself refuses it by triggers.
///
/// Each event carries a checksum over itself and the checksum before it (`Chain`), so that
/// `verify` finds what was altered, left out or put in; an end that was cut off it finds by a note
/// beside the database (`JournalEnds`).
///
/// The room refuses: a file that is not Tablecast's or of a later version; a second server on the
/// folder; a batch that does not begin right after the last revision; a secret in clear text (only
/// hashes are kept). It knows nothing of what events mean.
///
/// A store may be used from any thread. Reads see everything that was committed before they began,
/// by this process or another.
public final class Store: Sendable {
    let folder: DataFolder
    let pool: DatabasePool
    /// A connection of its own for look-ups by one statement: taking one from the pool costs 20 µs,
    /// this one less than one.
    private let lookups: DatabaseQueue
    private let folderLock = Monitor<FolderLock?>(nil)
    let ends: JournalEnds
    /// Why nothing may be added to the journal (`checkIndexes`); `nil` while it may.
    let indexFault = Monitor<StoreError?>(nil)

    /// How long a command waits for another one that writes.
    private static let busyTimeoutSeconds = 5.0
    /// How long a look-up waits for somebody who keeps the whole file, which no writer does. Loops
    /// look things up, and wait no longer.
    private static let lookupTimeoutSeconds = 0.1
    /// Holds the index of some 300,000 mutations' ids, any of which may be asked for.
    private static let lookupCacheKibibytes = 16 << 10
    /// How much of the write-ahead log's file stays when it has been carried over.
    private static let logBytesMax = 16 << 20
    /// The log is carried over into the database whenever it has this many pages of 4 KiB.
    private static let logPagesMax = 1000

    /// Opens a data folder and its file `tablecast.sqlite`, and brings the file up to this version.
    ///
    /// - Parameters:
    ///   - folder: the folder's path.
    ///   - creating: whether to make what is not there: the folder with mode 0700, the file with
    ///     mode 0600.
    public init(folder path: String, creating: Bool) throws(StoreError) {
        let folder = try DataFolder(path: path, creating: creating)
        self.folder = folder
        ends = JournalEnds(path: folder.endsPath)
        do {
            pool = try DatabasePool(
                path: folder.databasePath,
                configuration: Self.configuration(folder, creating: creating))
            try pool.writeWithoutTransaction { db in
                // Only now, since the pool has just set NORMAL, which may lose the last
                // transactions with the power.
                try db.execute(sql: "PRAGMA synchronous = FULL")
                try db.execute(sql: "PRAGMA wal_autocheckpoint = \(Self.logPagesMax)")
                try db.execute(sql: "PRAGMA journal_size_limit = \(Self.logBytesMax)")
            }
            try pool.write { db in
                try Schema.migrate(db)
                try BackupChecksum.remove(from: db)
            }
            var reading = Configuration()
            reading.readonly = true
            reading.busyMode = .timeout(Self.lookupTimeoutSeconds)
            reading.prepareDatabase { db in
                try db.execute(sql: "PRAGMA cache_size = -\(Self.lookupCacheKibibytes)")
            }
            lookups = try DatabaseQueue(path: folder.databasePath, configuration: reading)
        } catch {
            throw StoreError(error, path: folder.databasePath)
        }
    }

    private static func configuration(_ folder: DataFolder, creating: Bool) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(busyTimeoutSeconds)
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { db in
            if db.configuration.readonly { return }
            try Schema.check(db, folder: folder, creating: creating)
        }
        return configuration
    }

    /// Makes this the only server, or importer, on the folder, until the store goes away or the
    /// process ends, by whatever means. Other commands need not ask.
    ///
    /// - Throws: `inUse` when another one has it. Asking twice on one store changes nothing.
    public func lock() throws(StoreError) {
        try folderLock.withValue { (lock) throws(StoreError) in
            if lock == nil { lock = try FolderLock(folder) }
        }
    }

    /// How many bytes the file system still has for this user; as good as endless when it does not
    /// say.
    public var freeBytes: UInt64 { folder.freeBytes }

    /// Puts what SQLite's log has into the database itself, so that the file has everything by itself.
    /// When that can't be it stays in the log, where it is as safe.
    public func carryOverLog() {
        try? pool.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
    }

    /// Reads in one snapshot of the file.
    func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do {
            return try pool.read(body)
        } catch {
            throw StoreError(error, path: folder.databasePath)
        }
    }

    /// Looks something up by a single quick statement, which needs no transaction around it.
    func look<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do {
            return try lookups.unsafeRead(body)
        } catch {
            throw StoreError(error, path: folder.databasePath)
        }
    }

    /// Writes in one transaction, which is on the disk when this returns.
    func write<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do {
            return try pool.write(body)
        } catch {
            throw StoreError(error, path: folder.databasePath)
        }
    }
}
