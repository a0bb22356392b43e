/// A connected client: what it watches, and which revisions it has.
struct Client: Sendable {
    var principal: Principal
    var subscriptions = Subscriptions()
    /// Whether its output is full. Diffs are not queued for it until it has drained.
    var isCongested = false
    /// Pings that can't be answered yet.
    private(set) var heldPings: [HeldPing] = []
    var badMessages = BadMessageCount()
    /// Whether one of its messages waits: a mutation for the answer to an inquiry, or a
    /// subscription for its view.
    var isHeld = false
    /// The messages that arrived after that one. A client's messages are handled in order.
    private(set) var laterMessages: [ClientMessage] = []

    /// More than any page sends while it waits for an answer.
    private static let laterMessageCountMax = 256

    /// Queues a message until the one before it is handled.
    ///
    /// - Returns: `false` if too many are queued.
    mutating func queue(_ message: ClientMessage) -> Bool {
        guard laterMessages.count < Self.laterMessageCountMax else { return false }
        laterMessages.append(message)
        return true
    }

    mutating func takeLaterMessages() -> [ClientMessage] {
        defer { laterMessages = [] }
        return laterMessages
    }

    /// A congested client is not read from for long. If it still sends more pings, the oldest ones
    /// stay unanswered.
    private static let heldPingCountMax = 32

    typealias HeldPing = (n: Int, at: Instant, rev: Int)

    /// Holds a ping until the client has drained or folded diffs were sent: a pong promises that
    /// every diff up to its revision was sent before.
    mutating func hold(ping n: Int, at now: Instant, rev: Int) {
        if heldPings.count >= Self.heldPingCountMax { heldPings.removeFirst() }
        heldPings.append((n, now, rev))
    }

    mutating func releasePings() -> [HeldPing] {
        defer { heldPings = [] }
        return heldPings
    }

    enum Subscription: Sendable {
        /// Belongs to the view's audience, and gets every diff.
        case current(ViewKey)
        /// Has the document of this revision. It catches up when it has drained, or when the view
        /// sends its folded diff.
        case behind(ViewKey, rev: Int)
        /// The view has ended. The client is told when it has drained.
        indirect case ended(Rejection)

        /// The view, unless it has ended.
        var key: ViewKey? {
            switch self {
            case .current(let key), .behind(let key, _): key
            case .ended: nil
            }
        }
    }
}

/// The bad messages of a client within the last minute.
struct BadMessageCount: Sendable {
    static let windowMilliseconds: Int64 = 60_000

    private var instants: [Instant] = []

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
