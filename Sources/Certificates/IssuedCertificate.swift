public import Transport

/// A server's certificate, and the files that contain it and its key.
public struct IssuedCertificate: Sendable, Hashable {
    /// The files, as `TLSContext` takes them.
    public let configuration: TLSConfiguration
    public let certificate: TLSCertificate
}
