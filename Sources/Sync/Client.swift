/// One who is connected: what it watches and how far it has been told.
struct Client: Sendable {
    var principal: Principal
    var subscriptions = Subscriptions()
    /// Its output is full: diffs are not queued for it until it has drained.
    var isCongested = false
    /// Pings that came while the output was full, and when.
    private(set) var heldPings: [(n: Int, at: Instant)] = []
    var badMessages = BadMessageCount()

    /// A client that can't be told anything is not read from for long; should it send more all the
    /// same, the oldest of its pings stay without an answer.
    private static let heldPingCountMax = 32

    /// Keeps a ping until the client has drained: a pong promises that every diff up to its revision
    /// has been sent before.
    mutating func hold(ping n: Int, at now: Instant) {
        if heldPings.count >= Self.heldPingCountMax { heldPings.removeFirst() }
        heldPings.append((n, now))
    }

    mutating func releasePings() -> [(n: Int, at: Instant)] {
        defer { heldPings = [] }
        return heldPings
    }

    var watchesPersonally: Bool {
        subscriptions.contains { if case .personal = $0.subscription { true } else { false } }
    }

    enum Subscription: Sendable {
        /// Among the view's subscribers: it gets every diff.
        case current(ViewKey)
        /// Has the document of this revision, and catches up when it has drained.
        case behind(ViewKey, rev: Int)
        /// A personal view, with the document that was sent last.
        indirect case personal(PersonalDocument)
    }
}

/// Which form of a shared view: as it is, or masked for those who may not see guests' numbers.
struct ViewKey: Sendable, Hashable {
    var name: String
    var isMasked: Bool
}

/// Messages that are none, within the last minute.
struct BadMessageCount: Sendable {
    static let windowMilliseconds: Int64 = 60_000

    private var instants: [Instant] = []

    /// Counts one more; whether that makes as many as end a connection.
    mutating func add(at now: Instant, limit: Int) -> Bool {
        instants.removeAll { now.milliseconds(since: $0) >= Self.windowMilliseconds }
        instants.append(now)
        return instants.count >= limit
    }
}
