public import Dispatch

/// # The room `Time`
///
/// What time it is, and waiting. `MachineTime` is the only file that reads the machine's clocks or
/// sleeps. The hub gets its `TimeSource` from whoever starts it, so that a test can set the time of
/// all that belongs to a hub, and let it stand.
///
/// What a source leaves out is the machine's.
public protocol TimeSource: Sendable {
    /// The time of a clock that nobody sets, in nanoseconds.
    var nanoseconds: Int64 { get }
    /// The time of day, which somebody may set, in milliseconds since 1970.
    var wallMilliseconds: Int64 { get }
    /// The time since the machine started, including sleep, in milliseconds.
    var steadyMilliseconds: Int64 { get }

    /// Calls `work` once on the queue, when this much time has passed.
    func call(
        after pause: Duration, on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void)

    /// Whether no time passes until somebody moves the clock.
    var stands: Bool { get }

    /// Has `wake` called whenever somebody has moved the clock.
    func whenMoved(_ wake: @escaping @Sendable () -> Void)
}

extension TimeSource {
    public var now: Duration { .nanoseconds(nanoseconds) }

    public var nanoseconds: Int64 { MachineTime.monotonicNanoseconds }
    public var wallMilliseconds: Int64 { MachineTime.wallMilliseconds }
    public var steadyMilliseconds: Int64 { MachineTime.steadyMilliseconds }

    public func call(
        after pause: Duration, on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void
    ) {
        queue.asyncAfter(deadline: MachineTime.deadline(in: pause), execute: work)
    }

    public var stands: Bool { false }

    public func whenMoved(_ wake: @escaping @Sendable () -> Void) {}
}
