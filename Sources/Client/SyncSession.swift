public import JSON

/// A client's whole life with a hub: views kept up to date and mutations sent until they are
/// answered, over as many connections as it takes.
///
/// It runs only inside of `next`, on the thread that calls it. A connection that breaks is made
/// again after a wait that grows from at most 0.5 s to at most 15 s; views are then resumed from the
/// revision that the copy has, and mutations without an answer are sent again under the same id,
/// which the hub carries out only once.
public final class SyncSession {
    /// What happened, in the order in which it did.
    public enum Event: Sendable, Equatable {
        case connected(Welcome)
        case disconnected(ClientError, retryIn: Duration)
        /// The copy of the view has a new revision.
        case changed(view: String)
        /// The view is current, as of this revision of the venue.
        case live(view: String, rev: Int)
        /// The view can't be watched, and is watched no more.
        case refused(view: String, code: String, message: String)
        /// The copy turned out to be wrong; the hub was told, and a fresh one is coming.
        case drifted(view: String)
        case answered(id: String, MutationAnswer)
    }

    let surroundings: any Surroundings
    private let dial: () throws(ClientError) -> SyncConnection
    private var connection: SyncConnection?
    private var subscriptions: [String: Subscription]
    private var unanswered: [MutationMessage] = []
    private var events: [Event] = []
    private var liveness = Liveness()
    private var backoff: Backoff
    private var connectedAt: Duration = .zero
    private var retryAt: Duration
    /// What a `bye` asked to wait.
    private var retryInAsked: Duration?
    /// Why the session is over for good.
    private var end: ClientError?

    /// - Parameters:
    ///   - views: those to watch, such as `waitlist/display`.
    ///   - timeout: for making a connection.
    ///   - retryWithin: the longest that it waits before it connects again. Only who is alone with a
    ///     hub should have it shorter than the protocol says.
    public convenience init(
        with address: HubAddress, venue: String, token: String, views: [String],
        timeout: Duration = .seconds(10), retryWithin: Duration = .seconds(15)
    ) {
        self.init(
            with: address, venue: venue, token: token, views: views, timeout: timeout,
            retryWithin: retryWithin, in: SystemSurroundings())
    }

    init(
        with address: HubAddress, venue: String, token: String, views: [String],
        timeout: Duration = .seconds(10), retryWithin: Duration = Backoff.standardMax,
        in surroundings: any Surroundings
    ) {
        self.surroundings = surroundings
        backoff = Backoff(limitMax: retryWithin)
        dial = { () throws(ClientError) in
            try SyncConnection(
                to: address, venue: venue, token: token, timeout: timeout, in: surroundings)
        }
        subscriptions = Dictionary(
            views.map { ($0, Subscription(of: $0)) }, uniquingKeysWith: { first, _ in first })
        retryAt = surroundings.now
    }

    /// The copy of a view that is watched; nil for any other.
    public func copy(of view: String) -> ViewCopy? { subscriptions[view]?.copy }

    /// Whether every view is current.
    public var isLive: Bool {
        connection != nil && subscriptions.values.allSatisfy(\.isLive)
    }

    /// How many mutations wait for an answer.
    public var unansweredCount: Int { unanswered.count }

    /// Connects now, once; where it fails, it throws instead of trying again. For programs that
    /// rather tell a person that the address is wrong. Does nothing when there is a connection.
    public func connect() throws(ClientError) {
        if let end { throw end }
        guard connection == nil else { return }
        try open()
    }

    /// Asks for a mutation, at once if there is a connection, else as soon as there is one. The
    /// answer comes as `answered`.
    /// - Parameter id: to ask again what was asked before; nil for a new one.
    /// - Returns: the mutation's id.
    @discardableResult
    public func mutate(
        _ action: String, _ arguments: [String: JSON], ifRev: Int? = nil, id: String? = nil
    ) -> String {
        let message = MutationMessage(
            id: id ?? newID(), action: action, arguments: arguments, ifRev: ifRev)
        unanswered.append(message)
        send(message.json)
        return message.id
    }

    /// The next thing that happened, or nil when nothing did in time. Making a connection may take
    /// longer than that.
    ///
    /// Throws what ends the session for good: the token is not good (any more), or there is no such
    /// venue. All else is tried again.
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

    /// Says goodbye. `next` throws from now on.
    public func close() {
        connection?.close()
        connection = nil
        if end == nil { end = .closed(code: 1000, reason: "") }
    }

    private func open() throws(ClientError) {
        connection = try dial()
        connectedAt = surroundings.now
        liveness = Liveness(now: connectedAt)
        retryInAsked = nil
        for view in subscriptions.keys.sorted() { subscribe(to: view) }
        for message in unanswered { send(message.json) }
    }

    /// - Returns: false when the time is up before anything could be tried.
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
        let wait = retryInAsked ?? backoff.next(fraction: surroundings.randomFraction())
        retryInAsked = nil
        retryAt = surroundings.now + wait
        events.append(.disconnected(error, retryIn: wait))
    }

    /// - Returns: false when nothing came in time.
    private func receive(from connection: SyncConnection, until deadline: Duration) -> Bool {
        let wait = min(deadline, liveness.dueAt) - surroundings.now
        do throws(ClientError) {
            if let message = try connection.next(timeout: max(.zero, wait)) {
                liveness.heard(at: surroundings.now)
                receive(message)
                return true
            }
        } catch {
            connectionFailed(error)
            return true
        }
        // Only now, when it is sure that no message lies there unread, does the silence count.
        switch liveness.judge(at: surroundings.now) {
        case .wait: return surroundings.now < deadline
        case .ping(let number): send(["type": "ping", "n": JSON(number)])
        case .giveUp:
            connection.close()
            connectionFailed(.lost("nothing was heard for \(liveness.heartbeat)"))
        }
        return true
    }

    private func receive(_ message: JSON) {
        switch message["type"]?.text {
        case "welcome":
            guard let welcome = Welcome(message) else { return }
            liveness.heartbeat = welcome.heartbeat
            events.append(.connected(welcome))
        case "ack", "reject": receiveAnswer(message)
        case "error": receiveError(message)
        case "bye":
            // A wait of a minute is more than any restart needs.
            let milliseconds = message["reconnectInMs"]?.integer ?? 0
            retryInAsked = .milliseconds(min(max(0, milliseconds), 60_000))
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
            case .drift:
                events.append(.drifted(view: view))
                reportDrift(of: view, rev: message["rev"]?.integer ?? 0)
                subscribe(to: view)
            case .unrelated, nil: break
            }
        default: break
        }
    }

    private func reportDrift(of view: String, rev: Int) {
        send([
            "type": "ping", "n": 0, "drift": ["view": .string(view), "rev": JSON(rev)],
        ])
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

    /// 128 random bits in hex.
    private func newID() -> String {
        [surroundings.random(), surroundings.random()].map { bits in
            let digits = String(bits, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
