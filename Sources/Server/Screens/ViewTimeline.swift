import DequeModule

/// When the document of a view went beyond a revision, for the last while.
struct ViewTimeline: Sendable {
    private struct Step {
        var rev: Int
        var at: Duration
    }

    /// What happens within this time is one step: of its revisions the first one's time counts.
    private static let stepDuration = Duration.milliseconds(100)
    /// At a tenth of a second each they reach back for almost half a minute at the least, further
    /// than any delay that is counted by them.
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

    /// Since when a document of revision `rev` is not the newest one; `nil` when it is. What went by
    /// longer ago than is remembered went by then at the latest.
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
