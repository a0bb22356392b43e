import CPlatform
import Dispatch

/// Guards calls that wait for SQLite or the file system.
enum BlockingCall {
    /// Stops a debug build if an event loop is about to wait for the disk, and with it everybody
    /// who is connected to that loop. Costs nothing in a release build.
    @inline(__always)
    static func begin() {
        assert(platform_is_loop_thread() == 0, "an event loop must not wait for the disk")
    }
}

/// Calls an engine and waits for its answer. Only for threads that may block, never for an event
/// loop.
public func awaitAnswer<Value: Sendable, Failure: Error>(
    _ ask: (@escaping @Sendable (Result<Value, Failure>) -> Void) -> Void
) throws(Failure) -> Value {
    BlockingCall.begin()
    let isAnswered = DispatchSemaphore(value: 0)
    let outcome = Monitor<Result<Value, Failure>?>(nil)
    ask { result in
        outcome.withValue { $0 = result }
        isAnswered.signal()
    }
    isAnswered.wait()
    return try outcome.withValue { outcome in
        guard let outcome else { preconditionFailure("an engine has answered nothing") }
        return outcome
    }.get()
}
