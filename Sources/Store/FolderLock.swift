import Glibc

/// The right to be the only server or importer on a data folder.
///
/// `flock` belongs to the open file, and the kernel releases it however the process ends. The file
/// that a crashed server leaves behind locks nobody out.
final class FolderLock: Sendable {
    private let descriptor: Int32

    init(_ folder: DataFolder) throws(StoreError) {
        descriptor = try Self.lockedFile(of: folder)
    }

    deinit { close(descriptor) }

    /// Separate from the initializer: if an initializer throws after all properties are set,
    /// `deinit` runs and would close the descriptor a second time.
    private static func lockedFile(of folder: DataFolder) throws(StoreError) -> Int32 {
        let descriptor = open(folder.lockPath, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let reason = SystemError()
            if reason.code == ENOSPC || reason.code == EDQUOT { throw .full }
            throw .folderNotWritable(path: folder.lockPath, reason: reason.text)
        }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let reason = SystemError()
            if reason.code == EINTR { continue }
            close(descriptor)
            if reason.code == EWOULDBLOCK { throw .inUse(path: folder.path) }
            throw .disk("\(folder.lockPath) can't be locked: \(reason.text)")
        }
        return descriptor
    }
}
