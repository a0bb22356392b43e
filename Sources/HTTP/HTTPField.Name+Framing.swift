import HTTPTypes

/// Fields of HTTP/1 only. `HTTPTypes` declares its own names for them unavailable. Both literals
/// are tokens, so the initializer can't fail.
extension HTTPField.Name {
    static let http1Host = HTTPField.Name("Host")!
    static let http1TransferEncoding = HTTPField.Name("Transfer-Encoding")!
}
