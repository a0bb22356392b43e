public import CalendarMerging
public import Destinations

/// Runs jobs over the Google Calendar API v3, and caches the access tokens.
public struct GoogleClient: Sendable {
    private let surroundings: OutgoingSurroundings
    private let memory = GoogleMemory()

    public init(_ surroundings: OutgoingSurroundings) { self.surroundings = surroundings }

    /// Runs one job. Blocks until it is done.
    public func answer(
        _ task: CalendarJob.Task, of account: CalendarAccount, with secrets: any AccountSecrets
    ) -> CalendarAnswer {
        guard case .google(let clientID, let redirectPath) = account.kind else {
            return .done([.refused(.badAddress)])
        }
        let session = GoogleSession(
            surroundings: surroundings, memory: memory, account: account, clientID: clientID,
            redirectPath: redirectPath, secrets: secrets)
        do throws(GoogleTrouble) {
            return try Self.answer(task, session)
        } catch {
            switch error {
            case .later(let failure, let seconds): return .failed(failure, secondsMin: seconds)
            case .refused(let problem): return .done([.refused(problem)])
            }
        }
    }

    private static func answer(
        _ task: CalendarJob.Task, _ session: GoogleSession
    ) throws(GoogleTrouble) -> CalendarAnswer {
        switch task {
        case .findCalendars: return .done([.remotes(try session.calendars())])
        case .signIn: return .done([session.signIn()])
        case .authorise: return .done(try session.authorise())
        case .revoke:
            session.revoke()
            return .done([.revoked])
        case .fetch(let calendar, let token):
            return try session.fetch(calendar, since: token)
        case .write(let calendar, let writes): return try session.write(writes, to: calendar)
        case .watch(let calendar, let path, let secret):
            try session.watch(calendar, path: path, secret: secret)
            return .done([])
        }
    }
}
