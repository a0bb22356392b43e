import Clocks
package import Sync

/// A point in time by two clocks: the loop's monotonic clock for durations, and the time of day for
/// people.
package struct TimePoint: Sendable, Equatable {
    package var elapsed: Duration
    package var wall: Instant

    package init(elapsed: Duration, wall: Instant) {
        self.elapsed = elapsed
        self.wall = wall
    }

    /// The point this long before, by both clocks.
    func earlier(by duration: Duration) -> TimePoint {
        TimePoint(
            elapsed: elapsed - duration,
            wall: Instant(milliseconds: wall.milliseconds - duration.milliseconds))
    }

    /// The point at which the loop's clock shows this time.
    package func at(_ elapsed: Duration) -> TimePoint { earlier(by: self.elapsed - elapsed) }
}
