/// A connected client: what it watches, and which revisions it has.
struct Client: Sendable {
    var principal: Principal
    /// Whether its output is full. Diffs are not queued for it until it has drained.
    var isCongested = false
    /// Whether one of its messages waits: a mutation for the answer to an inquiry, or a
    /// subscription for its view.
    var isHeld = false
    var subscriptions = Subscriptions()
    private var box: BacklogBox?

    init(principal: Principal) { self.principal = principal }

    /// Rare state, kept apart so that clients without it need no memory for it.
    private struct Backlog: Sendable {
        var pings: [HeldPing] = []
        var messages: [ClientMessage] = []
        var badMessages = BadMessageCount()

        var isEmpty: Bool { pings.isEmpty && messages.isEmpty && badMessages.isEmpty }
    }

    private indirect enum BacklogBox: Sendable {
        case holding(Backlog)
    }

    private var backlog: Backlog {
        get {
            guard case .holding(let backlog) = box else { return Backlog() }
            return backlog
        }
        _modify {
            var backlog = backlog
            // Nothing else refers to its arrays now, so they are not copied when they grow.
            box = nil
            defer { box = backlog.isEmpty ? nil : .holding(backlog) }
            yield &backlog
        }
    }

    /// More than any page sends while it waits for an answer.
    private static let laterMessageCountMax = 256

    /// Queues a message until the one before it is handled. A client's messages are handled in
    /// order.
    ///
    /// - Returns: `false` if too many are queued.
    mutating func queue(_ message: ClientMessage) -> Bool {
        guard backlog.messages.count < Self.laterMessageCountMax else { return false }
        backlog.messages.append(message)
        return true
    }

    mutating func takeLaterMessages() -> [ClientMessage] {
        defer { backlog.messages = [] }
        return backlog.messages
    }

    /// Counts a bad message.
    ///
    /// - Returns: whether there are now so many that the connection ends.
    mutating func addBadMessage(at now: Instant, limit: Int) -> Bool {
        backlog.badMessages.add(at: now, limit: limit)
    }

    /// A congested client is not read from for long. If it still sends more pings, the oldest ones
    /// stay unanswered.
    private static let heldPingCountMax = 32

    typealias HeldPing = (n: Int, at: Instant, rev: Int)

    var heldPings: [HeldPing] { backlog.pings }

    /// Holds a ping until the client has drained or folded diffs were sent: a pong promises that
    /// every diff up to its revision was sent before.
    mutating func hold(_ ping: HeldPing) {
        if backlog.pings.count >= Self.heldPingCountMax { backlog.pings.removeFirst() }
        backlog.pings.append(ping)
    }

    mutating func releasePings() -> [HeldPing] {
        defer { backlog.pings = [] }
        return backlog.pings
    }

    enum Subscription: Sendable {
        /// Belongs to the view's audience, and gets every diff.
        case current(ViewKey)
        /// Has the document of this revision. It catches up when it has drained, or when the view
        /// sends its folded diff.
        case behind(ViewKey, rev: Int)
        /// The view has ended. The client gets the message once it has drained.
        indirect case ended(view: String, Rejection)

        /// The view, unless it has ended.
        var key: ViewKey? {
            switch self {
            case .current(let key), .behind(let key, _): key
            case .ended: nil
            }
        }

        var view: String {
            switch self {
            case .current(let key), .behind(let key, _): key.name
            case .ended(let view, _): view
            }
        }
    }
}

/// The bad messages of a client within the last minute.
struct BadMessageCount: Sendable {
    static let windowMilliseconds: Int64 = 60_000

    private var instants: [Instant] = []

    var isEmpty: Bool { instants.isEmpty }

    /// Counts one more.
    ///
    /// - Returns: whether there are now so many that the connection ends.
    mutating func add(at now: Instant, limit: Int) -> Bool {
        // The clock may have been set back since.
        instants.removeAll {
            !(0..<Self.windowMilliseconds).contains(now.milliseconds(since: $0))
        }
        instants.append(now)
        return instants.count >= limit
    }
}
