import CPlatform
import Glibc

/// The gzip form (RFC 1952) of what is sent often.
enum Gzip {
    /// `nil` when it would not be smaller.
    static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        var count = 0
        guard let compressed = platform_gzip(bytes, bytes.count, &count) else { return nil }
        defer { free(compressed) }
        guard count < bytes.count else { return nil }
        return Array(UnsafeBufferPointer(start: compressed, count: count))
    }
}
