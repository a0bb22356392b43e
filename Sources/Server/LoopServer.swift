import Gateway
import HTTPTypes
import Limits
import Metrics
import Sync
import Terminal
import Transport
import Venues

/// Everything that lives on one event loop: its venues, its connections and its listeners. Must be
/// used on that loop only.
final class LoopServer {
    let context: HubContext
    let hubLoop: HubLoop
    let venues: LoopVenues
    private(set) lazy var connections = LoopConnections(
        context.gateway, on: loop, turns: turns, handler: self)
    let webSockets: WebSocketCodecs
    let turns: FairTurns
    let limits: HubLimits
    let messageLimit: RateLimit
    let lines: RepeatedLines
    var loop: EventLoop { hubLoop.loop }

    private var listeners: [Listener] = []
    /// The range from which each client gets a random delay before it reconnects after a restart.
    private(set) var reconnectMilliseconds = 500...1_000

    init(context: HubContext, hubLoop: HubLoop) {
        self.context = context
        self.hubLoop = hubLoop
        limits = context.options.limits
        messageLimit = limits.messages
        webSockets = WebSocketCodecs(limits: limits)
        lines = RepeatedLines(logger: context.logger)
        turns = FairTurns(on: hubLoop.loop)
        venues = LoopVenues(
            context.venues, on: hubLoop.loop, home: hubLoop.venues, lines: lines)
        loop.atEndOfTurn { [unowned self] in
            turns.turnEnds()
            venues.flushJournal()
        }
        loop.afterOutput { [unowned self] in venues.noteHandedOver() }
        sweepLater()
    }

    /// Returns the runner of a venue, which `prepare(_:for:)` has opened if possible.
    ///
    /// - Throws: 404 if there is no such venue, 503 if its journal can't be read.
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

    /// This loop's part of the metrics.
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
        closeListeners()
    }

    func closeListeners() {
        for listener in listeners { listener.close() }
        listeners = []
    }

    /// Says goodbye to all clients, and calls `done` when all are gone or `timeout` has passed.
    func stop(timeout: Duration, _ done: @escaping @Sendable () -> Void) {
        // Spread the reconnects: a restarted hub can take more than ten in a millisecond. A few
        // screens come back sooner than thousands.
        reconnectMilliseconds = 500...(1_000 + connections.count / 10)
        connections.stop(timeout: timeout, done)
    }
}
