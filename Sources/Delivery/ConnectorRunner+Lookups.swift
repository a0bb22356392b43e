import Credentials
import Foundation
import Locks
package import Sync
import Time
import Transport

/// The lookups of all venues, and the requests that wait for them.
struct LookupDesk {
    typealias Waiter = @Sendable (LookupAnswer) -> Void

    var plan: LookupPlan
    var waiters: [LookupPlan.Key: [Waiter]] = [:]
    var isStopped = false
}

extension ConnectorRunner {
    /// Starts a lookup of a board. Does not wait for it.
    ///
    /// - Parameter done: called once, on any thread; never if the hub stops before.
    package func ask(
        _ lookup: Lookup, of board: String, in venue: String,
        _ done: @escaping @Sendable (LookupAnswer) -> Void
    ) {
        if let known = carrier(of: board)?.known(lookup.job) { return done(.found([known])) }
        if work?.isSetAside(Work(connector: lookup.id, of: board, in: venue)) == true {
            return done(.failed(.unreadable, retryAfter: .seconds(60)))
        }
        let lane = LookupPlan.Lane(venue: venue, board: board, server: lookup.server)
        change { desk in
            desk.waiters[LookupPlan.Key(lane: lane, id: lookup.id), default: []].append(done)
            return desk.plan.ask(lookup, in: lane, at: time.now)
        }
    }

    /// Forgets the requests that wait.
    func stopLookups() {
        lookups.with { desk in
            desk.isStopped = true
            desk.waiters = [:]
        }
    }

    private func change(_ input: (inout LookupDesk) -> [LookupPlan.Action]) {
        for action in lookups.with({ $0.isStopped ? [] : input(&$0) }) { carryOut(action) }
    }

    private func carryOut(_ action: LookupPlan.Action) {
        switch action {
        case .run(let job, let key):
            perform(on: lookupJobs) { $0.run(job, of: key) }
        case .tell(let report, let action, let key):
            let mutation = Mutation(
                id: RandomID.make(), action: action, arguments: [:], connector: report)
            tell(mutation, key.lane.venue) { [weak self] outcome in
                self?.change { $0.plan.told(outcome, of: key) }
            }
        case .answer(let answer, let key):
            work?.forget(Work(connector: key.id, of: key.lane.board, in: key.lane.venue))
            let waiters = lookups.with { $0.waiters.removeValue(forKey: key) }
            for waiter in waiters ?? [] { waiter(answer) }
        }
    }

    private func run(_ job: any ConnectorJob, of key: LookupPlan.Key) {
        let answer = carry(job, key.id, of: key.lane.board, in: key.lane.venue)
        change {
            $0.plan.answered(
                answer, of: key, jitter: .random(in: 0...1), at: time.now)
        }
    }
}
