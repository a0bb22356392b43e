import Locks
import Logging
import Sync
import TestSupport
import Testing
import Time

@testable import Clocks

@Suite struct HubClockTests {
    private static let evening: Int64 = 1_800_000_000_000

    private let time = TestClock(at: evening, stands: true)
    private let lines = Locked<[String]>([])

    private func clock(lastEventAt: Int64? = nil) -> HubClock {
        HubClock(
            time, lastEventAt: lastEventAt.map(Instant.init(milliseconds:)),
            logger: Logger(label: "test") { [lines] _ in LogRecorder(lines) })
    }

    /// So much time goes by, and the clock is read every second meanwhile.
    private func run(_ clock: HubClock, seconds: Int64) {
        for _ in 0..<seconds {
            time.move(by: .seconds(1))
            _ = clock.now
        }
    }

    @Test(arguments: [(Int64(600), "600 s ahead"), (-600, "600 s behind")])
    func `a jump is logged when it is seen and when it is followed`(seconds: Int64, text: String) {
        let clock = clock()
        time.set(ahead: seconds * 1_000)
        #expect(clock.now.milliseconds == Self.evening)
        #expect(clock.jumpSeconds == Int(seconds))
        run(clock, seconds: 180)
        #expect(clock.jumpSeconds == nil)
        #expect(clock.now.milliseconds == Self.evening + (180 + seconds) * 1_000)
        #expect(
            lines.with { $0 } == [
                """
                warning the machine's clock has jumped and is \(text): the hub goes on without it, \
                and follows if it stays so for 3 minutes
                """,
                "warning the machine's clock has stayed \(text): the hub follows it now",
            ])
    }

    @Test func `a jump that is taken back is logged as over`() {
        let clock = clock()
        time.set(ahead: 600_000)
        run(clock, seconds: 1)
        time.set(ahead: 0)
        run(clock, seconds: 61)
        #expect(lines.with { $0 }.last == "notice the machine's clock agrees with the hub's again")
    }

    @Test func `a clock that leaves the journal's end behind is followed at once`() {
        let clock = clock(lastEventAt: Self.evening + 3_600_000)
        #expect(clock.now.milliseconds == Self.evening + 3_600_000)
        time.set(ahead: 7_200_000)
        #expect(clock.now.milliseconds == Self.evening + 7_200_000)
        #expect(
            lines.with { $0 }.last
                == "notice the machine's clock is behind the journal no more: the hub follows it")
    }

    /// A source on which half a second goes by while it is first read.
    private struct Interrupted: TimeSource {
        let readings = Locked(0)

        var steadyMilliseconds: Int64 {
            readings.with {
                $0 += 1
                return $0 == 1 ? 0 : 500
            }
        }
    }

    @Test func `a reading that was interrupted is taken again`() {
        let time = Interrupted()
        #expect(ClockReading(of: time).steadyMilliseconds == 500)
        #expect(time.readings.with { $0 } == 4)
    }
}
