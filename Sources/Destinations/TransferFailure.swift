/// Why a server could not be asked at the moment.
public enum TransferFailure: Sendable, Hashable {
    case timedOut
    case unreachable
    case certificate
    case privateAddress
    /// The answer is longer than allowed, was cut off, or makes no sense.
    case notWhole
    /// No more may be asked for some hours.
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
