/// A file, as it was when it was read.
public struct FileContent: Sendable, Hashable {
    public let bytes: [UInt8]
    /// When it was last changed, in seconds since 1970 and nanoseconds of that second.
    public let modifiedSeconds: Int
    public let modifiedNanoseconds: Int
    /// How many bytes the system gave as its size before it was read; differs from `bytes.count`
    /// only when it was being written.
    public let size: Int
}
