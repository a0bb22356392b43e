import BoardKit
import CalendarMerging
import ICalendar
import JSON
import Sync

/// Applies a change of accounts, links and issues, and finds the events to write. Checks no rules.
extension Planner {
    /// Called after the ledgers have changed.
    mutating func commitSync(_ change: PlannerChange, _ event: Event) {
        var touched: [CalendarID: Set<EventID>] = [:]
        for (id, old) in lastChange.events {
            for calendar in [old?.calendar, events[id]?.calendar].compactMap(\.self)
            where links[calendar] != nil {
                touched[calendar, default: []].insert(id)
                let state = old.flatMap { $0.calendar == calendar ? $0.content : nil }
                links[calendar]?.noteUnanswered(id, state)
            }
        }
        noteRest(event)
        if let sync = change.sync {
            // The issues' ledger records an event that can't be undone, so that an undo finds it.
            if change.issues.isEmpty { issues.record(rev: event.rev) }
            commitAccounts(sync, event)
            commitLinks(sync, event)
            if let exchange = sync.exchange {
                take(exchange, event)
                touched[exchange.calendar, default: []].formUnion(exchange.copies.keys)
                touched[exchange.calendar, default: []].formUnion(exchange.failed.keys)
            }
        }
        for (calendar, ids) in touched {
            notePending(ids, in: calendar, failed: change.sync?.exchange?.failed ?? [:], event)
        }
        resumeLinks(change, event)
    }

    /// Records the event that has the rest of a divided series.
    private mutating func noteRest(_ event: Event) {
        guard let division = Self.division(event), let id = EventID(event.subject),
            let calendar = events[id]?.calendar
        else { return }
        links[calendar]?.noteRest(of: id, at: division.key, division.rest)
    }

    private mutating func commitAccounts(_ sync: SyncChange, _ event: Event) {
        let isAnew = event.kind != PlannerEvent.accountChanged.rawValue
        for (id, state) in sync.accounts {
            let old = accounts[id]
            guard var new = state else {
                accounts[id] = nil
                goneAccounts.insert(id)
                continue
            }
            new.lastRev = event.rev
            new.since =
                isAnew || old?.step != new.step && new.step != nil ? event.rev : old?.since ?? 0
            accounts[id] = new
            if old?.state == new.state { continue }
            for (calendar, link) in links where link.account == id {
                if new.state == .ready {
                    links[calendar]?.since = event.rev
                    links[calendar]?.writeSince = event.rev
                    if link.problem == nil { links[calendar]?.staleSince = nil }
                } else if new.state != .checking {
                    links[calendar]?.staleSince = link.staleSince ?? event.at
                }
            }
        }
        for (calendar, health) in sync.health {
            links[calendar]?.staleSince = health.staleSince
            links[calendar]?.waitsUntil = health.waitsUntil
            links[calendar]?.problem = health.problem
        }
    }

    private mutating func commitLinks(_ sync: SyncChange, _ event: Event) {
        if !sync.links.isEmpty || sync.asked != nil { lastChange.isEverything = true }
        for (calendar, made) in sync.links {
            links[calendar] = made
            guard made != nil else { continue }
            links[calendar]?.since = event.rev
            links[calendar]?.lastRev = event.rev
            notePending(shelves[calendar]?.ids ?? [], in: calendar, failed: [:], event)
        }
        guard let asked = sync.asked else { return }
        links[asked]?.askAgain(event.rev)
        links[asked]?.lastRev = event.rev
    }

    /// Applies an exchange to the link. The events are applied elsewhere.
    private mutating func take(_ exchange: ExchangeChange, _ event: Event) {
        guard var link = links.removeValue(forKey: exchange.calendar) else { return }
        for id in exchange.copies.keys { link.noteAnswered(id) }
        for id in exchange.failed.keys { link.noteAnswered(id) }
        for (id, copy) in exchange.copies where copy == nil { link.setCopy(id, to: nil) }
        for (id, copy) in exchange.copies {
            if let copy { link.setCopy(id, to: copy) }
        }
        for (name, isLeft) in exchange.left {
            if isLeft { link.left.insert(name) } else { link.left.remove(name) }
        }
        for (name, row) in exchange.unreadable { link.unreadable[name] = row }
        switch exchange.progress {
        case .token(let token):
            link.token = token
            link.isFetched = true
            link.isBehind = false
            link.hasMissed = false
        case .again:
            link.since = event.rev
            link.hasMissed = false
        case .begun:
            link.isBehind = true
            if exchange.hasMissed { link.hasMissed = true }
        case .none: break
        }
        link.problem = exchange.problem ?? link.problem
        link.staleSince = link.problem == nil ? nil : link.staleSince ?? event.at
        link.waitsUntil = nil
        links[exchange.calendar] = link
    }

    private mutating func notePending(
        _ ids: Set<EventID>, in calendar: CalendarID, failed: [EventID: Int], _ event: Event
    ) {
        guard var link = links.removeValue(forKey: calendar) else { return }
        let hadWaiting = !link.waiting.isEmpty
        for id in ids.sorted() {
            let isPending = isPending(id, in: calendar, link)
            link.setPending(id, isPending, failed: failed[id])
        }
        if !link.waiting.isEmpty {
            link.writeSince = event.rev
        } else if hadWaiting {
            // The remote is read after the last write, because others may have written too.
            link.since = event.rev
        }
        links[calendar] = link
    }

    /// Finds the events to write after a change of the time zone, which moves floating times and
    /// days.
    mutating func lookAtLinksAnew(_ event: Event) {
        for (calendar, link) in links {
            let ids = (shelves[calendar]?.ids ?? []).union(link.copies.keys)
            notePending(ids, in: calendar, failed: link.failed, event)
        }
    }

    /// Whether an event differs from the state that its remote has or may have.
    private func isPending(
        _ id: EventID, in calendar: CalendarID, _ link: CalendarLink
    ) -> Bool {
        if link.isReadOnly { return false }
        if link.unanswered[id] != nil { return true }
        let ours = events[id].flatMap { $0.calendar == calendar ? $0.content : nil }
        guard let ours, let base = link.copies[id]?.base else {
            return ours != nil || link.copies[id] != nil
        }
        return !ours.says(theSameAs: base, floatingIn: zone)
    }

    /// Resumes the links that rested because of too many issues.
    private mutating func resumeLinks(_ change: PlannerChange, _ event: Event) {
        guard change.issues.contains(where: { $0.value == nil }),
            openIssues.count < Self.issueCountMax
        else { return }
        for (calendar, link) in links where link.problem == .tooManyIssues {
            links[calendar]?.askAgain(event.rev)
            links[calendar]?.staleSince = nil
        }
    }
}
