import CPlatform

/// The reason why a connection's TLS failed, in OpenSSL's words.
public struct TLSFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// OpenSSL's error code, or 0 if unknown.
    public let code: UInt
    /// The reason, such as `no application protocol` or `certificate has expired`. It contains
    /// nothing that comes from the peer.
    public let reason: String
    /// Whether the peer's certificate could not be verified.
    public let isVerificationFailure: Bool

    init(_ failure: platform_tls_failure) {
        code = UInt(failure.code)
        reason = failure.reason.map { String(cString: $0) } ?? "the connection is broken"
        isVerificationFailure = failure.is_of_verification == 1
    }

    private init(reason: String) {
        code = 0
        self.reason = reason
        isVerificationFailure = false
    }

    /// The peer has sent more records without application data than `TLSSession` allows.
    static let tooManyControlRecords = TLSFailure(
        reason: "too many records without application data")

    public var description: String { reason }
}
