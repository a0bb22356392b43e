import BoardKit
import CalendarMerging
import CalendarSync
import Delivery
import Destinations
import PlannerBoard
import Sync

/// Queries the calendar servers of all venues.
struct PlannerCarrier: ConnectorCarrier {
    private let client: CalendarClient

    init(_ surroundings: OutgoingSurroundings) { client = CalendarClient(surroundings) }

    func carry(_ job: any ConnectorJob, with secrets: any ConnectorSecrets) -> ConnectorAnswer {
        guard let job = job as? PlannerJob else {
            return .failed(.unknownTarget, secondsMin: nil)
        }
        let own = OwnSecrets(all: secrets, account: job.account)
        switch client.answer(job.job, with: own) {
        case .done(let results):
            return .done(results.map { PlannerResult(account: job.account, result: $0) })
        case .same: return .same
        case .failed(let failure, let secondsMin):
            return .failed(EffectFailure(failure), secondsMin: secondsMin)
        }
    }

    /// The secrets of one account.
    private struct OwnSecrets: AccountSecrets {
        let all: any ConnectorSecrets
        let account: AccountID

        func secret(_ name: String) throws(AccountProblem) -> String? {
            do {
                return try all.secret("\(account.text)/\(name)")
            } catch {
                throw .unreadable
            }
        }
    }
}
