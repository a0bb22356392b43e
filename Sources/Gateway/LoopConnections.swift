import HTTP
package import Limits
package import Metrics
package import Transport

/// # The room `Gateway`
///
/// Serves HTTP on connections: sessions, requests, answers, and their limits. The room asks its
/// `RequestHandler` what a request is for and who may make it. It knows no venue.

/// Reaches the connections of a loop from another thread.
package struct LoopConnectionsHandle: Sendable {
    /// Runs the closure on the loop, in a later turn.
    package let perform: @Sendable (@escaping @Sendable (LoopConnections) -> Void) -> Void

    package init(
        _ perform: @escaping @Sendable (@escaping @Sendable (LoopConnections) -> Void) -> Void
    ) {
        self.perform = perform
    }
}

/// The connections of one loop. Used on that loop only.
package final class LoopConnections {
    let context: GatewayContext
    let loop: EventLoop
    /// Decides the order in which peers are served.
    let turns: FairTurns
    unowned let handler: any RequestHandler
    let httpLimits: HTTPLimits
    private let connectionLimits: ConnectionLimits
    package private(set) var isStopping = false

    /// Each session stores its own index, so that it is removed in constant time.
    private var sessions: [any Session] = []
    /// The places of anonymous connections: those on which no device has signed in.
    private var places: [ObjectIdentifier: (id: AnonymousPlaces.ID, session: any Session)] = [:]
    private var whenEmpty: (() -> Void)?
    private var date = (unixSeconds: Int.min, text: "")

    /// - Parameter handler: the owner of the connections. Not retained.
    package init(
        _ context: GatewayContext, on loop: EventLoop, turns: FairTurns, handler: any RequestHandler
    ) {
        self.context = context
        self.loop = loop
        self.handler = handler
        self.turns = turns
        httpLimits = context.limits.http
        connectionLimits = context.limits.connection
    }

    package var count: Int { sessions.count }

    /// The field `Date`, written once a second.
    func dateField(at unixSeconds: Int) -> String {
        if date.unixSeconds != unixSeconds {
            date = (unixSeconds, HTTPDate(unixSeconds: unixSeconds).description)
        }
        return date.text
    }

    package func adopt(_ socket: AcceptedSocket, at place: AnonymousPlaces.ID) {
        let (session, connection) = begin(on: socket, at: place)
        session.begin(on: connection)
    }

    /// Takes a connection from another loop, with the request that caused the move.
    ///
    /// - Parameter place: the connection's place; `nil` if a device has signed in on it.
    func adopt(
        _ socket: AcceptedSocket, at place: AnonymousPlaces.ID?, with request: Request,
        remainder: [UInt8]
    ) {
        let (session, connection) = begin(on: socket, at: place)
        // `close` does not find a connection while it moves.
        if let place, !context.census.holds(place) { connection.abort() }
        session.begin(on: connection, with: request, remainder: remainder)
    }

    /// A connection that moves keeps its TLS state.
    private func begin(
        on socket: AcceptedSocket, at place: AnonymousPlaces.ID?
    ) -> (HTTPSession, Connection) {
        let session = HTTPSession(among: self)
        let connection = Connection(
            adopting: socket, on: loop, limits: connectionLimits, tls: context.tls,
            handler: session)
        add(session, at: place)
        return (session, connection)
    }

    func add(_ session: any Session, at place: AnonymousPlaces.ID?) {
        session.index = UInt32(sessions.count)
        sessions.append(session)
        places[ObjectIdentifier(session)] = place.map { ($0, session) }
        context.metrics.connectionOpened()
    }

    func remove(_ session: any Session) {
        let index = Int(session.index)
        guard index < sessions.count, sessions[index] === session else { return }
        let last = sessions.removeLast()
        if last !== session {
            last.index = session.index
            sessions[index] = last
        }
        places[ObjectIdentifier(session)] = nil
        context.metrics.connectionClosed()
        if sessions.isEmpty, isStopping {
            whenEmpty?()
            whenEmpty = nil
        }
    }

    /// Removes a session whose connection has ended. Not called for connections that move.
    package func ended(
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

    // MARK: Limits

    /// Returns the place of an anonymous connection; `nil` if a device has signed in on it.
    func place(of session: any Session) -> AnonymousPlaces.ID? {
        places[ObjectIdentifier(session)]?.id
    }

    /// Records that a device has signed in on the connection.
    func deviceWasSeen(by session: any Session) {
        guard let place = place(of: session), context.census.signedIn(place) else { return }
        places[ObjectIdentifier(session)] = nil
    }

    /// Counts a request, and returns whether it may be answered.
    ///
    /// - Parameter isLimited: whether the request counts towards its sender's limits.
    func verdict(
        on request: Request, of session: any Session, isLimited: Bool
    ) -> ConnectionCensus.RequestVerdict {
        guard let connection = session.connection else { return .welcome }
        return context.census.request(
            from: connection.remoteAddress, at: place(of: session), showing: request.secrets,
            isLimited: isLimited, now: loop.now)
    }

    /// Aborts the connections that have lost their places to others.
    package func close(_ leaving: Set<AnonymousPlaces.ID>) {
        for place in places.values where leaving.contains(place.id) {
            context.metrics.connectionRefused()
            place.session.abort()
        }
    }

    /// Lets each session check its time limits, once a second. This is cheaper than timers.
    package func sweep(at now: Duration) {
        for session in sessions { session.sweep(at: now) }
    }

    /// Adds the numbers of bytes and congested connections to the metrics.
    package func add(to reading: inout LoopReading) {
        reading.receivedBytes = loop.receivedBytes
        reading.sentBytes = loop.sentBytes
        for session in sessions {
            guard let connection = session.connection else { continue }
            reading.queuedBytes += connection.outputBytes
            if connection.isCongested { reading.congestedCount += 1 }
        }
    }

    // MARK: Stopping

    /// Ends each connection after its current answer from now on.
    package func beginStopping() { isStopping = true }

    /// Stops all sessions. Calls back when all have ended; aborts the rest after `timeout`.
    package func stop(timeout: Duration, _ done: @escaping () -> Void) {
        whenEmpty = done
        for session in sessions { session.stop() }
        if sessions.isEmpty {
            whenEmpty?()
            whenEmpty = nil
        }
        _ = loop.schedule(after: timeout) { [weak self] in
            guard let self else { return }
            for session in sessions { session.abort() }
        }
    }
}

/// A connection's session, whatever its protocol.
package protocol Session: AnyObject {
    /// The connection; `nil` after its end.
    var connection: Connection? { get }
    /// The session's place among those of its loop.
    var index: UInt32 { get set }
    /// Checks the session's time limits. Called once a second.
    func sweep(at now: Duration)
    /// Says goodbye and ends, because the hub stops.
    func stop()
    /// Ends the connection at once.
    func abort()
}
