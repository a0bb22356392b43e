import Glibc
import Sync

/// The machine's clock, as somebody may set it at any time. It is for commands; a running hub asks
/// its `HubClock`.
enum WallClock {
    static var now: Instant { Instant(milliseconds: milliseconds(of: CLOCK_REALTIME)) }

    fileprivate static func milliseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}

/// What the machine's two clocks say at the same moment.
struct ClockReading: Sendable, Equatable {
    /// The time of day, which can be set.
    var wall: Instant
    /// The time since the machine started, with the time that it slept; it can't be set.
    var steadyMilliseconds: Int64

    /// Reads the machine's clocks.
    static func ofMachine() -> ClockReading {
        while true {
            let before = WallClock.milliseconds(of: CLOCK_BOOTTIME)
            let wall = WallClock.now
            // A thread that was interrupted between the readings would see a jump.
            let after = WallClock.milliseconds(of: CLOCK_BOOTTIME)
            if after - before < 100 {
                return ClockReading(wall: wall, steadyMilliseconds: after)
            }
        }
    }
}
