import Glibc

/// A file outside of the data folder that comes into being whole, or not at all: it is written under
/// its name with `.partial` behind it, for the owner's eyes only, flushed, and renamed.
///
/// What a program that was killed has left under that name the next one writes over.
public final class NewFile {
    let partialPath: String
    private let path: String
    private let replacing: Bool
    private let descriptor: Int32
    private var isFinished = false

    /// - Parameter replacing: whether a file that is there already may be.
    /// - Throws: `fileExists`, `fileNotWritable`.
    init(_ path: String, replacing: Bool) throws(StoreError) {
        self.path = path
        self.replacing = replacing
        partialPath = path + ".partial"
        try Self.demandRoom(at: path, replacing: replacing)
        descriptor = try Self.open(partialPath, for: path)
    }

    deinit {
        if !isFinished { unlink(partialPath) }
        // Only now, since by the lock another command knows that somebody writes.
        close(descriptor)
    }

    /// Whether there is a file in its place, which it is to replace.
    var isReplacing: Bool {
        if case .failure = DataFolder.kind(of: path) { false } else { true }
    }

    /// - Throws: `fileNotWritable`.
    public func write(_ bytes: [UInt8]) throws(StoreError) {
        do throws(SystemReason) {
            try DataFolder.write(bytes[...], to: descriptor)
        } catch {
            throw .fileNotWritable(path: path, reason: error.text)
        }
    }

    /// Puts the file in its place, on the disk for good.
    ///
    /// - Throws: `fileExists`, `fileNotWritable`.
    public func finish() throws(StoreError) {
        guard fsync(descriptor) == 0 else { throw Self.failure(path) }
        try Self.demandRoom(at: path, replacing: replacing)
        guard rename(partialPath, path) == 0 else { throw Self.failure(path) }
        isFinished = true
        DataFolder.syncFolder(DataFolder.parent(of: path))
    }

    private static func demandRoom(at path: String, replacing: Bool) throws(StoreError) {
        switch DataFolder.kind(of: path) {
        case .success(S_IFREG) where replacing: break
        case .success(S_IFREG): throw .fileExists(path: path)
        case .success(S_IFDIR): throw .fileNotWritable(path: path, reason: "it is a folder")
        case .success: throw .fileNotWritable(path: path, reason: "it is no file")
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
                let reason = SystemReason().text
                close(descriptor)
                throw .fileNotWritable(
                    path: path, reason: isTaken ? "another command is writing it" : reason)
            }
            // Between the two calls another command may have renamed it: that one is finished.
            guard isAt(partialPath, descriptor) else {
                close(descriptor)
                continue
            }
            guard ftruncate(descriptor, 0) == 0 else {
                let failure = failure(path)
                close(descriptor)
                throw failure
            }
            // Where a file system has no modes, its owner has chosen so.
            fchmod(descriptor, 0o600)
            return descriptor
        }
    }

    private static func isAt(_ path: String, _ descriptor: Int32) -> Bool {
        var opened = stat()
        var named = stat()
        return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0
            && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
    }

    private static func failure(_ path: String) -> StoreError {
        .fileNotWritable(path: path, reason: SystemReason().text)
    }
}
