/// The wait before each reconnect: a random part of a limit that doubles from 0.5 s to 15 s. The
/// randomness spreads the reconnects of a hub's screens after a restart.
package struct Backoff {
    package static let standardMax: Duration = .seconds(15)
    private static let limitMin: Duration = .milliseconds(500)
    /// The length of a connection that resets the limit.
    private static let goodConnectionMin: Duration = .seconds(5)

    private let limitMax: Duration
    private var limit: Duration

    /// - Parameter limitMax: The highest limit.
    package init(limitMax: Duration = standardMax) {
        self.limitMax = limitMax
        limit = min(Self.limitMin, limitMax)
    }

    /// Returns the next wait.
    ///
    /// - Parameter fraction: A random number from 0 up to, but not including, 1.
    package mutating func next(fraction: Double) -> Duration {
        let wait = limit * fraction
        limit = min(limit * 2, limitMax)
        return wait
    }

    /// Resets the limit if the connection lasted long enough. A connection that is dropped at once
    /// counts as a failure.
    package mutating func connectionEnded(after duration: Duration) {
        if duration >= Self.goodConnectionMin { limit = min(Self.limitMin, limitMax) }
    }
}
