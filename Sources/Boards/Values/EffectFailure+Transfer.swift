import Destinations
import Sync

extension EffectFailure {
    /// The server's certificate is none that can be trusted.
    static let certificate = EffectFailure(code: "certificate")
    /// No more may be asked for some hours.
    static let quota = EffectFailure(code: "quota")

    init(_ failure: TransferFailure) {
        switch failure {
        case .timedOut: self = .timedOut
        case .unreachable: self = .unreachable
        case .certificate: self = .certificate
        case .privateAddress: self = .privateAddress
        case .notWhole: self = .notWhole
        case .quota: self = .quota
        case .answered(let status): self = .answered(status)
        }
    }
}
