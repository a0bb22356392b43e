import BoardKit
import CalendarMerging
import ICalendar
import JSON
package import Sync

/// Derives the requests to calendar servers from the state of accounts and links.
extension Planner {
    /// The interval at which calendars are read while somebody views the planner.
    private static let watchedPeriod = Duration.seconds(10)
    /// The interval at which an account's calendars are listed while somebody views the planner.
    private static let findPeriod = Duration.seconds(600)
    /// The interval at which Google's notifications are renewed. They end after a week.
    private static let watchPeriod = Duration.seconds(6 * 86_400)
    /// The most events that are written at once.
    private static let writeCountMax = 20

    package var connectors: [Connector] {
        accounts.sorted { $0.key < $1.key }.flatMap { connectors(of: $0.key, $0.value) }
    }

    private func connectors(of id: AccountID, _ account: PlannerAccount) -> [Connector] {
        switch account.step {
        case .find: return [connector("find", .findCalendars, of: id, account)]
        case .signIn: return [connector("signIn", .signIn, of: id, account)]
        case .authorise: return [connector("authorise", .authorise, of: id, account)]
        case .revoke: return [connector("revoke", .revoke, of: id, account)]
        case nil: break
        }
        guard account.state == .ready else { return [] }
        let own = links.filter { $0.value.account == id && $0.value.problem == nil }
            .sorted { $0.key < $1.key }
        var list = [write(own, of: id, account)].compactMap(\.self)
        list += own.map { fetch($0.key, $0.value, account) }
        var find = connector("find", .findCalendars, of: id, account)
        find.periodWhileWatched = Self.findPeriod
        list.append(find)
        if account.kind == .google {
            list += own.map { watch($0.key, $0.value, account) }
        }
        return list
    }

    private func connector(
        _ name: String, _ task: CalendarJob.Task, of id: AccountID, _ account: PlannerAccount,
        since: Int? = nil
    ) -> Connector {
        let job = CalendarJob(account: calendarAccount(id, account), task: task)
        return Connector(
            id: "\(id.text)/\(name)", lane: "\(id.text)@\(account.since)",
            job: PlannerJob(account: id, job: job), since: since ?? account.since,
            action: PlannerAction.report.rawValue)
    }

    private func calendarAccount(_ id: AccountID, _ account: PlannerAccount) -> CalendarAccount {
        let kind: CalendarAccount.Kind =
            switch account.kind {
            case .caldav: .caldav(url: account.url ?? "", user: account.user)
            case .google: .google(clientID: account.user, redirectPath: path("google"))
            }
        return CalendarAccount(
            id: "\(slug)/\(id.text)", kind: kind, allowsPrivate: account.allowsPrivate)
    }

    func path(_ rest: String) -> String { "/v1/\(slug)/\(Self.boardName)/\(rest)" }

    /// Returns a connector that writes the waiting events of the first calendar that has any. A
    /// calendar is not written before it was read, because only then its remote state is known.
    ///
    /// Each calendar has its own write connector, because moving an event writes to two calendars.
    private func write(
        _ links: [(key: CalendarID, value: CalendarLink)], of id: AccountID,
        _ account: PlannerAccount
    ) -> Connector? {
        let found = links.first { $0.value.isFetched && !$0.value.waiting.isEmpty }
        guard let (calendar, link) = found else { return nil }
        let writes = link.waiting.prefix(Self.writeCountMax).map { event in
            let state = events[event].flatMap { $0.calendar == calendar ? $0 : nil }
            var copy = link.copies[event]
            // Another event may have been created with this UID since, and the remote has that one.
            if copy == nil, state == nil, let made = link.unansweredCopy(of: event),
                uids[made.base.uid, calendar] == nil
            {
                copy = made
            }
            return RemoteWrite(id: event.text, copy: copy, content: state?.content)
        }
        let task = CalendarJob.Task.write(calendar: link.calendar, writes)
        var write = connector("", task, of: id, account, since: link.writeSince)
        write.id = Self.writeID(of: calendar)
        return write
    }

    private func fetch(
        _ id: CalendarID, _ link: CalendarLink, _ account: PlannerAccount
    ) -> Connector {
        let task = CalendarJob.Task.fetch(calendar: link.calendar, token: link.token)
        var fetch = connector("", task, of: link.account, account, since: link.since)
        fetch.id = Self.fetchID(of: id)
        fetch.askedAt = link.lastRev
        fetch.period = .seconds(boardSettings?["pollSeconds"]?.integer ?? 60)
        fetch.periodWhileWatched = min(fetch.period ?? .zero, Self.watchedPeriod)
        return fetch
    }

    static func writeID(of calendar: CalendarID) -> String { "\(calendar.text)/write" }

    static func fetchID(of calendar: CalendarID) -> String { "\(calendar.text)/fetch" }

    private func watch(
        _ id: CalendarID, _ link: CalendarLink, _ account: PlannerAccount
    ) -> Connector {
        let task = CalendarJob.Task.watch(
            calendar: link.calendar, path: path("push/\(pushSecret(of: id, link, "path"))"),
            secret: pushSecret(of: id, link, "token"))
        var watch = connector("", task, of: link.account, account)
        watch.id = "\(id.text)/watch"
        watch.period = Self.watchPeriod
        return watch
    }

    // MARK: Push

    /// Returns a secret that a server must know to report a change of a calendar. It is derived
    /// from the venue's key and differs for each link.
    private func pushSecret(
        of id: CalendarID, _ link: CalendarLink, _ purpose: String
    ) -> String {
        let name = "\(id.text)-\(link.account.text)-\(link.remote.text)-\(purpose)"
        let ticket = dependencies.ticket(Subject(board: Self.boardName, id: name))
        return ticket.split(separator: ".").last.map(String.init) ?? ""
    }

    /// Returns the calendar whose server reports a change with these secrets.
    func calendar(pushedAt path: String, with token: String?) -> CalendarID? {
        links.first { id, link in
            pushSecret(of: id, link, "path").isSameSecret(as: path)
                && pushSecret(of: id, link, "token").isSameSecret(as: token ?? "")
        }?.key
    }
}
