import Foundation

/// A hub that is being stopped on a separate thread, with its duration.
final class Stopping: @unchecked Sendable {
    // Unchecked: both are written before the semaphore is signalled, and read after it.
    private let hub: LiveHub
    private var end: ContinuousClock.Instant?
    private let start = ContinuousClock.now
    private let isDone = DispatchSemaphore(value: 0)

    init(_ hub: LiveHub) {
        self.hub = hub
        Thread.detachNewThread { [self] in
            self.hub.stop()
            end = .now
            isDone.signal()
        }
    }

    /// Waits for the end.
    func duration() -> Duration {
        isDone.wait()
        return start.duration(to: end ?? .now)
    }
}
