/// The reason why a request to a server failed.
public enum TransferFailure: Sendable, Hashable {
    case timedOut
    case unreachable
    case certificate
    case privateAddress
    /// The answer is longer than allowed, was cut off, or is invalid.
    case notWhole
    /// The server's quota is exhausted for some hours.
    case quota
    case answered(Int)

    public init(_ error: OutgoingError) {
        self =
            switch error {
            case .forbiddenAddress: .privateAddress
            case .timedOut: .timedOut
            case .untrusted: .certificate
            case .failed: .unreachable
            }
    }
}
