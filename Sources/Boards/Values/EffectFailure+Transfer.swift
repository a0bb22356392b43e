import Destinations
import Sync

extension EffectFailure {
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
