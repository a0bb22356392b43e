import Dispatch
import Locks

/// Calls an engine and waits for its answer. Blocks the thread, so an event loop must never call
/// it.
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
        guard let outcome else { preconditionFailure("an engine has not answered") }
        return outcome
    }.get()
}
