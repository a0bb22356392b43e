import CPlatform
import Glibc

/// A server's certificate in DER, with its parsed contents.
public struct TLSCertificate: Sendable, Hashable {
    public enum Validity: Sendable, Hashable {
        case valid
        case notYet
        case expired
    }

    /// In seconds since 1970.
    public let notBefore: Int64
    /// In seconds since 1970.
    public let notAfter: Int64
    /// The names and addresses for which it is valid: `hub.local`, `*.example.org`, `192.0.2.1`.
    public let names: [String]
    /// The certificate in DER.
    public let bytes: [UInt8]

    /// Returns `nil` if `bytes` are not a certificate in DER.
    public init?(_ bytes: [UInt8]) {
        var notBefore: Int64 = 0
        var notAfter: Int64 = 0
        guard platform_certificate_dates(bytes, bytes.count, &notBefore, &notAfter) == 1,
            let names = TLSCertificate.take({ platform_certificate_names(bytes, bytes.count, $0) })
        else { return nil }
        self.bytes = bytes
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.names = String(decoding: names, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Returns whether the certificate is valid at a time, in seconds since 1970.
    public func validity(at time: Int64) -> Validity {
        if time < notBefore { return .notYet }
        return time > notAfter ? .expired : .valid
    }

    /// Whether the certificate belongs to an authority that may vouch only for certain names (RFC
    /// 5280, section 4.2.1.10).
    public var isNameConstrained: Bool {
        platform_certificate_is_constrained(bytes, bytes.count) == 1
    }

    /// Copies bytes that a function of `CPlatform` allocated, and frees them.
    static func take(_ body: (UnsafeMutablePointer<Int>) -> UnsafeMutablePointer<UInt8>?)
        -> [UInt8]?
    {
        var count = 0
        guard let bytes = body(&count) else { return nil }
        defer { free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}

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
