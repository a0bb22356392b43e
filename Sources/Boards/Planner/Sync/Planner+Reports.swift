import BoardKit
import CalendarMerging
import JSON
import Sync

/// Decides the effects of calendar servers' answers.
extension Planner {
    func decideReport(
        _ report: ConnectorReport?, _ moment: Moment
    ) throws(Rejection) -> Decision {
        switch report?.result {
        case .done(let result as PlannerResult):
            return try decide(result.result, of: result.account, at: moment)
        case .same:
            return try decideReached(report, at: moment)
        case .failed(let failure):
            return try decideFailed(report, failure, at: moment)
        default: throw Self.noNews
        }
    }

    private static let noNews = Rejection(.conflict, .noNews)

    private func decide(
        _ result: CalendarResult, of id: AccountID, at moment: Moment
    ) throws(Rejection) -> Decision {
        guard let account = accounts[id] else { throw Self.noNews }
        switch result {
        case .remotes(let remotes):
            guard account.step == .find || account.state == .ready else {
                throw Self.noNews
            }
            return try decideReady(id, account, remotes, at: moment)
        case .signIn(let address, let state, let verifier):
            guard account.step == .signIn else { throw Self.noNews }
            return decideSignIn(id, account, address, state, verifier)
        case .authorised(let token, let remotes):
            guard account.step == .authorise else { throw Self.noNews }
            var signedIn = account
            signedIn.isSignedIn = true
            var decision = try decideAuthorised(id, signedIn, remotes, at: moment)
            decision.secrets = Self.forgetting(["verifier", "address"], of: id)
            decision.secrets.append(
                SecretChange(name: "\(id.text)/refreshToken", value: Array(token.utf8)))
            return decision
        case .revoked: return try decideRevoked(id, account)
        case .refused(let problem, let address):
            return try decideRefused(id, account, problem, at: address)
        case .calendarRefused(let calendar, let refusal):
            let (calendarID, link) = try link(to: calendar, of: id)
            let problem: CalendarLink.Problem = refusal == .gone ? .gone : .tooManyEvents
            return try decideHealth(
                calendarID, link,
                LinkHealth(staleSince: link.staleSince ?? moment.now, problem: problem))
        case .changes(let changes):
            let (calendar, link) = try link(to: changes.calendar, of: id)
            return try decidePulled(changes, calendar, link, at: moment)
        case .written(let calendar, let outcomes):
            let (calendarID, link) = try link(to: calendar, of: id)
            return try decideWritten(outcomes, calendarID, link, at: moment)
        }
    }

    /// Returns the link to a calendar of an account. Throws if it has ended.
    private func link(
        to calendar: String, of account: AccountID
    ) throws(Rejection) -> (id: CalendarID, link: CalendarLink) {
        let found = links.first { $0.value.account == account && $0.value.calendar == calendar }
        guard let found else { throw Self.noNews }
        return (found.key, found.value)
    }

    // MARK: Accounts

    private func changed(
        _ id: AccountID, _ old: PlannerAccount, to new: PlannerAccount
    ) throws(Rejection) -> Decision {
        guard !new.says(sameAs: old) else { throw Self.noNews }
        return Self.decision(.accountChanged, of: id.text, ["account": new.json])
    }

    private func decideReady(
        _ id: AccountID, _ account: PlannerAccount, _ remotes: [RemoteCalendar],
        at moment: Moment
    ) throws(Rejection) -> Decision {
        var ready = account
        ready.state = .ready
        ready.step = nil
        ready.problem = nil
        ready.take(remotes, at: moment)
        guard let old = accounts[id] else { throw Self.noNews }
        return try changed(id, old, to: ready)
    }

    /// Lists the account's calendars in a further step if the sign-in has not listed them.
    private func decideAuthorised(
        _ id: AccountID, _ account: PlannerAccount, _ remotes: [RemoteCalendar],
        at moment: Moment
    ) throws(Rejection) -> Decision {
        guard remotes.isEmpty, let old = accounts[id] else {
            return try decideReady(id, account, remotes, at: moment)
        }
        var looking = account
        looking.step = .find
        return try changed(id, old, to: looking)
    }

    private func decideSignIn(
        _ id: AccountID, _ account: PlannerAccount, _ address: String, _ state: String,
        _ verifier: String
    ) -> Decision {
        var waiting = account
        waiting.state = .signIn
        waiting.step = nil
        waiting.authorize = address
        waiting.signInState = state
        var decision = Self.decision(.accountChanged, of: id.text, ["account": waiting.json])
        decision.secrets = [
            SecretChange(name: "\(id.text)/verifier", value: Array(verifier.utf8))
        ]
        return decision
    }

    private func decideRevoked(
        _ id: AccountID, _ account: PlannerAccount
    ) throws(Rejection) -> Decision {
        guard account.isGone else { throw Self.noNews }
        var decision = Self.decision(.accountChanged, of: id.text, ["account": .null])
        decision.secrets = Self.forgetting(["refreshToken"], of: id)
        return decision
    }

    private func decideRefused(
        _ id: AccountID, _ account: PlannerAccount, _ problem: AccountProblem,
        at address: String?
    ) throws(Rejection) -> Decision {
        if account.isGone { return try decideRevoked(id, account) }
        var refused = account
        refused.problem = problem.rawValue
        refused.elsewhere = address
        var forgotten: [String] = []
        switch (account.kind, account.step) {
        case (.google, .authorise):
            // The hub starts another sign-in.
            refused.state = .signIn
            refused.step = .signIn
            forgotten = ["verifier", "address"]
        case (.google, nil) where problem == .revoked:
            refused.state = .signIn
            refused.step = .signIn
            refused.isSignedIn = false
            forgotten = ["refreshToken"]
        default:
            refused.state = .failed
            refused.step = nil
        }
        // A failure of an account that already waits for a person is no news.
        guard account.step != nil || account.state == .ready else { throw Self.noNews }
        var decision = try changed(id, account, to: refused)
        decision.secrets = Self.forgetting(forgotten, of: id)
        return decision
    }

    // MARK: Reaching

    private func decideReached(
        _ report: ConnectorReport?, at moment: Moment
    ) throws(Rejection) -> Decision {
        guard let (calendar, link) = link(of: report?.id ?? ""), link.problem == nil else {
            throw Self.noNews
        }
        return try decideHealth(
            calendar, link,
            LinkHealth(
                staleSince: nil, waitsUntil: Self.end(of: report, at: moment), problem: nil))
    }

    /// Returns the end of the report's lane's wait.
    private static func end(of report: ConnectorReport?, at moment: Moment) -> Instant? {
        report?.waitSeconds.map { moment.now.adding(milliseconds: Int64($0) * 1_000) }
    }

    private func decideFailed(
        _ report: ConnectorReport?, _ failure: EffectFailure, at moment: Moment
    ) throws(Rejection) -> Decision {
        let id = report?.id ?? ""
        if let (calendar, link) = link(of: id) {
            return try decideHealth(
                calendar, link,
                LinkHealth(
                    staleSince: link.staleSince ?? moment.now,
                    waitsUntil: Self.end(of: report, at: moment), problem: link.problem))
        }
        guard let account = AccountID(String(id.prefix { $0 != "/" })),
            let known = accounts[account], known.step != nil
        else { throw Self.noNews }
        if known.isGone { return try decideRevoked(account, known) }
        var failed = known
        failed.state = .failed
        switch failure {
        case .privateAddress: failed.problem = AccountProblem.privateAddress.rawValue
        case .certificate: failed.problem = AccountProblem.certificate.rawValue
        case .quota: failed.problem = AccountProblem.quota.rawValue
        default: failed.problem = AccountProblem.unreachable.rawValue
        }
        return try changed(account, known, to: failed)
    }

    /// Returns the link whose remote a connector reads or writes.
    private func link(of id: String) -> (key: CalendarID, value: CalendarLink)? {
        links.first { [Self.fetchID(of: $0.key), Self.writeID(of: $0.key)].contains(id) }
    }

    private func decideHealth(
        _ id: CalendarID, _ link: CalendarLink, _ health: LinkHealth
    ) throws(Rejection) -> Decision {
        let before = LinkHealth(
            staleSince: link.staleSince, waitsUntil: link.waitsUntil, problem: link.problem)
        guard health != before else { throw Self.noNews }
        return Self.decision(
            .accountChanged, of: link.account.text, ["links": [id.text: health.json]])
    }

    // MARK: Events

    /// The number of known items that make a new token worth an event. Own writes come back as
    /// such.
    private static let knownCountMax = 20

    private func decidePulled(
        _ changes: RemoteChanges, _ id: CalendarID, _ link: CalendarLink, at moment: Moment
    ) throws(Rejection) -> Decision {
        guard changes.since == link.token, link.problem == nil else { throw Self.noNews }
        var exchange = Exchange(id, link, on: self, at: moment)
        var groups = RemoteItem.groups(changes.items)
        if let listed = changes.listed {
            let unreadable = link.unreadable.keys.filter { name in
                !listed.contains(name) && !listed.contains { name.hasPrefix($0 + "_") }
            }
            let gone = link.copies.values.map(\.name).filter { !listed.contains($0) }
            groups += Set(gone).union(unreadable).sorted().map { [.deleted(name: $0)] }
        }
        for group in groups where !exchange.take(group) { break }
        let isLast = changes.token != nil || changes.listed != nil
        let isWhole = !link.hasMissed && !exchange.change.hasMissed
        exchange.setProgress(isLast ? isWhole ? .token(changes.token) : .again : .begun)
        let isFirst = isLast && isWhole && !link.isFetched
        // Reading from the old token would list everything again.
        let isRelisted = changes.listed != nil && changes.token != link.token
        let isDue = isLast && (link.isBehind || !isWhole || isRelisted)
        let isCrowded = isLast && exchange.knownCount > Self.knownCountMax
        guard exchange.hasNews || isFirst || isDue || isCrowded || link.staleSince != nil else {
            throw Self.noNews
        }
        return exchange.decision(exchange.issues.isEmpty ? .pulled : .issueRaised)
    }

    private func decideWritten(
        _ outcomes: [WriteOutcome], _ id: CalendarID, _ link: CalendarLink, at moment: Moment
    ) throws(Rejection) -> Decision {
        var exchange = Exchange(id, link, on: self, at: moment)
        for outcome in outcomes where !exchange.take(outcome) { break }
        guard exchange.hasNews else { throw Self.noNews }
        let kind: PlannerEvent =
            !exchange.issues.isEmpty
            ? .issueRaised : exchange.change.failed.isEmpty ? .pushed : .pushFailed
        return exchange.decision(kind)
    }
}

extension RemoteItem {
    /// Returns the items grouped by event, in the order of the first item of each.
    static func groups(_ items: [RemoteItem]) -> [[RemoteItem]] {
        var places: [String: Int] = [:]
        var groups: [[RemoteItem]] = []
        for item in items {
            if let place = places[item.name] {
                groups[place].append(item)
            } else {
                places[item.name] = groups.count
                groups.append([item])
            }
        }
        return groups
    }
}
