public import CalendarMerging
public import Destinations

/// Runs the jobs of all accounts, off the loops. A call blocks. The caller runs the jobs of one
/// account one after another.
public struct CalendarClient: Sendable {
    private let caldav: CalDAVClient
    private let google: GoogleClient

    public init(_ surroundings: OutgoingSurroundings) {
        caldav = CalDAVClient(surroundings)
        google = GoogleClient(surroundings)
    }

    public func answer(_ job: CalendarJob, with secrets: any AccountSecrets) -> CalendarAnswer {
        switch job.account.kind {
        case .caldav: caldav.answer(job.task, of: job.account, with: secrets)
        case .google: google.answer(job.task, of: job.account, with: secrets)
        }
    }
}

/// The secrets of one account, by name, such as `password`.
public protocol AccountSecrets: Sendable {
    /// - Throws: `AccountProblem.unreadable` if the secret can't be decrypted.
    func secret(_ name: String) throws(AccountProblem) -> String?
}

/// The outcome of a job.
public enum CalendarAnswer: Sendable, Equatable {
    /// The results, to be reported in this order.
    case done([CalendarResult])
    /// Nothing changed.
    case same
    /// A temporary failure, which is retried automatically.
    ///
    /// - Parameter secondsMin: the server's `Retry-After`.
    case failed(TransferFailure, secondsMin: Int?)
}
