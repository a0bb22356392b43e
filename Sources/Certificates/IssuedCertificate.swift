public import Transport

/// A server's certificate, and where it lies.
public struct IssuedCertificate: Sendable, Hashable {
    /// The certificate's file and the key's, as `TLSContext` takes them.
    public let configuration: TLSConfiguration
    public let certificate: TLSCertificate
}
