import Gateway
import HTTPTypes
import Limits
import Metrics
import Pages
import Sync
import Terminal
import Transport
import Venues

/// All that lives on one loop: its venues, its connections and its share of the listening. Used on
/// that loop only.
final class Station {
    let context: HubContext
    let worker: Worker
    let venues: LoopVenues
    private(set) lazy var connections = LoopConnections(
        context.gateway, on: loop, turns: turns, handler: self)
    let webSockets: WebSocketWorkshop
    let renderer: PageRenderer
    let turns: FairTurns
    let messageLimit: RateLimit
    let lines: RepeatedLines
    var loop: EventLoop { worker.loop }

    private var listeners: [Listener] = []
    /// How far the reconnects after a restart are spread.
    private(set) var reconnectMilliseconds = 500...1_000

    init(context: HubContext, worker: Worker) {
        self.context = context
        self.worker = worker
        webSockets = WebSocketWorkshop(limits: context.options.limits)
        renderer = PageRenderer(context.files, context.pages, boards: context.options.boards)
        messageLimit = context.options.limits.messages
        lines = RepeatedLines(logger: context.logger)
        turns = FairTurns(on: worker.loop)
        venues = LoopVenues(
            context.venues, on: worker.loop, home: worker.venues, lines: lines)
        loop.atEndOfTurn { [unowned self] in
            turns.turnEnds()
            venues.flushJournal()
        }
        loop.afterOutput { [unowned self] in venues.noteHandedOver() }
        sweepLater()
    }

    /// The venue's runner; requests have their venue opened before they are answered.
    ///
    /// - Throws: 404 when there is no such venue, 503 when its journal can't be read.
    func openRunner(of slug: String) throws(HTTPProblem) -> VenueRunner {
        if let runner = venues.runner(of: slug) { return runner }
        _ = try Authenticator(context).record(of: slug)
        throw Self.unreadable
    }

    private static let unreadable = HTTPProblem(
        .serviceUnavailable, "The venue's journal can't be read; try again.",
        fields: [.retryAfter: "\(LoopVenues.openingPause.components.seconds)"])

    private func sweepLater() {
        _ = loop.schedule(after: .seconds(1)) { [weak self] in
            guard let self else { return }
            let now = loop.now
            connections.sweep(at: now)
            venues.sweep(at: now)
            lines.sweep(at: now)
            sweepLater()
        }
    }

    /// For the metrics.
    var reading: LoopReading {
        var reading = LoopReading()
        connections.add(to: &reading)
        venues.add(to: &reading)
        return reading
    }

    func listen(_ listener: Listener) { listeners.append(listener) }

    // MARK: Stopping

    func stopListening() {
        connections.beginStopping()
        for listener in listeners { listener.close() }
        listeners = []
    }

    /// Says goodbye to everyone, and calls back when everyone is gone or `timeout` has passed.
    func stop(timeout: Duration, _ done: @escaping @Sendable () -> Void) {
        // Ten for each millisecond are less than what the next hub can take, and a few screens need
        // not wait for what would be too much for thousands.
        reconnectMilliseconds = 500...(1_000 + connections.count / 10)
        connections.stop(timeout: timeout, done)
    }
}
