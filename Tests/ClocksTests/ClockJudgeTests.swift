import Locks
import Sync
import Testing
import Time

@testable import Clocks

@Suite struct ClockJudgeTests {
    private var clocks = Clocks()

    /// Both clocks, in seconds.
    private struct Clocks {
        var steady: Int64 = 1_000
        /// The time of day, in seconds since an evening.
        var wall: Int64 = 0
        var judge = ClockJudge(
            ClockReading(wall: Instant(milliseconds: 0), steadyMilliseconds: 1_000_000))
        var news: [ClockJudge.News] = []

        /// - Returns: what time it is, in seconds since the evening.
        @discardableResult
        mutating func read(after seconds: Int64 = 1) -> Int64 {
            steady += seconds
            wall += seconds
            let (now, news) = judge.judge(
                ClockReading(
                    wall: Instant(milliseconds: wall * 1000), steadyMilliseconds: steady * 1000))
            if let news { self.news.append(news) }
            return now.milliseconds / 1000
        }

        /// Reads once a second for so long.
        mutating func run(seconds: Int64) { for _ in 0..<seconds { read() } }
    }

    private static let day: Int64 = 86_400

    @Test(arguments: [day, -day, 60, -60])
    mutating func `a jump is reported once, and the time goes on without it`(seconds: Int64) {
        clocks.wall += seconds
        #expect(clocks.read() == 1)
        #expect(clocks.judge.jumpMilliseconds == seconds * 1000)
        clocks.run(seconds: 100)
        #expect(clocks.read() == 102)
        #expect(clocks.news == [.jumped(milliseconds: seconds * 1000)])
    }

    @Test mutating func `a clock that comes back is right at once, and over a minute later`() {
        clocks.wall += Self.day
        clocks.read()
        clocks.wall -= Self.day
        #expect(clocks.read() == 2)
        #expect(clocks.judge.jumpMilliseconds == nil)
        clocks.run(seconds: 59)
        #expect(clocks.news.count == 1)
        clocks.run(seconds: 1)
        #expect(clocks.news == [.jumped(milliseconds: Self.day * 1000), .returned])
    }

    @Test(arguments: [day, -day])
    mutating func `a jump that stays for three minutes is accepted`(seconds: Int64) {
        clocks.wall += seconds
        clocks.read()
        clocks.run(seconds: 179)
        #expect(clocks.news.count == 1)
        #expect(clocks.read() == seconds + 181)
        #expect(clocks.news.last == .accepted(milliseconds: seconds * 1000))
        #expect(clocks.judge.jumpMilliseconds == nil)
        #expect(clocks.read() == seconds + 182)
        #expect(clocks.news.count == 2)
    }

    @Test
    mutating func `a clock that is behind the journal at the start is doubted until it has stayed`()
    {
        clocks.judge = ClockJudge(
            ClockReading(wall: Instant(milliseconds: 0), steadyMilliseconds: 1_000_000),
            lastEventAt: Instant(milliseconds: Self.day * 1000))
        #expect(clocks.read() == Self.day + 1)
        #expect(clocks.news == [.jumped(milliseconds: -Self.day * 1000)])
        clocks.run(seconds: 179)
        #expect(clocks.read() == 181)
        #expect(clocks.news.last == .accepted(milliseconds: -Self.day * 1000))
    }

    @Test mutating func `a clock that is right after all soon after the start is followed at once`()
    {
        clocks.judge = ClockJudge(
            ClockReading(wall: Instant(milliseconds: 0), steadyMilliseconds: 1_000_000),
            lastEventAt: Instant(milliseconds: Self.day * 1000))
        clocks.read()
        clocks.wall += Self.day + 3
        #expect(clocks.read() == Self.day + 5)
        #expect(clocks.judge.jumpMilliseconds == nil)
    }

    @Test
    mutating func `a clock that was behind the journal at the start may come to any later time`() {
        clocks.judge = ClockJudge(
            ClockReading(wall: Instant(milliseconds: 0), steadyMilliseconds: 1_000_000),
            lastEventAt: Instant(milliseconds: Self.day * 1000))
        clocks.run(seconds: 10)
        // The hub was off for an hour.
        clocks.wall += Self.day + 3_600
        #expect(clocks.read() == Self.day + 3_611)
        #expect(clocks.judge.jumpMilliseconds == nil)
        #expect(
            clocks.news == [
                .jumped(milliseconds: -Self.day * 1000), .corrected(milliseconds: 3_600_000),
            ])
        // What happens after that is a jump like any other.
        clocks.wall += Self.day
        #expect(clocks.read() == Self.day + 3_612)
        #expect(clocks.news.last == .jumped(milliseconds: Self.day * 1000))
    }

    @Test(arguments: [day, -day])
    mutating func `a time that has been confirmed once is no guess any more`(seconds: Int64) {
        clocks.judge = ClockJudge(
            ClockReading(wall: Instant(milliseconds: 0), steadyMilliseconds: 1_000_000),
            lastEventAt: Instant(milliseconds: Self.day * 1000))
        clocks.wall += Self.day
        #expect(clocks.read() == Self.day + 1)
        clocks.wall += seconds
        #expect(clocks.read() == Self.day + 2)
        #expect(clocks.judge.jumpMilliseconds == seconds * 1000)
    }

    @Test(arguments: [-day, 0, 5])
    mutating func `a clock that is ahead of the journal, or a little behind, is believed`(
        seconds: Int64
    ) {
        clocks.judge = ClockJudge(
            ClockReading(wall: Instant(milliseconds: 0), steadyMilliseconds: 1_000_000),
            lastEventAt: Instant(milliseconds: seconds * 1000))
        #expect(clocks.read() == 1)
        #expect(clocks.news.isEmpty)
    }

    @Test mutating func `NTP's corrections and leap seconds are followed`() {
        clocks.wall += 4
        #expect(clocks.read() == 5)
        clocks.wall -= 1
        #expect(clocks.read() == 5)
        // An hour in which it is slowed down.
        for _ in 0..<3_600 {
            clocks.wall -= 1
            clocks.read()
        }
        #expect(clocks.read() == 6)
        #expect(clocks.news.isEmpty)
    }

    @Test mutating func `a clock that is corrected while it is doubted is accepted all the same`() {
        clocks.wall += Self.day
        for _ in 0..<181 {
            clocks.read()
            if clocks.steady % 10 == 0 { clocks.wall += 1 }
        }
        #expect(clocks.news.count == 2)
        #expect(clocks.read() == clocks.wall)
    }

    @Test mutating func `a clock that jumps to and fro leads nobody astray, and is reported once`()
    {
        for round in 0..<1_000 {
            clocks.wall += round % 2 == 0 ? Self.day : -Self.day
            #expect(clocks.read(after: 10) == Int64(round + 1) * 10)
        }
        #expect(clocks.news == [.jumped(milliseconds: Self.day * 1000)])
    }

    @Test mutating func `only a time that stays is accepted, not one that is another each time`() {
        for round in 1...100 {
            clocks.wall += Self.day
            #expect(clocks.read(after: 100) == Int64(round) * 100)
        }
        #expect(clocks.news.count == 1)
        clocks.run(seconds: 181)
        #expect(clocks.news.last == .accepted(milliseconds: 100 * Self.day * 1000))
    }

    @Test mutating func `a machine that sleeps does not jump`() {
        #expect(clocks.read(after: 12 * 3_600) == 12 * 3_600)
        #expect(clocks.news.isEmpty)
    }

    @Test func `the machine's own clocks agree`() {
        let one = ClockReading(of: MachineTime())
        let other = ClockReading(of: MachineTime())
        #expect(other.steadyMilliseconds >= one.steadyMilliseconds)
        #expect(abs(one.wall.milliseconds(since: WallClock.now)) < 60_000)
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
