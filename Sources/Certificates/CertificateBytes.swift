import Glibc

/// Bytes that a function of `CPlatform` allocated.
enum CertificateBytes {
    /// Copies the bytes that `body` returns, and frees them. Returns `nil` if it returns none.
    static func take(
        _ body: (UnsafeMutablePointer<Int>) -> UnsafeMutablePointer<UInt8>?
    ) -> [UInt8]? {
        var count = 0
        guard let bytes = body(&count) else { return nil }
        defer { free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}
