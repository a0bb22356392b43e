import Glibc

/// What there is to know of a file or folder without reading it.
public struct FileStatus: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case file
        case folder
    }

    public let kind: Kind
    /// In bytes; of a folder it means nothing.
    public let size: Int
    /// When it was last changed, in seconds since 1970 and nanoseconds of that second.
    public let modifiedSeconds: Int
    public let modifiedNanoseconds: Int
    /// Tells files of one file system apart.
    public let inode: UInt64

    /// nil for what is neither a regular file nor a folder.
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
