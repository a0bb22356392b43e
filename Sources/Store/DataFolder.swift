import Glibc

/// The folder that holds a hub's data: `tablecast.sqlite` (and the two files that SQLite keeps
/// beside it), `tablecast.ends` (`JournalEnds`), `tablecast.lock`, and a snapshot of each venue that
/// has a long journal.
struct DataFolder: Sendable {
    let path: String

    var databasePath: String { path + "/tablecast.sqlite" }
    /// SQLite's write-ahead log, there from the first transaction until the last connection is closed.
    var logPath: String { databasePath + "-wal" }
    var endsPath: String { path + "/tablecast.ends" }
    var lockPath: String { path + "/tablecast.lock" }

    /// - Parameter venue: a venue's slug.
    func snapshotPath(of venue: String) -> String { "\(path)/tablecast-\(venue).snapshot" }

    /// Finds the folder and its file, or makes them for the owner's eyes only.
    init(path: String, creating: Bool) throws(StoreError) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .missing(path: "\"\"") }
        try findFolder(creating: creating)
        try findDatabase(creating: creating)
    }

    /// Whether the path, of a file that need not be there, lies in this folder.
    func holds(_ path: String) -> Bool {
        var own = stat()
        var other = stat()
        return stat(self.path, &own) == 0 && stat(Self.parent(of: path), &other) == 0
            && own.st_ino == other.st_ino && own.st_dev == other.st_dev
    }

    /// How many bytes the file system still has for this user; as good as endless when it does not
    /// say.
    var freeBytes: UInt64 {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return .max }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize)
    }

    private func findFolder(creating: Bool) throws(StoreError) {
        switch Self.kind(of: path) {
        case .success(S_IFDIR): break
        case .success:
            throw .folderNotWritable(path: path, reason: "it is a file, not a folder")
        case .failure(let reason) where reason.code != ENOENT:
            throw .folderNotWritable(path: path, reason: reason.text)
        case .failure:
            guard creating else { throw .missing(path: path) }
            try Self.makeFolder(path)
        }
        guard faccessat(AT_FDCWD, path, W_OK | X_OK, AT_EACCESS) == 0 else {
            throw .folderNotWritable(path: path, reason: SystemReason().text)
        }
    }

    private func findDatabase(creating: Bool) throws(StoreError) {
        switch Self.kind(of: databasePath) {
        case .success(S_IFREG):
            // SQLite would begin anew with it, and throw away the log that lies beside it.
            if isEmpty(databasePath) { try demandNothingLost() }
        case .success: throw .notAStore(path: databasePath, reason: "it is not a file")
        case .failure(let reason) where reason.code != ENOENT:
            throw .folderNotWritable(path: databasePath, reason: reason.text)
        case .failure:
            try demandNothingLost()
            guard creating else { throw .missing(path: path) }
            try makeDatabaseFile()
        }
        guard faccessat(AT_FDCWD, databasePath, R_OK | W_OK, AT_EACCESS) == 0 else {
            throw .folderNotWritable(path: databasePath, reason: SystemReason().text)
        }
    }

    /// For a folder without a venue.
    ///
    /// - Throws: `lost` where there were some.
    func demandNothingLost() throws(StoreError) {
        try JournalEnds.demand(JournalEnds(path: endsPath).all(), among: [])
    }

    /// Whether what SQLite keeps its data in still has its name: a file without one goes on taking
    /// what is written, and is gone with the process.
    ///
    /// - Throws: `takenAway`.
    func demandFiles() throws(StoreError) {
        for path in [databasePath, logPath] {
            guard case .failure(let reason) = Self.kind(of: path) else { continue }
            if reason.code == ENOENT || reason.code == ENOTDIR { throw .takenAway(path: path) }
        }
    }

    private func isEmpty(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_size == 0
    }

    /// Makes a folder, and those it should stand in, for the owner's eyes only.
    private static func makeFolder(_ path: String) throws(StoreError) {
        if mkdir(path, 0o700) == 0 { return syncFolder(parent(of: path)) }
        let reason = SystemReason()
        let parent = parent(of: path)
        switch reason.code {
        case EEXIST: return
        case ENOENT where parent != path:
            if case .success = kind(of: parent) { break }
            try makeFolder(parent)
            if mkdir(path, 0o700) == 0 || errno == EEXIST { return syncFolder(parent) }
        case ENOSPC, EDQUOT: throw .full
        default: break
        }
        throw .folderNotWritable(path: path, reason: reason.text)
    }

    /// An empty file is an empty database. Made here, and not by SQLite, for its mode, which the
    /// files that SQLite puts beside it take over.
    private func makeDatabaseFile() throws(StoreError) {
        let descriptor = open(databasePath, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let reason = SystemReason()
            switch reason.code {
            case EEXIST: return
            case ENOSPC, EDQUOT: throw .full
            default: throw .folderNotWritable(path: path, reason: reason.text)
            }
        }
        close(descriptor)
        Self.syncFolder(path)
    }

    /// Has the folder's list of names written to the disk, so that a new file is still there after
    /// the power failed. Not all file systems can; those that can't do it by themselves.
    static func syncFolder(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// Writes all of it, however much the system takes at a time.
    static func write(
        _ bytes: ArraySlice<UInt8>, to descriptor: Int32
    ) throws(SystemReason) {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw SystemReason()
            }
        }
    }

    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The type bits of what stands at the path: `S_IFDIR`, `S_IFREG`, ….
    static func kind(of path: String) -> Result<mode_t, SystemReason> {
        var status = stat()
        guard stat(path, &status) == 0 else { return .failure(SystemReason()) }
        return .success(status.st_mode & S_IFMT)
    }
}

/// What the system says about the call that failed last.
struct SystemReason: Error {
    let code: Int32

    init() { code = errno }

    var text: String { String(cString: strerror(code)) }
}
