public import Dispatch

/// # The room `Time`
///
/// Clocks and waiting. `MachineTime` is the only file that reads the machine's clocks or sleeps.
/// The hub gets its `TimeSource` from its creator, so that a test can set or stop the time of the
/// whole hub.
///
/// The default implementations use the machine's time.
public protocol TimeSource: Sendable {
    /// The time of a monotonic clock, in nanoseconds.
    var nanoseconds: Int64 { get }
    /// The time of day, which may be set, in milliseconds since 1970.
    var wallMilliseconds: Int64 { get }
    /// The time since the machine started, including sleep, in milliseconds.
    var steadyMilliseconds: Int64 { get }

    /// Calls `work` once on the queue, after `pause`.
    func call(
        after pause: Duration, on queue: DispatchQueue, _ work: @escaping @Sendable () -> Void)

    /// Whether time stands still until a test moves the clock.
    var stands: Bool { get }

    /// Registers `wake` to be called whenever a test has moved the clock.
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
