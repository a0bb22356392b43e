import Clocks
import Credentials
import Dispatch
import Foundation
import Locks
package import Sync
import Transport

/// Fetches the content for the boards' connectors, away from the loops. A connector that hangs or
/// fails does not delay a venue. It delays other connectors only when `fetchCountMax` of them hang.
///
/// Drives a `ConnectorPlan`.
package final class ConnectorRunner: Sendable {
    private static let fetchCountMax = 4

    private typealias Task = ConnectorPlan.Task

    private let fetcher: any Fetcher
    private let tell: ReportSender
    /// `nil` after `stop`.
    private let plan: Locked<ConnectorPlan?>
    private let queue = DispatchQueue(label: "tablecast.connectors", qos: .utility)
    private let fetches = OperationQueue()

    package init(fetcher: any Fetcher, timing: ConnectorTiming, tell: @escaping ReportSender) {
        self.fetcher = fetcher
        self.tell = tell
        plan = Locked(ConnectorPlan(timing))
        fetches.maxConcurrentOperationCount = Self.fetchCountMax
        fetches.qualityOfService = .utility
    }

    /// Sets the connectors of a venue, by board. Starts to fetch the new and changed ones; the
    /// others continue as before. Does not wait for the fetches.
    package func set(_ connectors: [String: [Connector]], of venue: String) {
        for task in plan.with({ $0?.set(connectors, of: venue) }) ?? [] { fetch(task) }
    }

    /// Starts no further fetch, and drops the results of those under way.
    package func stop() { plan.with { $0 = nil } }

    private func fetch(_ task: Task) {
        fetches.addOperation { [weak self] in
            guard let self, let state = plan.with({ $0?.state(of: task) }) else { return }
            let answer = fetcher.fetch(state.connector, tag: state.tag)
            perform(plan.with { $0?.take(answer, for: task) }, task)
        }
    }

    private func perform(_ step: ConnectorPlan.Step?, _ task: Task) {
        switch step {
        case .tell(let report, let action, let venue):
            let mutation = Mutation(
                id: RandomID.make(), action: action, arguments: [:], fetch: report)
            tell(mutation, venue) { [weak self] outcome in
                guard let self else { return }
                perform(plan.with { $0?.told(outcome, for: task) }, task)
            }
        case .wait(let pause):
            let deadline = DispatchTime.now() + .milliseconds(Int(pause.milliseconds))
            queue.asyncAfter(deadline: deadline) { [weak self] in self?.fetch(task) }
        case nil: break
        }
    }
}
