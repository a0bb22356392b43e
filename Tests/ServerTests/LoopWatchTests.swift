import Glibc
import Locks
import Logging
import TestSupport
import Testing
import Transport

@testable import Server

/// Detection of a hanging loop by another thread.
@Suite struct LoopWatchTests {
    private let limits = LoopWatch.Limits()

    /// Returns the findings of each second while a loop stays in the same turn.
    private func findings(
        _ seconds: Int, step: Int = 1, _ watch: inout LoopWatch
    ) -> [Int: LoopWatch.Finding] {
        var findings: [Int: LoopWatch.Finding] = [:]
        for second in stride(from: 0, through: seconds, by: step) {
            findings[second] = watch.look(at: 7, after: .seconds(step), limits)
        }
        return findings
    }

    @Test func `a busy loop is logged after 2 s, hangs after 10, and ends the process after 60`() {
        var watch = LoopWatch()
        expectEqual(findings(70, &watch), [2: .slow, 10: .hung, 60: .fatal])
        #expect(watch.isHung)
        expectEqual(watch.look(at: 8, after: .seconds(1), limits), .recovered)
        #expect(!watch.isHung)
    }

    @Test func `a loop that waits or takes turns is never reported`() {
        var watch = LoopWatch()
        for second in 0..<100 {
            expectNil(watch.look(at: nil, after: .seconds(1), limits))
            expectNil(watch.look(at: second, after: .seconds(1), limits))
        }
    }

    @Test func `a process that was stopped for an hour does not blame its loops`() {
        var watch = LoopWatch()
        _ = watch.look(at: 7, after: .seconds(1), limits)
        expectEqual(watch.look(at: 7, after: .seconds(3_600), limits), .slow)
        #expect(!watch.isHung)
    }

    @Test func `the watchdog reports a hanging loop, and its recovery`() throws {
        let loop = try EventLoop(name: "hangs")
        defer { loop.stop() }
        let ended = Locked(false)
        let limits = LoopWatch.Limits(
            slow: .milliseconds(20), hung: .milliseconds(60), fatal: .milliseconds(100))
        let watchdog = Watchdog([loop], limits, logger: Logger(label: "test")) { _ in
            ended.with { $0 = true }
        }
        let isReleased = Locked(false)
        loop.execute {
            loop.activity.note("lab/slow")
            while !isReleased.with({ $0 }) { usleep(1_000) }
        }
        watchdog.start()
        defer { watchdog.stop() }
        while !ended.with({ $0 }) { usleep(1_000) }
        #expect(watchdog.findsHungLoop)
        expectEqual(loop.activity.current?.work, "lab/slow")
        isReleased.with { $0 = true }
        while watchdog.findsHungLoop { usleep(1_000) }
    }
}
