import Glibc

/// A file outside the data folder that appears complete or not at all. It is written under its name
/// with the suffix `.partial`, readable by its owner only, flushed, and renamed.
///
/// A later command overwrites the partial file of a program that was killed.
package final class NewFile {
    package let partialPath: String
    private let path: String
    private let replacing: Bool
    private let descriptor: Int32
    private var isFinished = false

    /// - Parameters:
    ///   - replacing: whether an existing file may be replaced.
    ///   - folder: the data folder, where the hub keeps its own files.
    /// - Throws: `fileExists`; `fileNotWritable`, also for a place in the data folder.
    package init(
        _ path: String, replacing: Bool, outside folder: String? = nil
    ) throws(StoreError) {
        if let folder, Self.isIn(folder, path) {
            throw .fileNotWritable(
                path: path, reason: "it is in the data folder, where the hub keeps its own files")
        }
        self.path = path
        self.replacing = replacing
        partialPath = path + ".partial"
        try Self.requireRoom(at: path, replacing: replacing)
        descriptor = try Self.open(partialPath, for: path)
    }

    deinit {
        if !isFinished { unlink(partialPath) }
        // Close the file last: its lock tells other commands that it is being written.
        close(descriptor)
    }

    /// Whether a file exists that this one will replace.
    package var isReplacing: Bool {
        if case .failure = FileSystem.kind(of: path) { false } else { true }
    }

    /// - Throws: `fileNotWritable`.
    package func write(_ bytes: [UInt8]) throws(StoreError) {
        do throws(SystemError) {
            try FileSystem.write(bytes[...], to: descriptor)
        } catch {
            throw .fileNotWritable(path: path, reason: error.text)
        }
    }

    /// Flushes the file and moves it into place.
    ///
    /// - Throws: `fileExists`, `fileNotWritable`.
    package func finish() throws(StoreError) {
        guard fsync(descriptor) == 0 else { throw Self.failure(path) }
        try Self.requireRoom(at: path, replacing: replacing)
        guard rename(partialPath, path) == 0 else { throw Self.failure(path) }
        isFinished = true
        FileSystem.syncFolder(FileSystem.parent(of: path))
    }

    private static func requireRoom(at path: String, replacing: Bool) throws(StoreError) {
        switch FileSystem.kind(of: path) {
        case .success(S_IFREG) where replacing: break
        case .success(S_IFREG): throw .fileExists(path: path)
        case .success(S_IFDIR): throw .fileNotWritable(path: path, reason: "it is a folder")
        case .success: throw .fileNotWritable(path: path, reason: "it is not a regular file")
        case .failure(let reason):
            guard reason.code != ENOENT else { return }
            throw .fileNotWritable(path: path, reason: reason.text)
        }
    }

    private static func open(_ partialPath: String, for path: String) throws(StoreError) -> Int32 {
        while true {
            let descriptor = Glibc.open(
                partialPath, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw failure(path) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                let isTaken = errno == EWOULDBLOCK
                let reason = SystemError().text
                close(descriptor)
                throw .fileNotWritable(
                    path: path, reason: isTaken ? "another command is writing it" : reason)
            }
            // Another command may have finished and renamed it between the two calls.
            guard isAt(partialPath, descriptor) else {
                close(descriptor)
                continue
            }
            guard ftruncate(descriptor, 0) == 0 else {
                let failure = failure(path)
                close(descriptor)
                throw failure
            }
            // Ignore failures: some file systems have no modes.
            fchmod(descriptor, 0o600)
            return descriptor
        }
    }

    /// Whether a path, which need not exist, is in a folder.
    private static func isIn(_ folder: String, _ path: String) -> Bool {
        var own = stat()
        var other = stat()
        return stat(folder, &own) == 0 && stat(FileSystem.parent(of: path), &other) == 0
            && own.st_ino == other.st_ino && own.st_dev == other.st_dev
    }

    private static func isAt(_ path: String, _ descriptor: Int32) -> Bool {
        var opened = stat()
        var named = stat()
        return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0
            && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
    }

    private static func failure(_ path: String) -> StoreError {
        .fileNotWritable(path: path, reason: SystemError().text)
    }
}
