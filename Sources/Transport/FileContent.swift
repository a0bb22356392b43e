/// A file's content and status at the time when it was read.
public struct FileContent: Sendable, Hashable {
    public let bytes: [UInt8]
    /// When the file was last changed, in seconds since 1970 and nanoseconds of that second.
    public let modifiedSeconds: Int
    public let modifiedNanoseconds: Int
    /// The file's size in bytes before it was read. Differs from `bytes.count` only if the file was
    /// being written.
    public let size: Int
}
