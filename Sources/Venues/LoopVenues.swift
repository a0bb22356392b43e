import Dispatch
import Logging
package import Metrics
import Screens
import SignIn
import Storage
package import Sync
package import Terminal
import Time
package import Transport

/// Reaches the venues of a loop from another thread.
package struct LoopVenuesHandle: Sendable {
    /// Runs the closure on the loop, in a later turn.
    package let perform: @Sendable (@escaping @Sendable (LoopVenues) -> Void) -> Void

    package init(
        _ perform: @escaping @Sendable (@escaping @Sendable (LoopVenues) -> Void) -> Void
    ) {
        self.perform = perform
    }
}

/// The venues of one loop, used only on that loop.
package final class LoopVenues {
    let context: VenueContext
    let loop: EventLoop
    /// Reaches this object from other threads.
    let home: LoopVenuesHandle
    /// Logs lines that may repeat.
    let lines: RepeatedLines

    private var runners: [String: VenueRunner] = [:]
    /// The times when venues last failed to open.
    private var openingFailedAt: [String: Duration] = [:]
    /// The callers that wait for venues to open.
    private var opening: [String: [() -> Void]] = [:]
    private var runnersToFlush: [VenueRunner] = []
    /// The shown events that were not yet sent to all watchers.
    private var showings: [(runner: VenueRunner, rev: Int, outputEnd: Int?)] = []
    /// The venues whose durable events wait for earlier output.
    private var runnersToHurry: [VenueRunner] = []

    package init(
        _ context: VenueContext, on loop: EventLoop, home: LoopVenuesHandle, lines: RepeatedLines
    ) {
        self.context = context
        self.loop = loop
        self.home = home
        self.lines = lines
    }

    /// Starts serving a venue that belongs to this loop.
    package func open(_ venue: Venue) {
        let runner = VenueRunner(venue, among: self)
        runners[runner.slug] = runner
        runner.begin()
    }

    /// Returns the runner of a venue; `nil` if the venue is not open.
    package func runner(of slug: String) -> VenueRunner? { runners[slug] }

    /// Whether the venue failed to open within the last `openingPause`. Anybody may request a
    /// venue, and each attempt to open it takes a while.
    package func failedLately(toOpen slug: String) -> Bool {
        openingFailedAt[slug].map { loop.now - $0 < Self.openingPause } ?? false
    }

    /// The minimum time between two attempts to open a venue.
    package static let openingPause = Duration.seconds(5)

    /// Opens a venue. Reads its journal away from the loop, and calls back when the venue is open
    /// or can't be read. `failedLately(toOpen:)` tells which.
    package func open(_ record: VenueRecord, _ done: @escaping () -> Void) {
        let slug = record.slug
        opening[slug, default: []].append(done)
        guard opening[slug]?.count == 1 else { return }
        let (home, context) = (home, context)
        context.opening.async {
            let result = Result { () throws(StoreError) in
                try VenueFactory.open(
                    record, journal: context.storage, limits: context.options.limits,
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

    /// Makes snapshots before the hub stops, so that the next start replays less.
    package func considerSnapshots() {
        for runner in runners.values { runner.considerSnapshot(tailDividedBy: 10) }
    }

    /// Looks up the devices of a venue, and calls back on the loop.
    func withRoster(
        of venue: String,
        _ done: @escaping @Sendable (LoopVenues, Result<DeviceRoster, StoreError>) -> Void
    ) {
        let home = home
        context.reader.read { (identity) throws(StoreError) in
            try identity.roster(of: venue)
        } answer: { result in
            home.perform { venues in done(venues, result) }
        }
    }

    // MARK: Turns

    /// Notes that a venue has events for the journal. They are appended once, at the end of the
    /// turn.
    func flushAtEndOfTurn(_ runner: VenueRunner) { runnersToFlush.append(runner) }

    /// Notes that a venue has shown events. Their diffs are sent from the end of this turn on.
    func noteShowing(by runner: VenueRunner) {
        showings.append((runner, runner.venue.rev, nil))
    }

    /// Makes a venue show its durable events as soon as no output waits.
    func hurryAfterOutput(_ runner: VenueRunner) { runnersToHurry.append(runner) }

    /// Appends the turn's events to the journal. Call it at the end of each turn, before output is
    /// sent.
    package func flushJournal() {
        guard !runnersToFlush.isEmpty else { return }
        let runners = runnersToFlush
        runnersToFlush = []
        for runner in runners { runner.flushJournal() }
    }

    /// Notes the shown events whose diffs have been passed to the kernel for all watchers, as far
    /// as it accepted them. Call it in each turn, after output was sent.
    package func noteHandedOver() {
        if !loop.hasOutput, !runnersToHurry.isEmpty {
            let runners = runnersToHurry
            runnersToHurry = []
            for runner in runners { runner.showDurableSoon() }
        }
        guard !showings.isEmpty else { return }
        for index in showings.indices where showings[index].outputEnd == nil {
            showings[index].outputEnd = loop.outputEnd
        }
        let count = showings.prefix { $0.outputEnd.map(loop.hasSent) ?? false }.count
        guard count > 0 else { return }
        let now = loop.time.now
        for showing in showings[..<count] {
            showing.runner.handedOver(through: showing.rev, at: now)
        }
        showings.removeFirst(count)
    }

    /// Whether everything that was decided is durable and shown.
    package var isAtRest: Bool {
        runners.values.allSatisfy { $0.venue.decidedRev == $0.venue.rev } && showings.isEmpty
            && opening.isEmpty
    }

    /// Checks the screens of all venues. Call it once a second.
    package func sweep(at now: Duration) {
        for runner in Array(runners.values) { runner.screens.sweep(at: now) }
    }

    /// Adds the numbers of subscriptions and screens to the metrics.
    package func add(to reading: inout LoopReading) {
        for runner in runners.values {
            reading.subscriptions.merge(runner.venue.subscriptionCounts, uniquingKeysWith: +)
            reading.screens.merge(runner.screens.watch.counts, uniquingKeysWith: +)
        }
    }
}
