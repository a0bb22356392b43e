import Glibc
package import Sync

/// The machine's clock, which somebody may set at any time. It is for commands; a running hub uses its
/// `HubClock`.
package enum WallClock {
    package static var now: Instant { Instant(milliseconds: milliseconds(of: CLOCK_REALTIME)) }

    fileprivate static func milliseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}

/// A reading of the machine's two clocks at the same moment.
package struct ClockReading: Sendable, Equatable {
    /// The time of day, which can be set.
    package var wall: Instant
    /// The time since the machine started, including sleep. It can't be set.
    var steadyMilliseconds: Int64

    /// Reads the machine's clocks.
    package static func ofMachine() -> ClockReading {
        while true {
            let before = WallClock.milliseconds(of: CLOCK_BOOTTIME)
            let wall = WallClock.now
            // If the thread was interrupted between the readings, they would differ by a jump.
            let after = WallClock.milliseconds(of: CLOCK_BOOTTIME)
            if after - before < 100 {
                return ClockReading(wall: wall, steadyMilliseconds: after)
            }
        }
    }
}
