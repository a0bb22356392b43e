import Glibc
import Storage

/// The folder with a hub's data: `tablecast.sqlite` (and the two files that SQLite keeps beside
/// it), `tablecast.ends` (`JournalEnds`), `tablecast.access` (`AccessMark`), `tablecast.lock` and
/// `tablecast.turn` (`FolderLock`), `tablecast.key` (`SecretBox`), and a snapshot of each venue with
/// a long journal.
struct DataFolder: Sendable {
    let path: String

    var databasePath: String { path + "/tablecast.sqlite" }
    /// SQLite's write-ahead log. It exists from the first transaction until the last connection is
    /// closed.
    var logPath: String { databasePath + "-wal" }
    var endsPath: String { path + "/tablecast.ends" }
    var accessMarkPath: String { path + "/tablecast.access" }
    /// The right to be the only server or importer.
    var lockPath: String { path + "/tablecast.lock" }
    /// The right to write to the database now.
    var turnPath: String { path + "/tablecast.turn" }
    /// The file with the key that seals secrets. It is created with the first secret.
    var keyPath: String { path + "/tablecast.key" }

    /// - Parameter venue: a venue's slug.
    func snapshotPath(of venue: String) -> String { "\(path)/tablecast-\(venue).snapshot" }

    /// Finds the folder and its database file, or creates them. Only their owner may read them.
    init(path: String, creating: Bool) throws(StoreError) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .missing(path: "\"\"") }
        try findFolder(creating: creating)
        try findDatabase(creating: creating)
    }

    /// The number of bytes that the file system has for this user; `.max` if unknown.
    var freeBytes: UInt64 {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return .max }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize)
    }

    private func findFolder(creating: Bool) throws(StoreError) {
        switch FileSystem.kind(of: path) {
        case .success(S_IFDIR): break
        case .success:
            throw .folderNotWritable(path: path, reason: "it is a file, not a folder")
        case .failure(let reason) where reason.code != ENOENT:
            throw .folderNotWritable(path: path, reason: reason.text)
        case .failure:
            guard creating else { throw .missing(path: path) }
            do throws(SystemError) {
                try FileSystem.makeFolder(path)
            } catch {
                switch error.code {
                case ENOSPC, EDQUOT: throw .full
                default: throw .folderNotWritable(path: path, reason: error.text)
                }
            }
        }
        guard faccessat(AT_FDCWD, path, W_OK | X_OK, AT_EACCESS) == 0 else {
            throw .folderNotWritable(path: path, reason: SystemError().text)
        }
    }

    private func findDatabase(creating: Bool) throws(StoreError) {
        switch FileSystem.kind(of: databasePath) {
        case .success(S_IFREG):
            // SQLite would start a new database and delete the log beside it.
            if isEmpty(databasePath) { try requireNothingLost() }
        case .success: throw .notAStore(path: databasePath, reason: "it is not a file")
        case .failure(let reason) where reason.code != ENOENT:
            throw .folderNotWritable(path: databasePath, reason: reason.text)
        case .failure:
            try requireNothingLost()
            guard creating else { throw .missing(path: path) }
            try makeDatabaseFile()
        }
        guard faccessat(AT_FDCWD, databasePath, R_OK | W_OK, AT_EACCESS) == 0 else {
            throw .folderNotWritable(path: databasePath, reason: SystemError().text)
        }
    }

    /// Throws `lost` if a folder without venues ever had any.
    func requireNothingLost() throws(StoreError) {
        try JournalEnds.requireNoneLost(JournalEnds(path: endsPath).all(), among: [])
    }

    /// Checks that SQLite's files still exist. SQLite continues to write to a deleted file, whose
    /// content is lost when the process ends.
    ///
    /// - Throws: `takenAway`.
    func requireFiles() throws(StoreError) {
        for path in [databasePath, logPath] {
            guard case .failure(let reason) = FileSystem.kind(of: path) else { continue }
            if reason.code == ENOENT || reason.code == ENOTDIR { throw .takenAway(path: path) }
        }
    }

    private func isEmpty(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_size == 0
    }

    /// Makes an empty file, which is a valid empty database. SQLite would give it another mode,
    /// which the files beside it inherit.
    private func makeDatabaseFile() throws(StoreError) {
        let descriptor = open(databasePath, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let reason = SystemError()
            switch reason.code {
            case EEXIST: return
            case ENOSPC, EDQUOT: throw .full
            default: throw .folderNotWritable(path: path, reason: reason.text)
            }
        }
        close(descriptor)
        FileSystem.syncFolder(path)
    }
}
