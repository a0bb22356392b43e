import BoardKit
import CalendarMerging
import ICalendar
import JSON
import Sync

/// The states after events about accounts, links and issues.
extension Planner {
    /// - Returns: `nil` for an impossible event.
    func syncChange(of event: Event, _ kind: PlannerEvent) -> PlannerChange? {
        switch kind {
        case .connected, .authorised, .disconnected, .accountChanged:
            return accountChange(of: event, kind)
        case .linked, .unlinked, .syncRequested: return linkChange(of: event, kind)
        case .settled: return settledChange(of: event)
        default: return exchangeChange(of: event)
        }
    }

    private func accountChange(of event: Event, _ kind: PlannerEvent) -> PlannerChange? {
        guard let id = AccountID(event.subject), kind == .connected || accounts[id] != nil else {
            return nil
        }
        var change = PlannerChange()
        var sync = SyncChange()
        if let member = event.data["account"] {
            let account = PlannerAccount(member)
            guard account != nil || member.isNull && kind != .connected else { return nil }
            sync.accounts.updateValue(account, forKey: id)
        }
        if kind == .disconnected {
            for (calendar, link) in links where link.account == id {
                sync.links.updateValue(nil, forKey: calendar)
            }
            guard drop(event, from: &change) else { return nil }
        }
        for (text, health) in event.data["links"]?.members ?? [:] {
            guard let calendar = CalendarID(text), links[calendar] != nil else { return nil }
            sync.health[calendar] = LinkHealth(health)
        }
        change.sync = sync
        return change
    }

    private func linkChange(of event: Event, _ kind: PlannerEvent) -> PlannerChange? {
        guard let id = CalendarID(event.subject), id != .reservations else { return nil }
        var change = PlannerChange()
        var sync = SyncChange()
        if kind != .linked {
            guard links[id] != nil else { return nil }
            if kind == .unlinked {
                sync.links.updateValue(nil, forKey: id)
                guard drop(event, from: &change) else { return nil }
            } else {
                sync.asked = id
            }
            change.sync = sync
            return change
        }
        guard links[id] == nil, let link = event.data["link"].flatMap({ CalendarLink($0) }),
            accounts[link.account] != nil
        else { return nil }
        sync.links[id] = link
        change.sync = sync
        if let made = event.data["calendar"] {
            guard let calendar = BookCalendar(made) else { return nil }
            change.calendars.set(id, to: calendar)
        } else if calendar(id) == nil {
            return nil
        }
        return change
    }

    /// Drops the event's issues. Returns `false` if one of them does not exist.
    private func drop(_ event: Event, from change: inout PlannerChange) -> Bool {
        for text in event.data["issues"]?.texts ?? [] {
            guard let id = IssueID(text), issues[id] != nil else { return false }
            change.issues.set(id, to: nil)
        }
        return true
    }

    private func settledChange(of event: Event) -> PlannerChange? {
        guard let id = IssueID(event.subject), issues[id] != nil else { return nil }
        var change = PlannerChange(\.issues, id, to: nil)
        if let text = event.data["in"]?.text, let member = event.data["event"] {
            let state = PlannedEvent(member)
            guard let name = EventID(text), events[name] != nil, state != nil || member.isNull
            else { return nil }
            change.events.set(name, to: state)
        }
        return change
    }

    private func exchangeChange(of event: Event) -> PlannerChange? {
        guard let calendar = event.data["in"]?.text.flatMap(CalendarID.init(_:)),
            links[calendar] != nil
        else { return nil }
        var change = PlannerChange()
        for (text, member) in event.data["events"]?.members ?? [:] {
            guard let id = EventID(text) else { return nil }
            let state = PlannedEvent(member)
            guard state != nil || member.isNull && events[id] != nil else { return nil }
            change.events.set(id, to: state)
        }
        for (text, member) in event.data["issues"]?.members ?? [:] {
            guard let id = IssueID(text), !issues.knows(id), let issue = SyncIssue(member) else {
                return nil
            }
            change.issues.set(id, to: issue)
        }
        let exchange = ExchangeChange(event.data) { id -> CalendarEvent? in
            (change.events[id] ?? self.events[id])?.content
        }
        guard let exchange else { return nil }
        var sync = SyncChange()
        sync.exchange = exchange
        change.sync = sync
        return change
    }

    /// Moves issues about occurrences along with a series that is moved or divided.
    func moveIssues(_ change: inout PlannerChange, _ event: Event) {
        for (id, state) in change.events.sorted(by: { $0.key < $1.key }) {
            guard let old = events[id]?.content.recurrence, let new = state?.content.recurrence
            else { continue }
            for name in openIssues.of(id) where change.issues[name] == nil {
                guard let issue = issues[name], let at = issue.conflict.at else { continue }
                var moved = issue
                if let (rest, key) = rest(at, of: id, change, event) {
                    moved.event = rest
                    moved.calendar = change.events[rest]??.calendar ?? issue.calendar
                    moved.conflict.at = key
                } else {
                    moved.conflict.at = old.key(at, in: new, floatingIn: zone)
                }
                if moved != issue { change.issues.set(name, to: moved) }
            }
        }
    }

    /// Returns the event and the key of an occurrence after its series was divided before it, or
    /// `nil` if the occurrence stays in the series.
    private func rest(
        _ at: OccurrenceKey, of id: EventID, _ change: PlannerChange, _ event: Event
    ) -> (EventID, OccurrenceKey)? {
        var budget = ExpansionBudget.window
        guard let (key, rest) = Self.division(event), at >= key,
            let new = change.events[rest]??.content.recurrence,
            let parts = events[id]?.content.recurrence.split(
                at: key, floatingIn: zone, budget: &budget)
        else { return nil }
        return (rest, parts.after.key(at, in: new, floatingIn: zone))
    }

    /// Returns the occurrence before which a journal event divided a series and the event with the
    /// rest, or `nil` if it divided none.
    static func division(_ event: Event) -> (key: OccurrenceKey, rest: EventID)? {
        guard event.kind == PlannerEvent.split.rawValue,
            let key = event.data["at"]?.text.flatMap(OccurrenceKey.init(_:)),
            let rest = event.data["into"]?.text.flatMap(EventID.init(_:))
        else { return nil }
        return (key, rest)
    }

    /// Closes the issues whose event, occurrence or calendar ends. Call this after `moveIssues`.
    func closeIssues(_ change: inout PlannerChange) {
        var closed = change.events.keys.flatMap { id in
            openIssues.of(id).filter { ends($0, with: change) }
        }
        let calendars = change.calendars.filter { $0.value == nil }.keys
        if !calendars.isEmpty {
            closed += openIssues.ids.filter { id in
                issues[id].map { calendars.contains($0.calendar) } ?? false
            }
        }
        for id in closed where change.issues[id] != .some(nil) { change.issues.set(id, to: nil) }
    }

    /// Whether a change ends the occurrence or event of an issue.
    private func ends(_ id: IssueID, with change: PlannerChange) -> Bool {
        guard let before = issues[id], let after = change.issues[id] ?? before else { return false }
        guard let old = events[before.event]?.content,
            let new = (change.events[after.event] ?? events[after.event])?.content
        else { return true }
        // An occurrence that one side has left out did not happen before, either.
        return before.conflict.happens(in: old, floatingIn: zone)
            && !after.conflict.happens(in: new, floatingIn: zone)
    }
}

extension Recurrence {
    /// Returns the key of an occurrence in the new series. The key stays the same if the new series
    /// excludes or changes it, because such a series only begins earlier or later.
    fileprivate func key(
        _ key: OccurrenceKey, in new: Recurrence, floatingIn zone: Zone
    ) -> OccurrenceKey {
        guard new.repeats || key == start.key else { return key }
        guard new.start != start, new.changes[key] == nil, !new.exclusions.contains(key) else {
            return key
        }
        return self.key(key, movedTo: new.start, floatingIn: zone)
    }
}
