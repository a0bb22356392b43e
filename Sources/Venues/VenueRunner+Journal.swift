import Clocks
import Delivery
import JSON
import Metrics
import Storage
import Sync
import Time
import Transport

/// Appends to the journal, and handles the outcomes of batches; makes snapshots and inquiries.
extension VenueRunner {
    func flushJournal() {
        guard let batch = venue.takeBatch() else { return }
        let (home, slug, time) = (venues.home, slug, venues.loop.time)
        // Notes the events that were due at a time. Those of requests were noted before.
        noteReceived(at: venues.loop.now, from: nil)
        venues.context.journal.append(batch) { result in
            let now = time.now
            home.perform { $0.runner(of: slug)?.journaled(batch, result, at: now) }
        }
    }

    private func journaled(
        _ batch: JournalBatch, _ result: Result<Void, StoreError>, at instant: Duration
    ) {
        guard venue.isCurrent(batch) else { return }
        switch result {
        case .success:
            venues.context.readiness.succeeded(at: instant)
            guard let last = batch.entries.last?.event.rev else { return }
            journeys.durable(through: last, at: instant)
            durable.append(batch)
            if sinks.count < Self.crowdMin {
                showDurable()
            } else if venues.loop.hasOutput {
                showDurable(within: Self.joiningTimeMax)
                venues.hurryAfterOutput(self)
            } else {
                showDurableSoon()
            }
        case .failure(let error):
            venues.context.readiness.failed(error)
            if case .outcomeUnknown = error {
                failed(batch, isUncertain: true)
            } else {
                failed(batch)
            }
        }
    }

    /// The maximum time that a durable batch waits for earlier output. Sending to a thousand
    /// screens takes about as long.
    private static let joiningTimeMax = Duration.milliseconds(10)
    /// The maximum time that a durable batch then waits for the next one. A commit takes about a
    /// millisecond on a current disk.
    private static let commitTimeMax = Duration.milliseconds(2)
    /// Sending to fewer clients is quick, so their batches do not wait.
    private static let crowdMin = 100

    /// Shows the durable batches at once, or together with the next one if that is being written.
    func showDurableSoon() {
        guard let last = durable.last?.entries.last?.event.rev else { return }
        if venue.decidedRev == last {
            showDurable()
        } else {
            showDurable(within: Self.commitTimeMax)
        }
    }

    private func showDurable(within wait: Duration) {
        let end = venues.loop.now + wait
        if let showing, showing.end <= end { return }
        showing?.timer.cancel()
        showing = (
            end, venues.loop.schedule(after: wait) { [weak self] in self?.showDurable() }
        )
    }

    /// Shows the durable batches. Sending to a thousand screens takes longer than a commit. So
    /// batches wait while earlier output is being sent, and then each screen gets the diffs of all
    /// of them at once.
    private func showDurable() {
        showing?.timer.cancel()
        showing = nil
        guard !durable.isEmpty else { return }
        let batches = durable
        durable = []
        // The last batch also shows the earlier ones. A batch that was settled late may follow it.
        for batch in batches.reversed() {
            while let actions = venue.journaled(batch) { perform(actions) }
        }
        for batch in batches { tellCourier(of: batch) }
        venues.noteShowing(by: self)
        considerSnapshot()
    }

    private func tellCourier(of batch: JournalBatch) {
        let courier = venues.context.courier
        // Closures would copy each entry.
        var hasEffects = false
        for index in batch.entries.indices {
            if let change = batch.entries[index].effectChange { courier.changed(change, in: slug) }
            if !batch.entries[index].effects.isEmpty { hasEffects = true }
        }
        if hasEffects { courier.wake() }
    }

    private func failed(_ batch: JournalBatch, isUncertain: Bool = false) {
        // A failure revokes all events that are not shown. These are durable, so show them first.
        showDurable()
        guard venue.isCurrent(batch), !venue.defersFailure(of: batch, isUncertain: isUncertain)
        else { return }
        if isUncertain { return perform(venue.journalUncertain(batch)) }
        journeys.takeBack()
        recentEvents.takeBack(to: venue.rev)
        perform(venue.journalFailed(batch))
    }

    private static let settlingPause = Duration.seconds(1)

    /// Finds out whether a batch is in the journal. Tries again until the journal can tell.
    func settle(_ batch: JournalBatch) {
        let (home, slug, time) = (venues.home, slug, venues.loop.time)
        venues.context.journal.settle(batch) { result in
            let now = time.now
            home.perform { $0.runner(of: slug)?.settled(batch, result, at: now) }
        }
    }

    private func settled(
        _ batch: JournalBatch, _ result: Result<Bool, StoreError>, at instant: Duration
    ) {
        guard case .success(let isKept) = result else {
            _ = venues.loop.schedule(after: Self.settlingPause) { [weak self] in
                self?.settle(batch)
            }
            return
        }
        let failedLater = venue.settled()
        if isKept { journaled(batch, .success(()), at: instant) } else { failed(batch) }
        for later in failedLater { failed(later.batch, isUncertain: later.isUncertain) }
    }

    /// Notes that the diffs of the events up to a revision have been passed to the kernel for all
    /// watchers, as far as it accepted them.
    ///
    /// - Parameters:
    ///   - rev: the revision of the last of these events.
    ///   - instant: the current time, by the loop's clock.
    func handedOver(through rev: Int, at instant: Duration) {
        let ended = journeys.handedOver(through: rev, at: instant)
        recentEvents.ended(ended, through: journeys.handedOverRev)
        venues.context.metrics.handedOver(ended)
    }

    // MARK: Snapshots

    /// Requests a snapshot when the events after the last one are many or large.
    ///
    /// - Parameter divisor: the factor by which the tail may be shorter than usual.
    func considerSnapshot(tailDividedBy divisor: Int = 1) {
        let options = venues.context.options
        guard
            venue.tail.events > options.snapshotEvents / divisor
                || venue.tail.bytes > options.snapshotBytes / divisor
        else { return }
        venue.tail = JournalTail()
        venues.context.snapshots.keep(of: venue.record)
    }

    // MARK: Inquiries

    /// Looks up what the venue needs to know for a decision, away from the loop.
    func inquire(_ inquiry: Inquiry, from origin: RecentEvent.Origin?) {
        let (home, slug) = (venues.home, slug)
        venues.context.reader.perform { storage in
            // Each look-up may fail without the other.
            let recalled = Result { () throws(StoreError) in
                try inquiry.recalls ? storage.recall(inquiry.mutationID, in: slug) : nil
            }
            let role = inquiry.device.map { device in
                Result { () throws(StoreError) in try storage.device(device, in: slug)?.role }
            }
            home.perform { venues in
                venues.runner(of: slug)?.answered(inquiry, recalled, role, from: origin)
            }
        }
    }

    private func answered(
        _ inquiry: Inquiry, _ recalled: Result<RecordedMutation?, StoreError>,
        _ role: Result<Role?, StoreError>?, from origin: RecentEvent.Origin?
    ) {
        let roles = venues.context.roles
        if let device = inquiry.device {
            if case .success(let role)? = role { roles.put(role, of: device, in: slug) }
        }
        let actions = venue.answered(
            inquiry, recalled.mapError { $0 }, at: venues.context.clock.now)
        if let device = inquiry.device { roles.takeOut(device, in: slug) }
        noteReceived(at: venues.loop.now, from: origin)
        perform(actions, askedFrom: origin)
    }
}
