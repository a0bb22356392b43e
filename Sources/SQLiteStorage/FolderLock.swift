import Glibc
import Storage
import Time

/// A right on a data folder that only one process can have at a time.
///
/// `flock` belongs to the open file, and the kernel releases it however the process ends. A file
/// left behind by a crashed process therefore blocks no other process.
final class FolderLock: Sendable {
    private let descriptor: Int32

    /// - Parameter path: a file in the data folder, which is created if it does not exist.
    init(path: String) throws(StoreError) {
        descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let reason = SystemError()
            if reason.code == ENOSPC || reason.code == EDQUOT { throw .full }
            throw .folderNotWritable(path: path, reason: reason.text)
        }
    }

    deinit { close(descriptor) }

    /// - Returns: whether the right was available within that time.
    func take(within seconds: Double = 0) throws(StoreError) -> Bool {
        var waited = 0.0
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let reason = SystemError()
            if reason.code == EINTR { continue }
            guard reason.code == EWOULDBLOCK else {
                throw .disk("the data folder can't be locked: \(reason.text)")
            }
            guard waited < seconds else { return false }
            MachineTime.sleep(for: Self.pause)
            waited += Self.pause / .seconds(1)
        }
        return true
    }

    func release() { flock(descriptor, LOCK_UN) }

    private static let pause = Duration.microseconds(500)
}
