package import Sync
package import Time

/// The machine's clock, which may be set at any time. It is for commands; a running hub uses its
/// `HubClock`.
package enum WallClock {
    package static var now: Instant { Instant(milliseconds: MachineTime.wallMilliseconds) }
}

/// A reading of two clocks at the same moment.
package struct ClockReading: Sendable, Equatable {
    /// The time of day, which can be set.
    package var wall: Instant
    /// The time since the machine started, including sleep. It can't be set.
    var steadyMilliseconds: Int64

    package init(wall: Instant, steadyMilliseconds: Int64) {
        self.wall = wall
        self.steadyMilliseconds = steadyMilliseconds
    }

    package init(of time: any TimeSource) {
        while true {
            let before = time.steadyMilliseconds
            let wall = Instant(milliseconds: time.wallMilliseconds)
            // If the thread was interrupted between the readings, they would differ by a jump.
            let after = time.steadyMilliseconds
            if after - before < 100 {
                self.init(wall: wall, steadyMilliseconds: after)
                return
            }
        }
    }
}
