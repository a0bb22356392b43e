/// Whether a reader for whom something waits still takes any of it.
struct ReadingProgress {
    /// What waited when it was last looked at.
    private var waitingBytes = 0
    /// When it was last seen to take something, or had nothing to take.
    private var movedAt: Duration

    init(at now: Duration) { movedAt = now }

    /// Looks again; for how long nothing has been taken.
    mutating func stalledFor(
        isCongested: Bool, outputBytes: Int, at now: Duration
    ) -> Duration {
        if !isCongested || outputBytes < waitingBytes { movedAt = now }
        waitingBytes = outputBytes
        return now - movedAt
    }
}
