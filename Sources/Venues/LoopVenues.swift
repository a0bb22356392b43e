import Dispatch
import Logging
package import Metrics
import Screens
import SignIn
import Store
package import Sync
package import Terminal
package import Transport

/// The way to a loop's venues from another thread.
package struct VenueLoop: Sendable {
    /// Runs the closure on the loop, in a later turn.
    package let perform: @Sendable (@escaping @Sendable (LoopVenues) -> Void) -> Void

    package init(
        _ perform: @escaping @Sendable (@escaping @Sendable (LoopVenues) -> Void) -> Void
    ) {
        self.perform = perform
    }
}

/// The venues of one loop. Used on that loop only.
package final class LoopVenues {
    let context: VenueContext
    let loop: EventLoop
    /// The way back here from other threads.
    let home: VenueLoop
    /// What is logged again and again.
    let lines: RepeatedLines

    private var runners: [String: VenueRunner] = [:]
    /// Venues that could not be opened, and when that was tried last.
    private var openingFailedAt: [String: Duration] = [:]
    /// Who waits for a venue that is being opened.
    private var opening: [String: [() -> Void]] = [:]
    private var runnersToFlush: [VenueRunner] = []
    private var runnersThatShowed: [VenueRunner] = []
    private var lastClientNumber: UInt64 = 0

    package init(
        _ context: VenueContext, on loop: EventLoop, home: VenueLoop, lines: RepeatedLines
    ) {
        self.context = context
        self.loop = loop
        self.home = home
        self.lines = lines
    }

    /// Puts a venue that lives on this loop into service.
    package func open(_ venue: Venue) {
        let runner = VenueRunner(venue, among: self)
        runners[runner.slug] = runner
        runner.begin()
    }

    /// The one that is open; `nil` when nobody has asked for the venue yet.
    package func runner(of slug: String) -> VenueRunner? { runners[slug] }

    /// Whether the venue's journal could not be read a moment ago: anybody may ask, and to try takes a
    /// while.
    package func failedLately(toOpen slug: String) -> Bool {
        openingFailedAt[slug].map { loop.now - $0 < Self.openingPause } ?? false
    }

    /// How long nobody need ask again for a venue that could not be opened.
    package static let openingPause = Duration.seconds(5)

    /// Reads the venue's journal, away from the loop, and calls back when it is open or can't be read.
    package func open(_ record: VenueRecord, _ done: @escaping () -> Void) {
        let slug = record.slug
        opening[slug, default: []].append(done)
        guard opening[slug]?.count == 1 else { return }
        let (home, context) = (home, context)
        context.opening.async {
            let result = Result { () throws(StoreError) in
                try VenueFactory.open(
                    record, journal: context.journal, limits: context.options.limits,
                    boards: context.options.boards, pairings: context.pairings,
                    roles: context.roles, notice: context.notice)
            }
            home.perform { $0.opened(slug, result) }
        }
    }

    private func opened(_ slug: String, _ result: Result<Venue, StoreError>) {
        switch result {
        case .success(let venue): open(venue)
        case .failure(let error):
            context.logger.error("the venue \(slug) can't be opened: \(error)")
            openingFailedAt[slug] = loop.now
        }
        for done in opening.removeValue(forKey: slug) ?? [] { done() }
    }

    /// The hub stops: what is kept now is not replayed at the next start.
    package func considerSnapshots() {
        for runner in runners.values { runner.considerSnapshotAtEnd() }
    }

    func nextClientID() -> ClientID {
        lastClientNumber += 1
        return ClientID(number: lastClientNumber)
    }

    /// Looks up which devices a venue has.
    func withRoster(
        of venue: String,
        _ done: @escaping @Sendable (LoopVenues, Result<DeviceRoster, StoreError>) -> Void
    ) {
        let home = home
        context.identity.roster(of: venue) { result in
            home.perform { venues in done(venues, result) }
        }
    }

    // MARK: Turns

    /// The venue has events for the journal; they are handed over once, at the end of the turn.
    func flushAtEndOfTurn(_ runner: VenueRunner) { runnersToFlush.append(runner) }

    /// The venue has shown events: what it sent leaves at the end of the turn.
    func noteAtEndOfTurn(_ runner: VenueRunner) { runnersThatShowed.append(runner) }

    /// To be called at the end of each turn, before its output is sent.
    package func flushJournal() {
        guard !runnersToFlush.isEmpty else { return }
        let runners = runnersToFlush
        runnersToFlush = []
        for runner in runners { runner.flushJournal() }
    }

    /// To be called when the turn's output was handed to the kernel.
    package func noteHandedOver() {
        guard !runnersThatShowed.isEmpty else { return }
        let now = EventLoop.monotonicNow
        for runner in runnersThatShowed { runner.handedOver(at: now) }
        runnersThatShowed = []
    }

    /// To be called once a second.
    package func sweep(at now: Duration) {
        for runner in Array(runners.values) { runner.screens.sweep(at: now) }
    }

    /// For the metrics.
    package func add(to reading: inout LoopReading) {
        for runner in runners.values {
            reading.subscriptions.merge(runner.venue.subscriptionCounts, uniquingKeysWith: +)
            reading.screens.merge(runner.screens.watch.counts, uniquingKeysWith: +)
        }
    }
}
