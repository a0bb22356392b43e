import HTTPTypes

/// The version in a start line (RFC 9112 section 2.3).
enum HTTPVersion {
    /// - Returns: The minor version of HTTP/1.
    static func minor(of bytes: ArraySlice<UInt8>) throws(HTTPFailure) -> Int {
        let bytes = Array(bytes)
        // `HTTP` is case-sensitive, with exactly one digit on each side of the dot.
        guard bytes.count == 8, bytes.starts(with: "HTTP/".utf8), ASCII.isDigit(bytes[5]),
            bytes[6] == UInt8(ascii: "."), ASCII.isDigit(bytes[7])
        else {
            throw .malformed("The start line must state its version, such as HTTP/1.1.")
        }
        switch (bytes[5], bytes[7]) {
        case (0x31, 0x30): return 0
        case (0x31, 0x31): return 1
        default:
            throw HTTPFailure(
                status: .httpVersionNotSupported,
                message: "Only HTTP/1.0 and HTTP/1.1 are supported."
            )
        }
    }
}
