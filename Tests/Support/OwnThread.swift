public import Foundation

/// Runs blocking code on its own thread, so that other tests can go on.
public func onOwnThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        let thread = Thread { continuation.resume(with: Result(catching: body)) }
        thread.start()
    }
}

/// A process keeps the run loop of the thread that starts it, and that of a thread that waits for it. The
/// leak sanitizer does not see them as long as such a thread lives, so it must be one that ends.
extension Process {
    public func start() throws {
        try onOwnThread { try self.run() }.get()
    }

    public func waitForEnd() {
        _ = onOwnThread { self.waitUntilExit() }
    }

    private func onOwnThread(
        _ body: @escaping @Sendable () throws -> Void
    ) -> Result<Void, any Error> {
        // Written before the signal, and read after it.
        nonisolated(unsafe) var result = Result<Void, any Error>.success(())
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            result = Result(catching: body)
            isDone.signal()
        }
        isDone.wait()
        return result
    }
}
