/// How long to wait before connecting again: full jitter below a limit that doubles from 0.5 s to
/// 15 s, so that the screens of a hub that restarts do not all come back in the same moment.
struct Backoff {
    static let standardMax: Duration = .seconds(15)
    private static let limitMin: Duration = .milliseconds(500)
    /// A connection that lasted as long was a good one: the next wait is a short one again.
    private static let goodConnectionMin: Duration = .seconds(5)

    private let limitMax: Duration
    private var limit: Duration

    /// - Parameter limitMax: where the doubling ends.
    init(limitMax: Duration = standardMax) {
        self.limitMax = limitMax
        limit = min(Self.limitMin, limitMax)
    }

    /// The next wait.
    /// - Parameter fraction: a random number from 0 up to 1.
    mutating func next(fraction: Double) -> Duration {
        let wait = limit * fraction
        limit = min(limit * 2, limitMax)
        return wait
    }

    /// Tells how long a connection lasted. One that is dropped as soon as it is made counts as a
    /// failure like any other.
    mutating func connectionEnded(after duration: Duration) {
        if duration >= Self.goodConnectionMin { limit = min(Self.limitMin, limitMax) }
    }
}
