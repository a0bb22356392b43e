public import Client
public import JSON

/// # The library `ScreenClient`
///
/// A screen's client of the sync protocol, for tests: views that are kept up to date and checked by
/// their hashes, over many connections. It shares none of the hub's rules, so that each checks the
/// other.

/// A client's session with a hub over many connections. It keeps views up to date and sends
/// mutations until they are answered.
///
/// It runs only during `next`, on the calling thread. After a connection breaks, it makes another
/// after a random wait whose limit grows from 0.5 s to 15 s. Views are resumed from the copy's
/// revision. Mutations without an answer are sent again with the same id, so the hub applies them
/// only once. (Boards in memory lose their state and mutation ids when the hub stops.)
public final class SyncSession {
    /// The events of a session, in order.
    public enum Event: Sendable, Equatable {
        case connected(Welcome)
        case disconnected(ClientError, retryIn: Duration)
        /// The copy of the view has a new revision.
        case changed(view: String)
        /// The view is current at this revision, of the journal or of a board in memory.
        case live(view: String, rev: Int)
        /// The hub refuses the view, and the session stops watching it.
        case refused(view: String, code: String, message: String)
        /// The copy was wrong.
        case drifted(view: String)
        case answered(id: String, MutationAnswer)
    }

    private let surroundings = SystemSurroundings()
    private let dial: () throws(ClientError) -> SyncConnection
    private var connection: SyncConnection?
    private var subscriptions: [String: Subscription]
    private var unanswered: [(id: String, message: JSON)] = []
    private var events: [Event] = []
    private var backoff: Backoff
    private var connectedAt: Duration = .zero
    private var retryAt: Duration
    /// The reason why the session has ended for good.
    private var end: ClientError?

    /// - Parameters:
    ///   - address: The hub.
    ///   - venue: The venue's name.
    ///   - token: A device's token or a guest's ticket.
    ///   - views: The views to watch, such as `waitlist/display`.
    ///   - timeout: The timeout for making a connection.
    ///   - retryWithin: The longest wait before a reconnect. Only the single client of a hub should
    /// use less than the protocol's value.
    public init(
        with address: HubAddress, venue: String, token: String, views: [String],
        timeout: Duration = .seconds(10), retryWithin: Duration = .seconds(15)
    ) {
        backoff = Backoff(limitMax: retryWithin)
        dial = { [surroundings] () throws(ClientError) in
            try SyncConnection(
                to: address, venue: venue, token: token, timeout: timeout, in: surroundings)
        }
        subscriptions = Dictionary(
            views.map { ($0, Subscription(of: $0)) }, uniquingKeysWith: { first, _ in first })
        retryAt = surroundings.now
    }

    /// Returns the copy of a watched view, or `nil` for any other view.
    public func copy(of view: String) -> ViewCopy? { subscriptions[view]?.copy }

    /// Whether every view is current.
    public var isLive: Bool {
        connection != nil && subscriptions.values.allSatisfy(\.isLive)
    }

    /// How many mutations wait for an answer.
    public var unansweredCount: Int { unanswered.count }

    /// Connects once. Throws if that fails, instead of trying again, for programs that should
    /// report a wrong address. Does nothing if there is a connection.
    public func connect() throws(ClientError) {
        if let end { throw end }
        guard connection == nil else { return }
        try open()
    }

    /// Sends a mutation at once, or as soon as there is a connection. The answer comes as
    /// `answered`.
    public func mutate(_ action: String, _ arguments: [String: JSON], id: String) {
        let message = HTTPClient.mutation(id: id, action, arguments, ifRev: nil)
        unanswered.append((id, message))
        send(message)
    }

    /// Returns the next event, or `nil` if there is none in time. Making a connection may take
    /// longer than that.
    ///
    /// Throws if the session has ended for good, because the token is invalid or revoked, or the
    /// venue does not exist. After other errors it reconnects.
    public func next(timeout: Duration) throws(ClientError) -> Event? {
        let deadline = surroundings.now + timeout
        while true {
            if !events.isEmpty { return events.removeFirst() }
            if let end { throw end }
            if let connection {
                guard receive(from: connection, until: deadline) else { return nil }
            } else {
                guard reconnect(until: deadline) else { return nil }
            }
        }
    }

    /// Closes the session. `next` throws from now on.
    public func close() {
        connection?.close()
        connection = nil
        if end == nil { end = .closed(code: 1000, reason: "") }
    }

    private func open() throws(ClientError) {
        connection = try dial()
        connectedAt = surroundings.now
        for view in subscriptions.keys.sorted() { subscribe(to: view) }
        for (_, message) in unanswered { send(message) }
    }

    /// - Returns: `false` if the deadline comes before the next attempt is due.
    private func reconnect(until deadline: Duration) -> Bool {
        let now = surroundings.now
        guard now >= retryAt else {
            guard now < deadline else { return false }
            surroundings.sleep(for: min(retryAt, deadline) - now)
            return true
        }
        do throws(ClientError) {
            try open()
        } catch {
            connectionFailed(error)
        }
        return true
    }

    private func subscribe(to view: String) {
        guard let request = subscriptions[view]?.request() else { return }
        send(request)
    }

    private func send(_ message: JSON) {
        guard let connection else { return }
        do throws(ClientError) {
            try connection.send(message)
        } catch {
            connectionFailed(error)
        }
    }

    private func connectionFailed(_ error: ClientError) {
        if connection != nil {
            backoff.connectionEnded(after: surroundings.now - connectedAt)
        }
        connection = nil
        for view in subscriptions.keys { subscriptions[view]?.connectionEnded() }
        guard error.isWorthRetrying else {
            end = error
            return
        }
        let wait = backoff.next(fraction: surroundings.randomFraction())
        retryAt = surroundings.now + wait
        events.append(.disconnected(error, retryIn: wait))
    }

    /// - Returns: `false` if nothing came in time.
    private func receive(from connection: SyncConnection, until deadline: Duration) -> Bool {
        do throws(ClientError) {
            let wait = max(.zero, deadline - surroundings.now)
            guard let message = try connection.next(timeout: wait) else { return false }
            receive(message)
        } catch {
            connectionFailed(error)
        }
        return true
    }

    private func receive(_ message: JSON) {
        switch message["type"]?.text {
        case "welcome":
            guard let welcome = Welcome(message) else { return }
            events.append(.connected(welcome))
        case "ack", "reject": receiveAnswer(message)
        case "error": receiveError(message)
        default:
            guard let view = message["view"]?.text, subscriptions[view] != nil else { return }
            receive(message, of: view)
        }
    }

    private func receive(_ message: JSON, of view: String) {
        switch message["type"]?.text {
        case "subscribed": subscriptions[view]?.answered()
        case "live":
            guard let rev = message["rev"]?.integer, subscriptions[view]?.becameLive() == true
            else { return }
            events.append(.live(view: view, rev: rev))
        case "snapshot", "diff":
            switch subscriptions[view]?.apply(message) {
            case .applied: events.append(.changed(view: view))
            case .gap: subscribe(to: view)
            case .drift: events.append(.drifted(view: view))
            case .unrelated, nil: break
            }
        default: break
        }
    }

    private func receiveAnswer(_ message: JSON) {
        guard let id = message["id"]?.text, let answer = MutationAnswer(message),
            let index = unanswered.firstIndex(where: { $0.id == id })
        else { return }
        unanswered.remove(at: index)
        events.append(.answered(id: id, answer))
    }

    private func receiveError(_ message: JSON) {
        if message["id"] != nil { return receiveAnswer(message) }
        guard let view = message["view"]?.text, let code = message["code"]?.text,
            subscriptions.removeValue(forKey: view) != nil
        else { return }
        events.append(
            .refused(view: view, code: code, message: message["message"]?.text ?? code))
    }
}
