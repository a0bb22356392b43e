public import Destinations

/// Runs the jobs of all accounts, off the loops. A call blocks; the jobs of one account run one
/// after another.
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
