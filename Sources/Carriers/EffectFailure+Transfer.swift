package import Destinations
package import Sync

extension EffectFailure {
    package init(_ failure: TransferFailure) {
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
