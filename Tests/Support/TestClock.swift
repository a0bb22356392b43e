public import Dispatch
import Locks
public import Time

/// A clock that a test sets. It runs like the machine's clock, or stands still until it is moved.
public final class TestClock: TimeSource {
    private struct Call {
        let end: Int64
        let queue: DispatchQueue
        let work: @Sendable () -> Void
    }

    private struct State {
        /// The time of the clock at the machine's time `since`, which is `nil` while the clock
        /// stands.
        var nanoseconds: Int64 = 0
        var since: Int64?
        var startMilliseconds: Int64
        var aheadMilliseconds: Int64 = 0
        var calls: [Call] = []
        var wakes: [@Sendable () -> Void] = []

        var now: Int64 {
            since.map { nanoseconds + MachineTime.monotonicNanoseconds - $0 } ?? nanoseconds
        }
    }

    private let state: Locked<State>

    /// - Parameter wallMilliseconds: the time of day.
    public init(at wallMilliseconds: Int64 = MachineTime.wallMilliseconds, stands: Bool = false) {
        state = Locked(
            State(
                since: stands ? nil : MachineTime.monotonicNanoseconds,
                startMilliseconds: wallMilliseconds))
    }

    public var stands: Bool {
        get { state.with { $0.since == nil } }
        set {
            state.with {
                $0.nanoseconds = $0.now
                $0.since = newValue ? nil : MachineTime.monotonicNanoseconds
            }
            move(by: .zero)
        }
    }

    public var nanoseconds: Int64 { state.with { $0.now } }
    public var steadyMilliseconds: Int64 { nanoseconds / 1_000_000 }
    public var wallMilliseconds: Int64 {
        state.with { $0.startMilliseconds + $0.aheadMilliseconds + $0.now / 1_000_000 }
    }

    public func call(
        after pause: Duration, on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void
    ) {
        let end = state.with {
            let end = $0.now + max(0, Int64(pause / .nanoseconds(1)))
            $0.calls.append(Call(end: end, queue: queue, work: work))
            return end
        }
        wait(until: end)
    }

    public func whenMoved(_ wake: @escaping @Sendable () -> Void) {
        state.with { $0.wakes.append(wake) }
    }

    /// Sets the time of day, as a person may set a machine's clock.
    public func set(ahead milliseconds: Int64) {
        state.with { $0.aheadMilliseconds = milliseconds }
    }

    /// Advances the clock. Does not wait for the effects.
    public func move(by duration: Duration) {
        state.with { $0.nanoseconds += Int64(duration / .nanoseconds(1)) }
        callDue()
        let (wakes, ends) = state.with { ($0.wakes, $0.calls.map(\.end)) }
        for wake in wakes { wake() }
        for end in ends { wait(until: end) }
    }

    private func wait(until end: Int64) {
        if stands {
            if end <= nanoseconds { callDue() }
            return
        }
        MachineTime().call(after: .nanoseconds(end - nanoseconds), on: .global()) { [weak self] in
            self?.callDue()
        }
    }

    private func callDue() {
        let due = state.with { state in
            let now = state.now
            defer { state.calls.removeAll { $0.end <= now } }
            return state.calls.filter { $0.end <= now }.sorted { $0.end < $1.end }
        }
        for call in due { call.queue.async(execute: call.work) }
    }
}
