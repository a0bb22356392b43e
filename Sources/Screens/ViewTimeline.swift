import DequeModule

/// When a view reached each of its latest revisions.
struct ViewTimeline: Sendable {
    private struct Step {
        var rev: Int
        var at: Duration
    }

    /// Revisions within this time are one step, with the time of the first one.
    private static let stepDuration = Duration.milliseconds(100)
    /// At a tenth of a second each, these steps cover 25 seconds, more than any delay that is
    /// measured with them.
    private static let stepCountMax = 256

    private var steps: Deque<Step> = []
    private(set) var rev = 0

    mutating func reached(_ rev: Int, at now: Duration) {
        guard rev > self.rev || steps.isEmpty else { return }
        self.rev = rev
        if let last = steps.last, now - last.at < Self.stepDuration {
            steps[steps.count - 1].rev = rev
        } else {
            steps.append(Step(rev: rev, at: now))
            if steps.count > Self.stepCountMax { steps.removeFirst() }
        }
    }

    /// Returns since when a document of revision `rev` is outdated; `nil` if it is current. If the
    /// revision is too old, returns the time of the oldest step.
    func passed(_ rev: Int) -> Duration? {
        guard rev < self.rev else { return nil }
        // Nearly all calls ask about one of the last steps.
        var passed = steps.last?.at
        for step in steps.reversed() {
            if step.rev <= rev { break }
            passed = step.at
        }
        return passed
    }
}
