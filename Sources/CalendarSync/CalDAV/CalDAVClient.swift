import CalendarMerging
import Destinations
import Locks

/// Runs the jobs of CalDAV accounts (RFC 4791).
struct CalDAVClient: Sendable {
    /// The maximum number of tags kept, for all calendars together.
    private static let tagsMax = 200_000

    private let surroundings: OutgoingSurroundings
    private let memories = Locked<[CalendarKey: CalendarMemory]>([:])

    private struct CalendarKey: Hashable {
        let account: String
        let calendar: String
    }

    init(_ surroundings: OutgoingSurroundings) { self.surroundings = surroundings }

    func answer(
        _ task: CalendarJob.Task, of account: CalendarAccount, with secrets: any AccountSecrets
    ) -> CalendarAnswer {
        switch task {
        case .findCalendars:
            do throws(DAVFailure) {
                let (server, address) = try server(of: account, secrets)
                let finder = CalendarFinder(server: server, address: address)
                return .done([.remotes(try finder.calendars())])
            } catch {
                return error.whileFinding
            }
        case .fetch(let calendar, let token):
            return synchronising(calendar, of: account, secrets) { place throws(DAVFailure) in
                try fetch(place, calendar, since: token, of: account)
            }
        case .write(let calendar, let writes):
            return synchronising(calendar, of: account, secrets) { place throws(DAVFailure) in
                try write(writes, to: place, calendar, of: account)
            }
        case .revoke:
            // A password sign-in can't be revoked.
            memories.with { memories in
                memories = memories.filter { $0.key.account != account.id }
            }
            return .done([.revoked])
        case .signIn, .authorise, .watch: return .done([])
        }
    }

    private func synchronising(
        _ calendar: String, of account: CalendarAccount, _ secrets: any AccountSecrets,
        _ body: (DAVCalendar) throws(DAVFailure) -> CalendarAnswer
    ) -> CalendarAnswer {
        do throws(DAVFailure) {
            let (server, address) = try server(of: account, secrets)
            guard let place = address.place(of: calendar) else {
                throw .calendar(.gone)
            }
            return try body(DAVCalendar(server: server, place: place))
        } catch {
            return error.answer(about: calendar)
        }
    }

    private func fetch(
        _ place: DAVCalendar, _ calendar: String, since token: String?, of account: CalendarAccount
    ) throws(DAVFailure) -> CalendarAnswer {
        let key = CalendarKey(account: account.id, calendar: calendar)
        var fetch = CalendarFetch(
            place, id: calendar, since: token, memory: memories.with { $0[key] })
        let answer = try fetch.answer()
        let memory = fetch.memory
        memories.with { memories in
            memories[key] = memory
            let count = memories.values.reduce(0) { $0 + ($1.tags?.tags.count ?? 0) }
            if count > Self.tagsMax { memories = [key: memory] }
        }
        return answer
    }

    private func write(
        _ writes: [RemoteWrite], to place: DAVCalendar, _ calendar: String,
        of account: CalendarAccount
    ) throws(DAVFailure) -> CalendarAnswer {
        let answer = try CalendarWriting(calendar: place, now: surroundings.now())
            .answer(writes, id: calendar)
        if case .done(let results) = answer, case .written(_, let outcomes)? = results.first {
            let key = CalendarKey(account: account.id, calendar: calendar)
            memories.with { $0[key]?.note(outcomes, of: writes) }
        }
        return answer
    }

    private func server(
        of account: CalendarAccount, _ secrets: any AccountSecrets
    ) throws(DAVFailure) -> (server: DAVServer, address: Destination) {
        guard case .caldav(let url, let user) = account.kind,
            let address = try? Destination(url),
            address.origin.hasPrefix("https:") || account.allowsPrivate
        else { throw .account(.badAddress) }
        let password: String?
        do throws(AccountProblem) {
            password = try secrets.secret("password")
        } catch {
            throw .account(error)
        }
        // RFC 7617, section 2: a user name can't contain a colon.
        guard let password, !user.contains(":") else { throw .account(.wrongPassword) }
        let sender = surroundings.sender(account.allowsPrivate)
        return (DAVServer(sender, at: address, user: user, password: password), address)
    }
}
