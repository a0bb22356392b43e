import BoardKit
import CalendarSync
import Destinations
import Sync

/// What a connector of the planner does: it asks a calendar server something.
struct PlannerJob: ConnectorJob {
    var account: AccountID
    var job: CalendarJob
}

/// What a calendar server has answered.
struct PlannerResult: ConnectorResult {
    var account: AccountID
    var result: CalendarResult
}

/// Asks the calendar servers of all venues.
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
