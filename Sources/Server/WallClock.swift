import Glibc
import Sync

/// The machine's clock. The rooms below are given the time; this is where it is read.
enum WallClock {
    static var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(
            milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
