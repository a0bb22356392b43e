public import Dispatch
import Glibc

/// The machine's time. Parts of a hub take the time from the hub's `TimeSource`; code that blocks a
/// thread, or measures work, takes it from here.
public struct MachineTime: TimeSource {
    public init() {}

    public static var monotonicNanoseconds: Int64 {
        let time = reading(of: CLOCK_MONOTONIC)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    public static var monotonic: Duration { .nanoseconds(monotonicNanoseconds) }

    public static var wallMilliseconds: Int64 { milliseconds(of: CLOCK_REALTIME) }

    static var steadyMilliseconds: Int64 { milliseconds(of: CLOCK_BOOTTIME) }

    /// Returns the deadline for waiting for a semaphore or a group.
    public static func deadline(in pause: Duration) -> DispatchTime {
        let (seconds, attoseconds) = max(.zero, pause).components
        return .now() + .seconds(Int(clamping: seconds))
            + .nanoseconds(Int(attoseconds / 1_000_000_000))
    }

    /// Blocks the thread. May return early if a signal interrupts it.
    public static func sleep(for duration: Duration) {
        let (seconds, attoseconds) = max(.zero, duration).components
        var time = timespec(
            tv_sec: Int(clamping: seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        nanosleep(&time, nil)
    }

    private static func milliseconds(of clock: clockid_t) -> Int64 {
        let time = reading(of: clock)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }

    private static func reading(of clock: clockid_t) -> timespec {
        var time = timespec()
        clock_gettime(clock, &time)
        return time
    }
}
