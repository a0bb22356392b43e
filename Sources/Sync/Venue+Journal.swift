import DequeModule
import JSON

extension Venue {
    /// Brings the venue up to its journal, before anybody is connected.
    ///
    /// - Parameter events: hands every event of the journal to its argument, from revision 1 on.
    public mutating func replay<Failure: Error>(
        _ events: ((Event) -> Void) throws(Failure) -> Void
    ) throws(Failure) {
        let views = views.mapValues { Replay.View(members: $0.document.json.members ?? [:]) }
        var replay = Replay(shown: shown, rules: rules, views: views)
        try events { replay.apply($0) }
        shown = replay.shown
        tip = shown
        rev = replay.rev
        tipRev = rev
        lastEventAt = max(lastEventAt, replay.lastEventAt)
        shownAt = lastEventAt
        for (key, view) in replay.views {
            self.views[key]?.restore(
                Document(view.members), rev: view.rev, changedAt: view.changedAt, log: view.log)
        }
    }

    /// The events up to this revision are flushed to the disk: now they may be seen.
    public mutating func journaled(through durableRev: Int) -> [Action] {
        while let first = pending.first, first.event.rev <= durableRev {
            _ = pending.popFirst()
            if let id = first.event.mutationID { pendingRevs[id] = nil }
            show(first.event)
            for waiting in first.waiting {
                actions.append(
                    .send(
                        waiting.client, ack(of: first.event, isReplayed: waiting.isReplayed)))
            }
            actions.append(.published(first.event))
        }
        return takeActions()
    }

    /// The journal could not be written: whatever is pending has not happened.
    public mutating func journalFailed() -> [Action] {
        let rejection = Rejection(
            .unavailable, "The journal can't be written; nothing has changed, try again")
        for event in pending {
            for waiting in event.waiting {
                actions.append(.send(waiting.client, .reject(id: waiting.mutation.id, rejection)))
                actions.append(
                    .rejected(
                        waiting.mutation, rejection, actor: waiting.actor, at: event.event.at))
            }
        }
        pending = []
        pendingRevs = [:]
        tip = shown
        tipRev = rev
        return takeActions()
    }

    private mutating func show(_ event: Event) {
        rev = event.rev
        shownAt = event.at
        guard let index = shown.firstIndex(where: { $0.name == event.board }) else { return }
        let changes = shown[index].apply(event)
        for rule in shown[index].views {
            let changes = changes.filter { $0.view == rule.name }
            if changes.isEmpty { continue }
            show(changes, in: ViewKey(name: rule.name, isMasked: false), of: event)
            if rule.maskedFor.isEmpty { continue }
            show(
                changes.map { $0.masked(by: shown[index]) },
                in: ViewKey(name: rule.name, isMasked: true), of: event)
        }
        for watcher in personalWatchers { tellPersonalWatcher(watcher) }
    }

    private mutating func show(_ changes: [RowChange], in key: ViewKey, of event: Event) {
        // Taken out while it is changed, so that its document is not copied.
        guard var view = views.removeValue(forKey: key) else { return }
        let diff = view.apply(changes, of: event)
        views[key] = view
        if let diff, !view.subscribers.all.isEmpty {
            actions.append(.broadcast(view.subscribers.all, diff))
        }
    }
}

/// What the journal's events make of boards and views, gathered without hashing each state in
/// between.
private struct Replay {
    struct View {
        var members: [String: JSON]
        var rev = 0
        var changedAt = Instant(milliseconds: 0)
        var log = ChangeLog()
    }

    var shown: [any Board]
    let rules: [String: ViewRule]
    var views: [ViewKey: View]
    var rev = 0
    var lastEventAt = Instant(milliseconds: 0)

    init(shown: [any Board], rules: [String: ViewRule], views: [ViewKey: View]) {
        self.shown = shown
        self.rules = rules
        self.views = views
    }

    mutating func apply(_ event: Event) {
        rev = event.rev
        lastEventAt = event.at
        guard let index = shown.firstIndex(where: { $0.name == event.board }) else { return }
        for change in shown[index].apply(event) {
            views[ViewKey(name: change.view, isMasked: false)]?.apply(change, of: event)
            guard rules[change.view]?.maskedFor.isEmpty == false else { continue }
            views[ViewKey(name: change.view, isMasked: true)]?
                .apply(change.masked(by: shown[index]), of: event)
        }
    }
}

extension RowChange {
    fileprivate func masked(by board: any Board) -> RowChange {
        var masked = self
        masked.value = value.map { board.masked($0) }
        return masked
    }
}

extension Replay.View {
    /// Does what `SharedView` does with the same change, so that a client sees no difference between
    /// a hub that was restarted and one that was not.
    mutating func apply(_ change: RowChange, of event: Event) {
        let hadRows = members[change.member]?.members != nil
        let old: JSON?
        if let row = change.row {
            old = members[change.member]?[row]
            if old == change.value { return }
            setRow(row, of: change.member, to: change.value)
        } else {
            old = members[change.member]
            if old == change.value { return }
            members[change.member] = change.value
        }
        rev = event.rev
        changedAt = event.at
        log.append(
            ChangeLog.Entry(
                rev: event.rev, member: change.member, row: hadRows ? change.row : nil,
                wasPresent: change.row == nil || old != nil))
    }

    private mutating func setRow(_ row: String, of member: String, to value: JSON?) {
        // Taken out while it is changed, so that the rows are not copied.
        var rows: [String: JSON] = [:]
        if case .object(let present) = members.removeValue(forKey: member) { rows = present }
        rows[row] = value
        members[member] = .object(rows)
    }
}
