/// Observes whether a peer with pending output still reads.
package struct ReadingProgress {
    /// The number of bytes that the peer's system had acknowledged at the last look.
    private var acknowledgedBytes: Int64 = 0
    /// When it was last seen to read, or had nothing to read.
    private var movedAt: Duration

    package init(at now: Duration) { movedAt = now }

    /// Looks again, and returns for how long the peer has read nothing.
    ///
    /// - Parameter acknowledgedBytes: evaluated only while output is pending. It does not count what has
    ///   left the hub's own queue: that stands still while the kernel's much longer queue is drained.
    package mutating func stalledFor(
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
