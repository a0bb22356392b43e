import Sync

/// The hub's wall clock. It advances with the evening, and is set now and then.
final class SimulatedClock {
    /// A Friday in November, at 17:00 in Rome.
    static let start = Instant(milliseconds: 1_795_190_400_000)

    private unowned let timeline: Timeline
    /// The total by which it has been set.
    private var offset: Int64 = 0

    init(timeline: Timeline) { self.timeline = timeline }

    var now: Instant { Self.start.adding(milliseconds: Int64(timeline.now) + offset) }

    func set(by milliseconds: Int) { offset += Int64(milliseconds) }
}
