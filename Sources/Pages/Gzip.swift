import CPlatform
import Glibc

/// Compresses data with gzip (RFC 1952).
enum Gzip {
    /// Returns the compressed bytes; `nil` if they would not be fewer.
    static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        var count = 0
        guard let compressed = platform_gzip(bytes, bytes.count, &count) else { return nil }
        defer { free(compressed) }
        guard count < bytes.count else { return nil }
        return Array(UnsafeBufferPointer(start: compressed, count: count))
    }
}
