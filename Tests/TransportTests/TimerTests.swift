import Locks
import TestSupport
import Testing
import Time

@testable import Transport

@Suite(.timeLimit(.minutes(5)))
struct TimerTests {
    @Test func `timers fire by deadline, then in the order of scheduling`() async throws {
        let loop = try EventLoop(name: "test")
        defer { loop.stop() }
        let (fired, continuation) = AsyncStream.makeStream(of: Int.self)
        try await loop.run {
            for (number, delay) in [30, 10, 20, 10, 0, 30].enumerated() {
                loop.schedule(after: .milliseconds(delay)) { continuation.yield(number) }
            }
            loop.schedule(after: .milliseconds(40)) { continuation.finish() }
        }
        var order: [Int] = []
        for await number in fired { order.append(number) }
        #expect(order == [4, 1, 3, 2, 0, 5])
    }

    @Test func `a timer never fires early`() async throws {
        let loop = try EventLoop(name: "test")
        defer { loop.stop() }
        let (fired, continuation) = AsyncStream.makeStream(of: Duration.self)
        let start = try await loop.run {
            loop.schedule(after: .milliseconds(15)) { continuation.yield(loop.now) }
            return loop.now
        }
        var iterator = fired.makeAsyncIterator()
        let end = try #require(await iterator.next())
        #expect(end - start >= .milliseconds(15))
    }

    @Test func `with a stopped clock, timers fire when it reaches their times`()
        async throws
    {
        let clock = TestClock(at: 0, stands: true)
        let loop = try EventLoop(name: "test", time: clock)
        defer { loop.stop() }
        let fired = Locked<[Int]>([])
        try await loop.run {
            for minutes in [2, 1] {
                loop.schedule(after: .seconds(60 * minutes)) { fired.with { $0.append(minutes) } }
            }
        }
        for (seconds, due) in [(59, []), (1, [1]), (600, [1, 2])] {
            clock.move(by: .seconds(seconds))
            let now = try await loop.run { loop.now }
            #expect(fired.with { $0 } == due)
            #expect(now == clock.now)
        }
    }

    @Test func `a cancelled timer does nothing, even if cancelled by another in its turn`()
        async throws
    {
        let loop = try EventLoop(name: "test")
        defer { loop.stop() }
        let (fired, continuation) = AsyncStream.makeStream(of: Int.self)
        try await loop.run {
            let first = loop.schedule(after: .milliseconds(1)) { continuation.yield(1) }
            var third: Timer?
            loop.schedule(after: .milliseconds(2)) {
                third?.cancel()
                continuation.yield(2)
            }
            third = loop.schedule(after: .milliseconds(2)) { continuation.yield(3) }
            loop.schedule(after: .milliseconds(5)) { continuation.finish() }
            first.cancel()
            first.cancel()
        }
        var order: [Int] = []
        for await number in fired { order.append(number) }
        #expect(order == [2])
    }

    @Test func `a timer that schedules another at once does not block the turn`() async throws {
        let loop = try EventLoop(name: "test")
        defer { loop.stop() }
        let (fired, continuation) = AsyncStream.makeStream(of: Void.self)
        let rounds = LoopBound(0)
        @Sendable func again() {
            rounds.value += 1
            if rounds.value < 100 {
                loop.schedule(after: .zero, again)
            } else {
                continuation.yield()
            }
        }
        try await loop.run { _ = loop.schedule(after: .seconds(-5), again) }
        var iterator = fired.makeAsyncIterator()
        await iterator.next()
        #expect(rounds.value == 100)
    }

    @Test func `a million cancelled timers leave nothing behind`() async throws {
        let loop = try EventLoop(name: "test")
        defer { loop.stop() }
        let held = try await loop.run {
            for _ in 0..<1_000_000 { loop.schedule(after: .seconds(3600)) {}.cancel() }
            return loop.timers.heldCount
        }
        #expect(held <= 64)
    }

    @Test func `timers fire in order after any insertions and cancellations`() async throws {
        let loop = try EventLoop(name: "test")
        defer { loop.stop() }
        let isSorted = try await loop.run {
            var queue = TimerQueue()
            var fired: [Int64] = []
            var random: UInt64 = 1
            var expected: [Int64] = []
            for _ in 0..<5000 {
                random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let deadline = Int64(random >> 50)
                let timer = Timer(on: loop) { fired.append(deadline) }
                queue.insert(timer, deadline: deadline)
                if random >> 33 & 3 == 0 {
                    timer.fire()
                    fired.removeLast()
                    queue.timerWasCancelled()
                } else {
                    expected.append(deadline)
                }
            }
            while let timer = queue.popDue(at: .max, before: .max) { timer.fire() }
            return fired == expected.sorted()
        }
        #expect(isSorted)
    }

    @Test func `endless delays don't overflow`() async throws {
        let loop = try EventLoop(name: "test")
        defer { loop.stop() }
        try await loop.run {
            loop.schedule(after: .seconds(Int64.max)) {}
            loop.schedule(after: .seconds(Int64.min)) {}
        }
        try await loop.run {}
    }
}
