/// An average rate, and a number of uses that may come at once.
public struct RateLimit: Sendable {
    fileprivate let intervalMicroseconds: Int64
    fileprivate let toleranceMicroseconds: Int64

    /// - Parameters:
    ///   - perSecond: from 1 to a million.
    ///   - credit: how many uses may come at once after a long pause; at least 1.
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

/// The use of a `RateLimit` by one peer, as a single number: the moment at which everything that it
/// did would have been done at the steady rate (GCRA, as in ATM's traffic management).
public struct RateUse: Sendable {
    private var paidThroughMicroseconds = Int64.min

    public init() {}

    /// Counts one more use.
    ///
    /// - Parameter now: the time of any clock. If the clock was set back, the whole credit is
    ///   restored.
    /// - Returns: `nil` if the use is permitted. Otherwise nothing was counted, and the result is
    ///   the number of microseconds to wait.
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

    /// Whether the whole credit is restored, as for a new peer.
    public func isForgotten(atMicroseconds now: Int64) -> Bool { paidThroughMicroseconds <= now }

    /// Whether this peer's credit is restored later than the other's.
    func hasUsedMore(than other: RateUse) -> Bool {
        paidThroughMicroseconds > other.paidThroughMicroseconds
    }
}
