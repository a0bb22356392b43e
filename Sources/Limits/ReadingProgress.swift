/// Observes whether a peer with pending output still reads. Exists only while output is pending, so
/// that an idle connection needs no memory for it.
package final class ReadingProgress {
    /// The number of bytes that the peer's system had acknowledged at the last look.
    private let acknowledgedBytes: Int64
    /// The time at which this number was first seen.
    private let movedAt: Duration

    private init(acknowledgedBytes: Int64, at now: Duration) {
        self.acknowledgedBytes = acknowledgedBytes
        movedAt = now
    }

    /// Checks the progress, and returns how long the peer has read nothing.
    ///
    /// - Parameters:
    ///  - progress: the last check; `nil` before the first one and while nothing is pending.
    ///  - isWaiting: whether output is pending.
    ///  - acknowledgedBytes: evaluated only while output is pending. The number of bytes that left
    ///    the hub's own queue does not suffice: it stands still while the kernel's much longer
    ///    queue drains.
    package static func stalledFor(
        _ progress: inout ReadingProgress?, isWaiting: Bool,
        acknowledgedBytes: @autoclosure () -> Int64, at now: Duration
    ) -> Duration {
        guard isWaiting else {
            progress = nil
            return .zero
        }
        let bytes = acknowledgedBytes()
        guard let progress, progress.acknowledgedBytes == bytes else {
            progress = ReadingProgress(acknowledgedBytes: bytes, at: now)
            return .zero
        }
        return now - progress.movedAt
    }
}
