import HTTPTypes

/// The version in a start line (RFC 9112 section 2.3).
enum HTTPVersion {
    private static let one = Array("HTTP/1.1".utf8)
    private static let zero = Array("HTTP/1.0".utf8)

    /// - Returns: The minor version of HTTP/1.
    static func minor(of bytes: ArraySlice<UInt8>) throws(HTTPFailure) -> Int {
        if bytes.elementsEqual(one) { return 1 }
        if bytes.elementsEqual(zero) { return 0 }
        let bytes = Array(bytes)
        // `HTTP` is case-sensitive, with exactly one digit on each side of the dot.
        guard bytes.count == 8, bytes.starts(with: "HTTP/".utf8), ASCII.isDigit(bytes[5]),
            bytes[6] == UInt8(ascii: "."), ASCII.isDigit(bytes[7])
        else {
            throw .malformed("The start line must state its version, such as HTTP/1.1.")
        }
        throw HTTPFailure(
            status: .httpVersionNotSupported, message: "Only HTTP/1.0 and HTTP/1.1 are supported.")
    }
}
