/// How often something may happen: so often a second on average, and so often at once.
public struct RateLimit: Sendable {
    fileprivate let intervalMicroseconds: Int64
    fileprivate let toleranceMicroseconds: Int64

    /// - Parameters:
    ///   - perSecond: from 1 to a million.
    ///   - credit: how often it may happen at once by who has been quiet for long; at least 1.
    public init(perSecond: Int, credit: Int) {
        self.init(
            intervalMicroseconds: 1_000_000 / Int64(min(max(perSecond, 1), 1_000_000)), credit)
    }

    /// - Parameter perMinute: from 1 to a million.
    public init(perMinute: Int, credit: Int) {
        self.init(
            intervalMicroseconds: 60_000_000 / Int64(min(max(perMinute, 1), 1_000_000)), credit)
    }

    private init(intervalMicroseconds: Int64, _ credit: Int) {
        self.intervalMicroseconds = intervalMicroseconds
        let further = Int64(min(max(credit, 1), 1_000_000_000)) - 1
        toleranceMicroseconds = intervalMicroseconds * further
    }
}

/// What one peer has used up of a `RateLimit`. One number: the moment at which all that it did
/// would have been done at the steady rate (GCRA, as in ATM's traffic management).
public struct RateUse: Sendable {
    private var paidThroughMicroseconds = Int64.min

    /// One who has used nothing.
    public init() {}

    /// Counts one more.
    ///
    /// - Parameter now: of any clock; one that was set back gives the whole credit again.
    /// - Returns: nil when it may happen; otherwise nothing was counted, and it may after so many
    ///   microseconds.
    public mutating func spend(_ limit: RateLimit, atMicroseconds now: Int64) -> Int64? {
        let debtMax = limit.toleranceMicroseconds + limit.intervalMicroseconds
        let isWithinReach =
            paidThroughMicroseconds > now && paidThroughMicroseconds <= now + debtMax
        let start = isWithinReach ? paidThroughMicroseconds : now
        let excess = start - now - limit.toleranceMicroseconds
        guard excess <= 0 else { return excess }
        paidThroughMicroseconds = start + limit.intervalMicroseconds
        return nil
    }

    /// Whether it has its whole credit again, as one who was never here.
    public func isForgotten(atMicroseconds now: Int64) -> Bool { paidThroughMicroseconds <= now }

    /// Whether it takes longer until it has its whole credit again.
    func hasUsedMore(than other: RateUse) -> Bool {
        paidThroughMicroseconds > other.paidThroughMicroseconds
    }
}
