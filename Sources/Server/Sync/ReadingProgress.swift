/// Whether a reader for whom something waits still takes any of it.
struct ReadingProgress {
    /// What its system had acknowledged when it was last looked at.
    private var acknowledgedBytes: Int64 = 0
    /// When it was last seen to take something, or had nothing to take.
    private var movedAt: Duration

    init(at now: Duration) { movedAt = now }

    /// Looks again; for how long nothing has been taken.
    ///
    /// - Parameter acknowledgedBytes: asked for only while something waits. It is not what has left the
    ///   hub's own queue, which stands still while the kernel's, much longer, is drained.
    mutating func stalledFor(
        isWaiting: Bool, acknowledgedBytes: @autoclosure () -> Int64, at now: Duration
    ) -> Duration {
        guard isWaiting else {
            movedAt = now
            return .zero
        }
        let bytes = acknowledgedBytes()
        if bytes != self.acknowledgedBytes { movedAt = now }
        self.acknowledgedBytes = bytes
        return now - movedAt
    }
}
