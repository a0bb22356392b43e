import CPlatform

/// Why a connection's TLS came to its end, in OpenSSL's words.
public struct TLSFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// OpenSSL's number, 0 when it gave none.
    public let code: UInt
    /// Such as `no application protocol` or `certificate has expired`; nothing in it comes from the
    /// peer.
    public let reason: String
    /// Whether the peer's certificate could not be verified.
    public let isOfVerification: Bool

    init(_ failure: platform_tls_failure) {
        code = UInt(failure.code)
        reason = failure.reason.map { String(cString: $0) } ?? "the connection is broken"
        isOfVerification = failure.is_of_verification == 1
    }

    private init(reason: String) {
        code = 0
        self.reason = reason
        isOfVerification = false
    }

    /// The peer has sent more than `TLSSession` allows of what carries no application data.
    static let tooManyControlRecords = TLSFailure(
        reason: "too many records without application data")

    public var description: String { reason }
}
