import GRDB
import Locks
package import Storage

/// The journals of all venues on disk, and the sign-ins. Only this module knows SQLite.
///
/// `JournalWriter` appends events, many in one transaction, and reports them only once they are on
/// the disk (write-ahead log, `synchronous=FULL`). Events are never changed or deleted; triggers in
/// the file prevent it.
///
/// Each event carries a checksum over itself and the checksum before it (`Chain`), so `verify`
/// finds events that were altered, removed or inserted. A note beside the database (`JournalEnds`)
/// reveals an end that was cut off.
///
/// The store refuses files of other programs and of other versions, a second server on the folder,
/// and batches that do not continue the journal. Processes that share a folder write one after
/// another (`withWriter`). Tokens, links and PINs are stored as hashes. The store does not
/// interpret events.
///
/// A store may be used from any thread. Reads see everything that was committed before they began,
/// by this process or another.
package final class Store: Sendable {
    let folder: DataFolder
    private let pool: DatabasePool
    /// A separate connection for look-ups by a single statement. Taking a connection from the pool
    /// costs 20 µs; this one costs less than 1 µs.
    private let lookups: DatabaseQueue
    private let folderLock = Monitor<FolderLock?>(nil)
    private let turn: FolderLock
    let ends: JournalEnds
    let accessMark: AccessMark
    /// Called after changes of devices' permissions.
    let identityObserver = Monitor<(@Sendable (IdentityChange) -> Void)?>(nil)
    /// The reason why the journal accepts no more events (`checkIndexes`), if any.
    let indexFault = Monitor<StoreError?>(nil)

    /// The time for which a command waits for another one that writes.
    private static let busyTimeoutSeconds = 5.0
    /// The time for which a look-up waits for a process that locks the whole file. Writers never
    /// do.
    private static let lookupTimeoutSeconds = 0.1
    /// The size of the look-ups' cache. It holds the index of some 300,000 mutation ids.
    private static let lookupCacheKibibytes = 16 << 10
    /// The size of the writer's cache. It holds the pages of the indexes that a hundred busy venues
    /// append to.
    private static let writerCacheKibibytes = 16 << 10
    /// The maximum size of the write-ahead log's file after a checkpoint.
    private static let logBytesMax = 16 << 20
    /// The number of 4-KiB pages in the log that triggers a checkpoint: just below `logBytesMax`. A
    /// page of an index that many commits have changed is then copied once.
    private static let logPagesMax = 4000

    /// Opens a data folder and its file `tablecast.sqlite`. Makes the tables if the file is empty.
    ///
    /// - Parameters:
    ///  - folder: the folder's path.
    ///  - creating: whether to make what does not exist: the folder with mode 0700, the file with
    ///    mode 0600.
    package init(folder path: String, creating: Bool) throws(StoreError) {
        BlockingCall.begin()
        let folder = try DataFolder(path: path, creating: creating)
        self.folder = folder
        ends = JournalEnds(path: folder.endsPath)
        accessMark = AccessMark(path: folder.accessMarkPath)
        let turn = try FolderLock(path: folder.turnPath)
        self.turn = turn
        do {
            guard try turn.take(within: Self.busyTimeoutSeconds) else { throw StoreError.busy }
            defer { turn.release() }
            pool = try DatabasePool(
                path: folder.databasePath,
                configuration: Self.configuration(folder, creating: creating))
            try pool.writeWithoutTransaction { db in
                // Set it after the pool, which sets NORMAL: that may lose the last transactions in
                // a power failure.
                try db.execute(sql: "PRAGMA synchronous = FULL")
                try db.execute(sql: "PRAGMA wal_autocheckpoint = \(Self.logPagesMax)")
                try db.execute(sql: "PRAGMA cache_size = -\(Self.writerCacheKibibytes)")
                try db.execute(sql: "PRAGMA journal_size_limit = \(Self.logBytesMax)")
            }
            try pool.write { db in
                try Schema.make(db)
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

    package func lock() throws(StoreError) {
        try folderLock.withValue { (lock) throws(StoreError) in
            guard lock == nil else { return }
            let wanted = try FolderLock(path: folder.lockPath)
            guard try wanted.take() else { throw .inUse(path: folder.path) }
            lock = wanted
        }
    }

    package var freeBytes: UInt64 {
        BlockingCall.begin()
        return folder.freeBytes
    }

    /// Moves the content of SQLite's log into the database file, so that this file is complete. If
    /// that fails, the content stays in the log, where it is as safe.
    package func checkpoint() {
        BlockingCall.begin()
        try? withWriter { db in _ = try db.checkpoint(.truncate) }
    }

    /// Runs `body` with the only connection that writes, while no other process writes to the file
    /// or moves content out of its log. SQLite before 3.51.3 may damage a file to which both happen
    /// at the same moment (https://sqlite.org/wal.html#walresetbug).
    func withWriter<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try pool.writeWithoutTransaction { db in
            guard try turn.take(within: Self.busyTimeoutSeconds) else { throw StoreError.busy }
            defer { turn.release() }
            return try body(db)
        }
    }

    /// Runs `body` with the only connection that writes, in a transaction.
    func withTransaction<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try withWriter { db in
            var value: Value?
            try db.inTransaction {
                value = try body(db)
                return .commit
            }
            guard let value else { preconditionFailure("committed before its end") }
            return value
        }
    }

    /// Reads in one snapshot of the file.
    func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        BlockingCall.begin()
        do {
            return try pool.read(body)
        } catch {
            throw StoreError(error, path: folder.databasePath)
        }
    }

    /// Runs a single quick statement, without a transaction.
    func lookUp<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        BlockingCall.begin()
        do {
            return try lookups.unsafeRead(body)
        } catch {
            throw StoreError(error, path: folder.databasePath)
        }
    }

    /// Writes in one transaction, which is on the disk when this returns.
    func write<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        BlockingCall.begin()
        do {
            return try withTransaction(body)
        } catch {
            throw StoreError(error, path: folder.databasePath)
        }
    }
}
