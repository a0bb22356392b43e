/// The files of a server's certificate and key.
public struct TLSConfiguration: Sendable, Hashable {
    /// A PEM file with the server's certificate first, then the intermediate certificates.
    public var certificatePath: String
    /// A PEM file with the private key, without a passphrase.
    public var keyPath: String

    public init(certificatePath: String, keyPath: String) {
        self.certificatePath = certificatePath
        self.keyPath = keyPath
    }
}
