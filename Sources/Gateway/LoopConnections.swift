import HTTP
package import Limits
package import Metrics
package import Transport

/// # The room `Gateway`
///
/// HTTP on connections: sessions, requests and their answers, and what bounds them. What a request
/// is for, and who may make it, the room asks its `RequestHandler`; it knows no venue.

/// The way to a loop's connections from another thread.
package struct ConnectionLoop: Sendable {
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
    /// In which order their peers are served.
    let turns: FairTurns
    unowned let handler: any RequestHandler
    let httpLimits: HTTPLimits
    private let connectionLimits: ConnectionLimits
    package private(set) var isStopping = false

    private var sessions: [ObjectIdentifier: any Session] = [:]
    /// Of those sessions on whose connections no device's sign-in was seen.
    private var places: [ObjectIdentifier: AnonymousPlaces.ID] = [:]
    private var whenEmpty: (() -> Void)?

    /// - Parameter handler: owns the connections.
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

    package func adopt(_ socket: AcceptedSocket, at place: AnonymousPlaces.ID) {
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
        let session = HTTPSession(among: self)
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

    /// Where the session's connection is counted; `nil` when a device's sign-in was seen on it.
    func place(of session: any Session) -> AnonymousPlaces.ID? {
        places[ObjectIdentifier(session)]
    }

    /// The session's connection has shown that a device is signed in.
    func deviceWasSeen(by session: any Session) {
        guard let place = place(of: session), context.census.signedIn(place) else { return }
        places[ObjectIdentifier(session)] = nil
    }

    /// Counts a request: whether it may be answered, or was one too many.
    func verdict(
        on request: Request, of session: any Session
    ) -> ConnectionCensus.RequestVerdict {
        guard let connection = session.connection else { return .welcome }
        return context.census.request(
            from: connection.remoteAddress, at: place(of: session), showing: request.secrets,
            now: loop.now)
    }

    /// Breaks off the connections that had to make room for others.
    package func close(_ leaving: Set<AnonymousPlaces.ID>) {
        for (session, place) in places where leaving.contains(place) {
            context.metrics.connectionRefused()
            sessions[session]?.abort()
        }
    }

    /// Once a second every session looks at its own clock: cheaper than timers for each.
    package func sweep(at now: Duration) {
        for session in Array(sessions.values) { session.sweep(at: now) }
    }

    /// For the metrics.
    package func add(to reading: inout LoopReading) {
        reading.receivedBytes = loop.receivedBytes
        reading.sentBytes = loop.sentBytes
        for session in sessions.values {
            guard let connection = session.connection else { continue }
            reading.queuedBytes += connection.outputBytes
            if connection.isCongested { reading.congestedCount += 1 }
        }
    }

    // MARK: Stopping

    /// From now on each connection ends with the answer that it waits for.
    package func beginStopping() { isStopping = true }

    /// Says goodbye to everyone, and calls back when everyone is gone or `timeout` has passed.
    package func stop(timeout: Duration, _ done: @escaping () -> Void) {
        whenEmpty = done
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
