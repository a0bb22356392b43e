import Dispatch
import Locks
import Logging
import Storage
import TestSupport
import Testing
import Time
import Transport

@testable import SQLiteStorage
@testable import Venues

/// The readiness of the journal, which is known at once or within a second.
@Suite final class JournalReadinessTests {
    /// A disk that holds each write until it is released.
    private final class SlowDisk: Sendable {
        let gate = DispatchSemaphore(value: 0)
        let isAsked = DispatchSemaphore(value: 0)
        let probes = Locked(0)
        let error = Locked<StoreError?>(nil)

        func probe() throws(StoreError) {
            probes.with { $0 += 1 }
            isAsked.signal()
            gate.wait()
            if let error = error.with({ $0 }) { throw error }
        }
    }

    private let loop: EventLoop
    private let log = KeptLog()
    private let disk = SlowDisk()

    init() throws { loop = try EventLoop(name: "test") }

    deinit { loop.stop() }

    private func readiness(patience: Duration) -> JournalReadiness {
        JournalReadiness(logger: log.logger, patience: patience) {
            [disk] () throws(StoreError) in try disk.probe()
        }
    }

    /// Asks several times in one turn of the loop and waits for all answers.
    private func ask(_ readiness: JournalReadiness, times: Int = 1) -> [Bool] {
        let answers = Locked<[Bool]>([])
        let isAnswered = DispatchSemaphore(value: 0)
        loop.execute { [loop] in
            for _ in 0..<times {
                readiness.ask(on: loop) { isWritable in
                    answers.with { $0.append(isWritable) }
                    isAnswered.signal()
                }
            }
        }
        for _ in 0..<times { isAnswered.wait() }
        return answers.with { $0 }
    }

    @Test func `a blocked write delays no caller, and the hub is not ready`() {
        let readiness = readiness(patience: .milliseconds(1))
        expectEqual(ask(readiness), [false])
        // The same write still waits, and all callers get its answer.
        expectEqual(ask(readiness, times: 3), [false, false, false])
        // The callers may have been answered before the probe's queue had its turn.
        disk.isAsked.wait()
        disk.gate.signal()
        readiness.finish()
        expectEqual(disk.probes.with { $0 }, 1)
        expectEqual(ask(readiness), [true])
    }

    @Test func `does not report the end of the hub as a failure`() {
        let readiness = readiness(patience: .seconds(60))
        readiness.failed(.stopped)
        expectEqual(log.lines(with: "the journal can't be written"), [])
    }

    @Test func `concurrent callers share one probe`() {
        let readiness = readiness(patience: .seconds(60))
        disk.gate.signal()
        expectEqual(ask(readiness, times: 3), [true, true, true])
        expectEqual(disk.probes.with { $0 }, 1)
    }

    @Test func `reports a refusing disk at once, and logs it once until it accepts a write`() {
        let readiness = readiness(patience: .seconds(60))
        disk.error.with { $0 = .full }
        for _ in 1...2 {
            disk.gate.signal()
            expectEqual(ask(readiness), [false])
        }
        expectEqual(log.lines(with: "the journal can't be written").count, 1)
        readiness.succeeded(at: loop.time.now)
        expectEqual(ask(readiness), [true])
        readiness.failed(.full)
        expectEqual(log.lines(with: "the journal can't be written").count, 2)
        disk.error.with { $0 = nil }
        disk.gate.signal()
        expectEqual(ask(readiness), [true])
        expectEqual(disk.probes.with { $0 }, 3)
    }
}
