import CPlatform
import Glibc
import Storage

/// Eight random bytes in the file `tablecast.access`, which change whenever a process changes
/// devices' permissions in a data folder.
///
/// The file is mapped into memory, so a hub sees a change at once and without a system call. It
/// need not ask the disk at each sign-in whether a command has revoked the token.
final class AccessMark: Sendable {
    private static let byteCount = 8

    private let path: String
    // Other processes write here. This process only reads it, by one atomic load.
    private nonisolated(unsafe) let bytes: UnsafeMutableRawPointer?

    /// Creates the file if it does not exist. If the disk has no room for it, changes by other
    /// processes are not seen.
    init(path: String) {
        self.path = path
        bytes = Self.map(path)
    }

    deinit {
        if let bytes { munmap(bytes, Self.byteCount) }
    }

    private static func map(_ path: String) -> UnsafeMutableRawPointer? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        if status.st_size < byteCount {
            let zeros = [UInt8](repeating: 0, count: byteCount)
            guard pwrite(descriptor, zeros, byteCount, 0) == byteCount else { return nil }
        }
        let mapped = mmap(nil, byteCount, PROT_READ, MAP_SHARED, descriptor, 0)
        return mapped == MAP_FAILED ? nil : mapped
    }

    /// A number that differs after each change.
    var value: UInt64 { bytes.map { platform_load($0) } ?? 0 }

    /// Marks a change of devices' permissions. Call this once the change is on the disk.
    func renew() throws(StoreError) {
        let fresh = try Entropy.bytes(Self.byteCount)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .folderNotWritable(path: path, reason: SystemError().text)
        }
        defer { close(descriptor) }
        guard pwrite(descriptor, fresh, fresh.count, 0) == fresh.count else {
            throw .folderNotWritable(path: path, reason: SystemError().text)
        }
    }
}
