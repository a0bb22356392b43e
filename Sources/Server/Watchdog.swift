import Clocks
import Foundation
import Locks
import Logging
import Time
import Transport

/// Checks the loops from a separate thread, because a loop that hangs can't report it.
///
/// Uses the machine's time, because a loop that hangs advances no other clock.
///
/// A loop that is busy for long is logged with its work. Later, the other loops report the hub as
/// unhealthy. In the end, the process ends with the loop's stack, so that its supervisor restarts
/// it. No acknowledged mutation is lost.
final class Watchdog: Sendable {
    private struct State {
        var isStopped = false
        var hungLoops: Set<String> = []
    }

    private let loops: [EventLoop]
    private let limits: LoopWatch.Limits
    private let logger: Logger
    private let end: @Sendable (EventLoop) -> Void
    private let state = Locked(State())

    /// - Parameter end: ends the process because of a loop.
    init(
        _ loops: [EventLoop], _ limits: LoopWatch.Limits, logger: Logger,
        end: @escaping @Sendable (EventLoop) -> Void = { $0.endProcess() }
    ) {
        self.loops = loops
        self.limits = limits
        self.logger = logger
        self.end = end
    }

    /// Whether a loop hangs.
    var findsHungLoop: Bool { state.with { !$0.hungLoops.isEmpty } }

    func start() {
        Thread.detachNewThread { [self] in
            var watches = Array(repeating: LoopWatch(), count: loops.count)
            var last = MachineTime.monotonic
            while state.with({ !$0.isStopped }) {
                MachineTime.sleep(for: limits.slow / 4)
                let now = MachineTime.monotonic
                for (index, loop) in loops.enumerated() {
                    look(at: loop, &watches[index], after: now - last)
                }
                last = now
            }
        }
    }

    /// Ends the thread, after some time.
    func stop() { state.with { $0.isStopped = true } }

    private func look(at loop: EventLoop, _ watch: inout LoopWatch, after elapsed: Duration) {
        let current = loop.activity.current
        let finding = watch.look(at: current?.turn, after: elapsed, limits)
        let isHung = watch.isHung
        state.with { state in
            if isHung {
                state.hungLoops.insert(loop.name)
            } else {
                state.hungLoops.remove(loop.name)
            }
        }
        let what = "the loop \(loop.name) has been busy for \(watch.busy.components.seconds) s"
        let work = current?.work.map { " with \($0)" } ?? ""
        switch finding {
        case nil: break
        case .slow, .hung: logger.warning("\(what)\(work)")
        case .recovered: logger.notice("the loop \(loop.name) goes on")
        case .fatal:
            logger.critical("\(what)\(work); the hub ends, so that it can be started again")
            end(loop)
        }
    }
}
