import Glibc

/// The status of a file or folder.
public struct FileStatus: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case file
        case folder
    }

    public let kind: Kind
    /// The size in bytes. Means nothing for a folder.
    public let size: Int
    /// The time of the last change, in seconds since 1970 and nanoseconds of that second.
    public let modifiedSeconds: Int
    public let modifiedNanoseconds: Int
    /// The inode number, which is unique in a file system.
    public let inode: UInt64

    /// Returns `nil` for anything but a regular file or a folder.
    init?(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .file
        case S_IFDIR: kind = .folder
        default: return nil
        }
        size = Int(status.st_size)
        modifiedSeconds = status.st_mtim.tv_sec
        modifiedNanoseconds = status.st_mtim.tv_nsec
        inode = UInt64(status.st_ino)
    }
}

/// A file's content and status at the time when it was read.
public struct FileContent: Sendable, Hashable {
    public let bytes: [UInt8]
    /// The time of the last change, in seconds since 1970 and nanoseconds of that second.
    public let modifiedSeconds: Int
    public let modifiedNanoseconds: Int
    /// The file's size in bytes before it was read. Differs from `bytes.count` only if the file was
    /// being written.
    public let size: Int
}
