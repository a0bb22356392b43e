import Foundation
import Glibc
import Locks
import Transport

/// Thousands of hostile peers on a separate thread.
public final class Swarm: Sendable {
    private struct State {
        var tallies: [String: [PeerOutcome: Int]] = [:]
        var openCount = 0
        var openCountMax = 0
        var begunCount = 0
        var isStopping = false
    }

    private let state = Locked(State())
    private let isDone = DispatchSemaphore(value: 0)
    /// The time after which the remaining peers are given up.
    private let patience: Duration

    /// Starts the peers at once.
    public init(_ order: SwarmOrder, patience: Duration = .seconds(60)) {
        self.patience = patience
        DescriptorLimit.raise()
        let thread = Thread { [self] in
            if order.isNice { Self.yieldToAllOthers() }
            let deadline = ContinuousClock.now + patience
            let loop = SwarmLoop(order) { [state] plan, outcome in
                state.with { Self.count(outcome, of: plan, in: &$0) }
            }
            loop.run { ContinuousClock.now < deadline && !state.with { $0.isStopping } }
            isDone.signal()
        }
        thread.name = "hostile peers"
        thread.start()
    }

    /// `SCHED_IDLE` (sched(7)), which the C library's module does not declare.
    private static let idlePolicy: Int32 = 5

    /// Runs the peers only while the machine is idle, as if they were on other machines. Even at
    /// the lowest niceness a flood would sometimes hold a core for some milliseconds.
    private static func yieldToAllOthers() {
        var parameters = sched_param()
        _ = sched_setscheduler(0, idlePolicy, &parameters)
    }

    private static func count(_ outcome: PeerOutcome?, of plan: String, in state: inout State) {
        guard let outcome else {
            state.begunCount += 1
            state.openCount += 1
            state.openCountMax = max(state.openCountMax, state.openCount)
            return
        }
        state.openCount -= 1
        state.tallies[plan, default: [:]][outcome, default: 0] += 1
    }

    /// The outcomes of finished peers, by the names of their plans.
    public var tallies: [String: [PeerOutcome: Int]] { state.with { $0.tallies } }
    public var openCount: Int { state.with { $0.openCount } }
    public var openCountMax: Int { state.with { $0.openCountMax } }
    public var begunCount: Int { state.with { $0.begunCount } }

    /// Waits until all peers are finished or `patience` is over.
    public func waitUntilThrough() {
        isDone.wait()
        isDone.signal()
    }

    /// Resets all connections.
    public func stop() {
        state.with { $0.isStopping = true }
        waitUntilThrough()
    }
}
