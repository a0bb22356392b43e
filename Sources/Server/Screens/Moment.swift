import Sync

/// A point in time, by both clocks: the loop's, which only goes forward, for how long something
/// took; the wall's for what people read.
struct Moment: Sendable, Equatable {
    var elapsed: Duration
    var wall: Instant

    /// The same time ago by both.
    func earlier(by duration: Duration) -> Moment {
        Moment(
            elapsed: elapsed - duration,
            wall: Instant(milliseconds: wall.milliseconds - duration.milliseconds))
    }

    /// An earlier or later point of the loop's clock.
    func at(_ elapsed: Duration) -> Moment { earlier(by: self.elapsed - elapsed) }
}

extension Duration {
    /// Whole ones, without what is left over.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    }
}
