import DequeModule

/// When a view reached its latest revisions.
struct ViewTimeline: Sendable {
    private struct Step {
        var rev: Int
        var at: Duration
    }

    /// Revisions within this time are one step, with the time of the first one.
    private static let stepDuration = Duration.milliseconds(100)
    /// At a tenth of a second each, these are almost half a minute, longer than any delay that is
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

    /// Since when a document of revision `rev` is outdated; `nil` if it is current. If that is no longer
    /// remembered, the beginning of the memory.
    func passed(_ rev: Int) -> Duration? {
        guard rev < self.rev else { return nil }
        // Nearly everybody asks about one of the last steps.
        var passed = steps.last?.at
        for step in steps.reversed() {
            if step.rev <= rev { break }
            passed = step.at
        }
        return passed
    }
}
