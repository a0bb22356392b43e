import DequeModule
import JSON

extension Venue {
    /// Brings the venue up to its journal, before anybody is connected.
    ///
    /// - Parameter events: hands every event of the journal that follows the venue's revision to its
    ///   argument: from revision 1 on, unless the venue was restored from a snapshot.
    public mutating func replay<Failure: Error>(
        _ events: ((Event) -> Void) throws(Failure) -> Void
    ) throws(Failure) {
        var replay = Replay(of: self)
        try events { replay.apply($0) }
        shown = replay.shown
        tip = shown
        rev = replay.rev
        tipRev = rev
        lastEventAt = max(lastEventAt, replay.lastEventAt)
        shownAt = lastEventAt
        knownMutations = replay.knownMutations
        for board in shown {
            for rule in board.views {
                guard let view = replay.views[rule.name] else { continue }
                let document = view.document
                views[ViewKey(name: rule.name, isMasked: false)]?.restore(
                    document, rev: view.rev, changedAt: view.changedAt, log: view.log)
                if rule.maskedFor.isEmpty { continue }
                views[ViewKey(name: rule.name, isMasked: true)]?.restore(
                    document.masked(by: board), rev: view.rev, changedAt: view.changedAt,
                    log: view.log)
            }
        }
    }

    /// How many events' diffs reach a connection in one piece. Those of 64 large parties stay below
    /// what makes a connection congested.
    private static let shownTogetherMax = 64

    /// Hands over what has been decided since this was last asked for; `nil` when nothing has.
    public mutating func takeBatch() -> JournalBatch? {
        guard !outbox.isEmpty else { return nil }
        defer { outbox = [] }
        return JournalBatch(venue: record.slug, generation: generation, entries: outbox)
    }

    /// Whether it still matters what becomes of a batch. When the journal fails, the batches that
    /// follow the one that could not be written are taken back with it, and fail by themselves.
    public func awaits(_ batch: JournalBatch) -> Bool { batch.generation == generation }

    /// A batch is flushed to the disk: now its events may be seen, in steps, so that who can't keep
    /// up is spared all that follows what was too much for it.
    ///
    /// - Returns: one step, to be carried out and settled before the next is asked for; `nil` when
    ///   all is shown.
    public mutating func journaled(_ batch: JournalBatch) -> [Action]? {
        guard awaits(batch), let last = batch.entries.last?.event.rev,
            let first = pending.first, first.event.rev <= last
        else { return nil }
        return journaled(through: min(last, rev + Self.shownTogetherMax))
    }

    /// The diffs of all events up to this revision go to those who watch a view in one piece, before
    /// the answers.
    private mutating func journaled(through durableRev: Int) -> [Action] {
        var diffs: [(view: ViewKey, messages: [[UInt8]])] = []
        var answers: [Action] = []
        while let first = pending.first, first.event.rev <= durableRev {
            _ = pending.popFirst()
            if let id = first.event.mutationID {
                pendingRevs[id] = nil
                knownMutations.insert(id)
            }
            show(first.event, diffs: &diffs)
            for waiting in first.waiting {
                answers.append(
                    .send(
                        waiting.client, ack(of: first.event, isReplayed: waiting.isReplayed)))
            }
            answers.append(
                .published(first.event, action: first.waiting.first?.told.action))
            if let device = first.endedDevice { answers += goodbyes(to: device) }
        }
        for (view, messages) in diffs {
            guard let watchers = views[view]?.subscribers.all, !watchers.isEmpty else { continue }
            actions.append(.broadcast(watchers, messages))
        }
        actions += answers
        return takeActions()
    }

    /// The device is not what its connections were let in as.
    func goodbyes(to device: String) -> [Action] {
        let ended = clients.filter { $0.value.principal.device == device }.keys
        return ended.sorted { $0.number < $1.number }.map { id in
            .close(id, .signInAgain, reason: "this device was signed out")
        } + [.signedOut(device: device)]
    }

    /// A batch could not be written: whatever is pending has not happened.
    public mutating func journalFailed(_ batch: JournalBatch) -> [Action] {
        guard awaits(batch) else { return [] }
        generation += 1
        outbox = []
        let rejection = Rejection(
            .unavailable, "The journal can't be written; nothing has changed, try again")
        for event in pending {
            for waiting in event.waiting {
                actions.append(.send(waiting.client, .reject(id: waiting.mutationID, rejection)))
                actions.append(
                    .rejected(waiting.told, rejection, actor: waiting.actor, at: event.event.at))
            }
        }
        pending = []
        pendingRevs = [:]
        tip = shown
        tipRev = rev
        return takeActions()
    }

    /// - Parameter diffs: what the event made for each view is added to it.
    mutating func show(
        _ event: Event, diffs: inout [(view: ViewKey, messages: [[UInt8]])]
    ) {
        rev = event.rev
        shownAt = event.at
        for index in shown.indices {
            let changes = shown[index].witness(event)
            if changes.isEmpty { continue }
            for rule in shown[index].views {
                let changes = changes.filter { $0.view == rule.name }
                if changes.isEmpty { continue }
                show(
                    changes, in: ViewKey(name: rule.name, isMasked: false), of: event,
                    diffs: &diffs)
                if rule.maskedFor.isEmpty { continue }
                show(
                    changes, in: ViewKey(name: rule.name, isMasked: true), of: event,
                    diffs: &diffs)
            }
        }
        for watcher in personalWatchers { tellPersonalWatcher(watcher) }
    }

    private mutating func show(
        _ changes: [RowChange], in key: ViewKey, of event: Event,
        diffs: inout [(view: ViewKey, messages: [[UInt8]])]
    ) {
        guard let diff = views[key]?.apply(changes, of: event) else { return }
        if let index = diffs.firstIndex(where: { $0.view == key }) {
            diffs[index].messages.append(diff)
        } else {
            diffs.append((key, [diff]))
        }
    }
}
