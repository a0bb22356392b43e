public import Foundation

/// Runs blocking code on a separate thread, so that other tests can continue.
public func onOwnThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        let thread = Thread { continuation.resume(with: Result(catching: body)) }
        thread.start()
    }
}

/// Starts and awaits processes on threads that end. A process retains the run loops of these
/// threads, and the leak sanitizer can't trace them while the threads live.
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
