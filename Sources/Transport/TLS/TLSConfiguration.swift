/// Where a server's certificate and key lie.
public struct TLSConfiguration: Sendable, Hashable {
    /// A file in PEM: the server's certificate first, then those between it and the authority.
    public var certificatePath: String
    /// A file in PEM: the private key, without a passphrase.
    public var keyPath: String

    public init(certificatePath: String, keyPath: String) {
        self.certificatePath = certificatePath
        self.keyPath = keyPath
    }
}
