import CPlatform
import Glibc

/// What a server's certificate says of itself.
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
    /// The names and addresses that it is for: `hub.local`, `*.example.org`, `192.0.2.1`.
    public let names: [String]
    /// The certificate itself (DER).
    public let bytes: [UInt8]

    /// nil when `bytes` are no certificate in DER.
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

    /// Whether it can be shown to clients at a time, in seconds since 1970.
    public func validity(at time: Int64) -> Validity {
        if time < notBefore { return .notYet }
        return time > notAfter ? .expired : .valid
    }

    /// Whether it is an authority's that may vouch for certain names only (RFC 5280, section
    /// 4.2.1.10).
    public var isNameConstrained: Bool {
        platform_certificate_is_constrained(bytes, bytes.count) == 1
    }

    /// Copies what a function of the shim gave to be freed.
    static func take(_ body: (UnsafeMutablePointer<Int>) -> UnsafeMutablePointer<UInt8>?)
        -> [UInt8]?
    {
        var count = 0
        guard let bytes = body(&count) else { return nil }
        defer { free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}
