import Glibc

/// What the functions of the shim give.
enum CertificateBytes {
    /// Copies what `body` gave to be freed, nil when that was nothing.
    static func take(
        _ body: (UnsafeMutablePointer<Int>) -> UnsafeMutablePointer<UInt8>?
    ) -> [UInt8]? {
        var count = 0
        guard let bytes = body(&count) else { return nil }
        defer { free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}
