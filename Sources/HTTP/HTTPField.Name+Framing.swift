import HTTPTypes

/// Fields that HTTP/1 alone has; `HTTPTypes` declares them unavailable, so they are named anew.
/// Both literals are tokens, which is all that the initializer asks for.
extension HTTPField.Name {
    static let http1Host = HTTPField.Name("Host")!
    static let http1TransferEncoding = HTTPField.Name("Transfer-Encoding")!
}
