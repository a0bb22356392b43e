import DequeModule
import JSON

extension Venue {
    /// Applies the journal's events, before any client connects.
    ///
    /// - Parameter events: calls its argument with every event after `replayStart`: every event of
    ///   the journal, unless the whole venue was restored from a snapshot.
    public mutating func replay<Failure: Error>(
        _ events: ((Event) -> Void) throws(Failure) -> Void
    ) throws(Failure) {
        var replay = Replay(of: self)
        var tail = tail
        try events { event in
            tail.add(event)
            replay.apply(event)
        }
        self.tail = tail
        shown = replay.shown
        boardsBehind = []
        tip = shown
        rev = replay.rev
        tipRev = rev
        lastEventAt = replay.lastEventAt
        shownAt = lastEventAt
        mutationIDFilter = replay.mutationIDFilter
        eventKinds = replay.eventKinds
        resetMemoryBoards()
        for board in shown {
            let declaration = board.declaration
            for rule in declaration.views where declaration.isJournaled(view: rule.name) {
                guard let view = replay.views[rule.name] else { continue }
                views[ViewKey(name: rule.name)]?.restore(
                    view.document, rev: view.rev, changedAt: view.changedAt, log: view.log)
                copyToMaskedView(of: rule.name, maskedBy: board)
            }
        }
    }

    /// Supplies the reference data that the boards' states mention, before any client connects.
    ///
    /// - Parameter find: returns the content of a board with this digest.
    /// - Returns: a line for each board that works without its data.
    package mutating func supplyReferences(
        _ find: (_ digest: String, _ board: String) throws -> ReferenceContent?
    ) -> [String] {
        var problems: [String] = []
        for index in shown.indices {
            let name = shown[index].name
            for digest in shown[index].missingReferences.sorted() {
                do {
                    guard let content = try find(digest, name) else {
                        problems.append("the data \(digest) of \(name) is missing")
                        continue
                    }
                    try shown[index].take(content)
                } catch {
                    problems.append("the data \(digest) of \(name) is not used: \(error)")
                }
            }
            tip[index] = shown[index]
        }
        return problems
    }

    /// The maximum number of events whose diffs are sent together. The diffs of 64 large parties
    /// are smaller than the size that makes a connection congested.
    private static let eventsPerStepMax = 64

    /// Returns the events that were decided since the last call; `nil` if there are none.
    public mutating func takeBatch() -> JournalBatch? {
        journalQueue.takeBatch(of: record.slug)
    }

    /// Whether the outcome of a batch still matters. When the journal fails, all events that were
    /// not durable are revoked, and the later batches fail too.
    public func isCurrent(_ batch: JournalBatch) -> Bool { journalQueue.isCurrent(batch) }

    /// Shows the events of a batch that was flushed to the disk. Works in steps, so that a client
    /// that becomes congested is spared the rest.
    ///
    /// - Returns: the actions of one step, to be carried out and settled before the next call;
    ///   `nil` when everything is shown.
    public mutating func journaled(_ batch: JournalBatch) -> [Action]? {
        guard isCurrent(batch), let last = batch.entries.last?.event.rev,
            let first = pending.firstRev, first <= last
        else { return nil }
        return journaled(through: min(last, rev + Self.eventsPerStepMax))
    }

    /// Shows all events up to this revision. The answers come first, so that a sender recognizes
    /// its own diff; then the diffs, combined for each view; then everything else that follows from
    /// the events.
    private mutating func journaled(through durableRev: Int) -> [Action] {
        var answers = takeActions()
        var frames: [ViewFrame] = []
        var consequences: [Action] = []
        while let decided = pending.popFirst(through: durableRev) {
            if let id = decided.event.mutationID { mutationIDFilter.insert(id) }
            tail.add(decided.event)
            show(decided.event, to: decided.observers, frames: &frames)
            shown.take(decided.content, of: decided.event)
            var action: String?
            // An iterator would copy each element.
            for index in decided.waiting.indices {
                if let rejection = decided.waiting[index].rejection {
                    reject(decided.waiting[index], rejection, at: decided.event.at)
                    answers += takeActions()
                    continue
                }
                if action == nil { action = decided.waiting[index].redacted.action }
                answers.append(
                    .send(
                        decided.waiting[index].client,
                        ack(of: decided.event, isReplayed: decided.waiting[index].isReplayed)))
            }
            consequences.append(.published(decided.event, action: action, access: decided.access))
            if let device = decided.access?.signedOutDevice {
                consequences += closeActions(for: device)
            }
        }
        // Showing the events has queued messages about views that have ended.
        let endings = takeActions()
        rebaseMemoryBoards()
        return answers + endings + edge.broadcasts(of: frames) + consequences
    }

    /// Returns the actions that end the connections of a device whose access was revoked or
    /// changed.
    func closeActions(for device: String) -> [Action] {
        edge.clients.sortedIDs.filter { edge.clients[$0]?.principal.device == device }.map { id in
            .close(id, .signInAgain, reason: "this device was signed out")
        } + [.signedOut(device: device)]
    }

    /// Rejects everything that is pending, because a batch could not be written.
    public mutating func journalFailed(_ batch: JournalBatch) -> [Action] {
        guard isCurrent(batch) else { return [] }
        journalQueue.fail()
        let rejection = Rejection(.unavailable, .journalUnwritable)
        for event in pending.all {
            for waiting in event.waiting { reject(waiting, rejection, at: event.event.at) }
        }
        pending = PendingEvents()
        tip = shown
        divergedBoards = []
        tipRev = rev
        eventKinds.remove(after: rev)
        lastEventAt = shownAt
        return takeActions()
    }

    // MARK: Commits whose outcome is unknown

    /// Notes that a batch may or may not be in the journal. Its events are neither answered nor
    /// shown before `settled`.
    public mutating func journalUncertain(_ batch: JournalBatch) -> [Action] {
        journalQueue.noteUncertainty(of: batch) ? [.settle(batch)] : []
    }

    /// Whether the failure of a batch must wait until an earlier batch is settled. If so, `settled`
    /// returns it later.
    ///
    /// - Parameter isUncertain: whether it may be in the journal nevertheless.
    public mutating func defersFailure(of batch: JournalBatch, isUncertain: Bool) -> Bool {
        journalQueue.keepForLater(FailedBatch(batch: batch, isUncertain: isUncertain))
    }

    /// Ends the uncertainty. The caller then calls `journaled` or `journalFailed` for the batch.
    ///
    /// - Returns: the batches that failed in the meantime, to be reported after it.
    public mutating func settled() -> [FailedBatch] { journalQueue.settle() }

    // MARK: Showing

    /// Shows a durable event to boards, views and subjects.
    ///
    /// - Parameters:
    ///   - observers: the boards that observe the event.
    ///   - frames: the views' new frames are appended to it.
    mutating func show(
        _ event: Event, to observers: [BoardObserver], frames: inout [ViewFrame]
    ) {
        rev = event.rev
        shownAt = event.at
        var usedBefore: Set<String>?
        let keeper = catalogue.boardsInUseKeeper
        if let keeper { usedBefore = shown[keeper].boardsInUse }
        memory.hear(event)
        for observer in observers {
            let changes = shown.observe(event, by: observer)
            if !changes.isEmpty { show(changes, of: observer.index, by: event, frames: &frames) }
        }
        // Sets that share their storage are compared in constant time.
        if let keeper, shown[keeper].boardsInUse != usedBefore { endUnusedViews() }
        if event.changesSettings { endForbiddenViews(of: event.board) }
        for index in watchedSubjects.keys.sorted() {
            showSubjects(
                of: index, event, renumbered: renumbered(event, byBoard: index), frames: &frames)
        }
        showRequested(event, of: nil, frames: &frames)
    }

    /// - Parameter index: the index of the board whose views have changed.
    mutating func show(
        _ changes: [RowChange], of index: Int, by event: Event, frames: inout [ViewFrame]
    ) {
        for view in catalogue.keptViews[index] {
            let changes = changes.filter { $0.view == view.name }
            if changes.isEmpty { continue }
            if view.isJournaled {
                show(changes, in: view, of: event, frames: &frames)
            } else {
                let renumbered = renumbered(event, byBoard: index)
                show(changes, in: view, of: renumbered, frames: &frames)
            }
        }
    }

    private mutating func show(
        _ changes: [RowChange], in view: KeptView, of event: Event, frames: inout [ViewFrame]
    ) {
        show(changes, in: view.key, of: event, frames: &frames)
        if let key = view.maskedKey { show(changes, in: key, of: event, frames: &frames) }
    }

    mutating func show(
        _ changes: [RowChange], in key: ViewKey, of event: Event, frames: inout [ViewFrame]
    ) {
        change(key, frames: &frames) { log, isAwaited in
            log.apply(changes, of: event, isWatched: isAwaited)
        }
    }

    /// Applies an event's changes to a view.
    ///
    /// - Parameter body: its second argument tells whether somebody needs the frame at once.
    mutating func change(
        _ key: ViewKey, frames: inout [ViewFrame],
        _ body: (inout ViewLog, _ isAwaited: Bool) -> ViewFrame?
    ) {
        guard let index = views.index(forKey: key) else { return }
        guard let interval = edge.foldingInterval(of: key) else {
            if let frame = body(&views.values[index], edge.watches(key)) { frames.append(frame) }
            return
        }
        let before = views.values[index].rev
        _ = body(&views.values[index], false)
        guard views.values[index].rev != before else { return }
        edge.fold(key, since: before, intervalMilliseconds: interval)
    }
}
