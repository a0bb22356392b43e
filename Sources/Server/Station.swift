import HTTP
import HTTPTypes
import Logging
import Store
import Sync
import Transport

/// All that lives on one loop: its venues, its connections and its share of the listening. Used on
/// that loop only.
final class Station {
    let context: HubContext
    let httpLimits: HTTPLimits
    let webSockets: WebSocketWorkshop
    let turns: FairTurns
    let messageLimit: RateLimit
    let lines: RepeatedLines
    private let connectionLimits: ConnectionLimits
    let worker: Worker
    var loop: EventLoop { worker.loop }
    private(set) var isStopping = false

    private var listeners: [Listener] = []
    private var hosts: [String: VenueHost] = [:]
    /// Venues that could not be opened, and when that was tried last.
    private var openingFailedAt: [String: Duration] = [:]
    private var sessions: [ObjectIdentifier: any Session] = [:]
    /// Of those sessions on whose connections no device's sign-in was seen.
    private var places: [ObjectIdentifier: AnonymousPlaces.ID] = [:]
    private var hostsToFlush: [VenueHost] = []
    private var hostsThatShowed: [VenueHost] = []
    /// How far the reconnects after a restart are spread.
    private(set) var reconnectMilliseconds = 500...1_000
    private var lastClientNumber: UInt64 = 0
    private var whenEmpty: (() -> Void)?

    init(context: HubContext, worker: Worker) {
        self.context = context
        httpLimits = context.options.limits.http
        webSockets = WebSocketWorkshop(limits: context.options.limits)
        messageLimit = context.options.limits.messages
        connectionLimits = context.options.limits.connection
        lines = RepeatedLines(logger: context.logger)
        self.worker = worker
        turns = FairTurns(on: worker.loop)
        loop.atEndOfTurn { [unowned self] in
            turns.turnEnds()
            flushJournal()
        }
        loop.afterOutput { [unowned self] in noteHandedOver() }
        sweepLater()
    }

    // MARK: Venues

    /// Puts a venue that lives on this loop into service.
    @discardableResult
    func open(_ venue: Venue) -> VenueHost {
        let host = VenueHost(venue: venue, station: self)
        hosts[host.slug] = host
        host.begin()
        return host
    }

    /// The one that is open; `nil` when nobody has asked for the venue yet.
    func host(of slug: String) -> VenueHost? { hosts[slug] }

    /// Opens the venue, which lives on this loop, when nobody has asked for it yet.
    ///
    /// - Throws: 404 when there is none, 503 when its journal can't be read.
    func openHost(of slug: String) throws(Problem) -> VenueHost {
        if let host = hosts[slug] { return host }
        let record = try Authenticator(context).record(of: slug)
        // Anybody may ask, and to read a journal takes a while.
        if let failedAt = openingFailedAt[slug], loop.now - failedAt < Self.openingPause {
            throw Self.unreadable
        }
        do {
            return open(
                try VenueFactory.open(
                    record, store: context.store, limits: context.options.limits.venue,
                    pairings: context.pairings, notice: context.notice))
        } catch {
            context.logger.error("the venue \(slug) can't be opened: \(error)")
            openingFailedAt[slug] = loop.now
            throw Self.unreadable
        }
    }

    private static let openingPause = Duration.seconds(5)
    private static let unreadable = Problem(
        .serviceUnavailable, "The venue's journal can't be read; try again.",
        fields: [.retryAfter: "\(openingPause.components.seconds)"])

    /// The hub stops: what is kept now is not replayed at the next start.
    func considerSnapshots() {
        for host in hosts.values { host.considerSnapshotAtEnd() }
    }

    func nextClientID() -> ClientID {
        lastClientNumber += 1
        return ClientID(number: lastClientNumber)
    }

    /// The host has events for the journal; they are handed over once, at the end of the turn.
    func flushAtEndOfTurn(_ host: VenueHost) { hostsToFlush.append(host) }

    /// The host has shown events: what it sent leaves at the end of the turn.
    func noteAtEndOfTurn(_ host: VenueHost) { hostsThatShowed.append(host) }

    private func noteHandedOver() {
        guard !hostsThatShowed.isEmpty else { return }
        let now = EventLoop.monotonicNow
        for host in hostsThatShowed { host.handedOver(at: now) }
        hostsThatShowed = []
    }

    private func flushJournal() {
        guard !hostsToFlush.isEmpty else { return }
        let hosts = hostsToFlush
        hostsToFlush = []
        for host in hosts { host.flushJournal() }
    }

    // MARK: Connections

    func listen(_ listener: Listener) { listeners.append(listener) }

    func adopt(_ socket: AcceptedSocket, at place: AnonymousPlaces.ID) {
        let (session, connection) = begin(on: socket, at: place)
        session.begin(on: connection)
    }

    /// A connection that came from another loop, with the request that brought it here.
    ///
    /// - Parameter place: `nil` when a device's sign-in was seen on it.
    func adopt(
        _ socket: AcceptedSocket, at place: AnonymousPlaces.ID?, with request: Request,
        remainder: [UInt8]
    ) {
        let (session, connection) = begin(on: socket, at: place)
        // While it moved, `close` could not find it.
        if let place, !context.census.holds(place) { connection.abort() }
        session.begin(on: connection, with: request, remainder: remainder)
    }

    /// One that has moved stays what it was, encrypted or plain.
    private func begin(
        on socket: AcceptedSocket, at place: AnonymousPlaces.ID?
    ) -> (HTTPSession, Connection) {
        let session = HTTPSession(station: self)
        let connection = Connection(
            adopting: socket, on: loop, limits: connectionLimits, tls: context.tls,
            handler: session)
        add(session, at: place)
        return (session, connection)
    }

    func add(_ session: any Session, at place: AnonymousPlaces.ID?) {
        sessions[ObjectIdentifier(session)] = session
        places[ObjectIdentifier(session)] = place
        context.metrics.connectionOpened()
    }

    func remove(_ session: any Session) {
        guard sessions.removeValue(forKey: ObjectIdentifier(session)) != nil else { return }
        places[ObjectIdentifier(session)] = nil
        context.metrics.connectionClosed()
        if sessions.isEmpty, isStopping {
            whenEmpty?()
            whenEmpty = nil
        }
    }

    /// The session's connection is no more, on this loop or any other.
    func ended(
        _ connection: Connection, of session: any Session, because reason: ConnectionEnd
    ) {
        context.metrics.connectionEnded(because: reason)
        if let place = place(of: session) {
            context.census.left(place)
        } else {
            context.census.left(from: connection.remoteAddress, at: loop.now)
        }
        remove(session)
    }

    /// Where the session's connection is counted; `nil` when a device's sign-in was seen on it.
    func place(of session: any Session) -> AnonymousPlaces.ID? {
        places[ObjectIdentifier(session)]
    }

    /// The session's connection has shown that a device is signed in.
    func deviceWasSeen(by session: any Session) {
        guard let place = place(of: session), context.census.signedIn(place) else { return }
        places[ObjectIdentifier(session)] = nil
    }

    /// Breaks off the connections that had to make room for others.
    func close(_ leaving: Set<AnonymousPlaces.ID>) {
        for (session, place) in places where leaving.contains(place) {
            context.metrics.connectionRefused()
            sessions[session]?.abort()
        }
    }

    /// Once a second every session looks at its own clock: cheaper than timers for each.
    private func sweepLater() {
        _ = loop.schedule(after: .seconds(1)) { [weak self] in
            guard let self else { return }
            let now = loop.now
            for session in Array(sessions.values) { session.sweep(at: now) }
            for host in Array(hosts.values) { host.screens.sweep(at: now) }
            lines.sweep(at: now)
            sweepLater()
        }
    }

    /// For the metrics.
    var reading: LoopReading {
        var reading = LoopReading()
        reading.receivedBytes = loop.receivedBytes
        reading.sentBytes = loop.sentBytes
        for session in sessions.values {
            guard let connection = session.connection else { continue }
            reading.queuedBytes += connection.outputBytes
            if connection.isCongested { reading.congestedCount += 1 }
        }
        for host in hosts.values {
            reading.subscriptions.merge(host.venue.subscriptionCounts, uniquingKeysWith: +)
            reading.screens.merge(host.screens.watch.counts, uniquingKeysWith: +)
        }
        return reading
    }

    // MARK: Stopping

    func stopListening() {
        isStopping = true
        for listener in listeners { listener.close() }
        listeners = []
    }

    /// Says goodbye to everyone, and calls back when everyone is gone or `timeout` has passed.
    func stop(timeout: Duration, _ done: @escaping @Sendable () -> Void) {
        whenEmpty = done
        // Ten for each millisecond are less than what the next hub can take, and a few screens need
        // not wait for what would be too much for thousands.
        reconnectMilliseconds = 500...(1_000 + sessions.count / 10)
        for session in Array(sessions.values) { session.stop() }
        if sessions.isEmpty {
            whenEmpty?()
            whenEmpty = nil
        }
        _ = loop.schedule(after: timeout) { [weak self] in
            guard let self else { return }
            for session in Array(sessions.values) { session.abort() }
        }
    }
}

/// One connection as the station sees it, whatever is spoken on it.
protocol Session: AnyObject {
    /// `nil` when it has ended.
    var connection: Connection? { get }
    /// A second has gone by.
    func sweep(at now: Duration)
    /// The hub stops: say goodbye and finish.
    func stop()
    /// Cut it off.
    func abort()
}
