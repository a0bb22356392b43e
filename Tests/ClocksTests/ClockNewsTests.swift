import Sync
import TestSupport
import Testing
import Time

@testable import Clocks

/// What the hub's clock logs when a jump is over. A running hub's tests have the jumps themselves.
@Suite struct ClockNewsTests {
    private static let evening: Int64 = 1_800_000_000_000

    private let time = TestClock(at: evening, stands: true)
    private let log = KeptLog()

    @Test func `a jump that is taken back is logged as over a minute later`() {
        let clock = HubClock(time, logger: log.logger)
        time.set(ahead: 600_000)
        #expect(clock.now.milliseconds == Self.evening)
        time.set(ahead: 0)
        for _ in 0...60 {
            #expect(log.lines(with: "agrees").isEmpty)
            _ = clock.now
            time.move(by: .seconds(1))
        }
        #expect(
            log.lines(with: "agrees") == [
                "notice the machine's clock agrees with the hub's again"
            ])
    }

    @Test func `a clock that leaves the journal's end behind is followed at once`() {
        let end = Instant(milliseconds: Self.evening + 3_600_000)
        let clock = HubClock(time, lastEventAt: end, logger: log.logger)
        #expect(clock.now == end)
        time.set(ahead: 7_200_000)
        #expect(clock.now.milliseconds == Self.evening + 7_200_000)
        #expect(
            log.lines(with: "journal") == [
                "notice the machine's clock is behind the journal no more: the hub follows it"
            ])
    }
}
