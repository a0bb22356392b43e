import Clocks
import Credentials
import Dispatch
import Foundation
import Locks
package import Sync
package import Time
import Transport

/// Does the jobs of the boards' connectors and of lookups, away from the loops. A job that hangs or
/// fails does not delay a venue. It delays other lanes only when `jobCountMax` of them hang.
///
/// Drives a `ConnectorPlan` for each venue, and a `LookupPlan`.
package final class ConnectorRunner: Sendable {
    private static let jobCountMax = 8

    /// Returns the secrets of a board in a venue.
    package typealias Secrets =
        @Sendable (_ board: String, _ venue: String) -> any ConnectorSecrets

    private typealias Lane = ConnectorPlan.Lane

    private struct Venue {
        var plan: ConnectorPlan
        /// When the next tick comes.
        var tickAt: Duration?
    }

    private let timing: ConnectorTiming
    let time: any TimeSource
    private let secrets: Secrets
    let tell: ReportSender
    /// `nil` if jobs are not marked.
    let work: WorkMarks?
    private let carriers = Locked<[String: any ConnectorCarrier]>([:])
    /// `nil` after `stop`.
    private let venues = Locked<[String: Venue]?>([:])
    private let queue = DispatchQueue(label: "tablecast.connectors", qos: .utility)
    private let jobs = OperationQueue()
    private let longJobs = OperationQueue()
    let lookups: Locked<LookupDesk>
    /// Separate from `jobs`, so that no request waits for a calendar that hangs.
    let lookupJobs = OperationQueue()
    /// The jobs that are under way or about to begin.
    let underWay = DispatchGroup()

    package init(
        timing: ConnectorTiming, time: any TimeSource = MachineTime(),
        secrets: @escaping Secrets, work: WorkMarks? = nil,
        tell: @escaping ReportSender
    ) {
        self.timing = timing
        self.time = time
        self.secrets = secrets
        self.work = work
        self.tell = tell
        lookups = Locked(LookupDesk(plan: LookupPlan(timing)))
        for queue in [jobs, longJobs, lookupJobs] {
            queue.maxConcurrentOperationCount = Self.jobCountMax
            queue.qualityOfService = .utility
        }
        hold(true)
    }

    /// Starts doing the jobs.
    ///
    /// - Parameter carriers: by board.
    package func begin(with carriers: [String: any ConnectorCarrier]) {
        self.carriers.with { $0 = carriers }
        hold(false)
    }

    /// Suspends the start of jobs while `isHeld` is true.
    package func hold(_ isHeld: Bool) {
        for queue in [jobs, longJobs, lookupJobs] { queue.isSuspended = isHeld }
    }

    /// Waits until no job is under way or due.
    ///
    /// - Returns: `false` if a job remains at the deadline.
    package func finish(before deadline: Duration) -> Bool {
        queue.sync {}
        return underWay.finish(before: deadline)
    }

    /// Does a job once the queue has room.
    func perform(on queue: OperationQueue, _ job: @escaping @Sendable (ConnectorRunner) -> Void) {
        underWay.enter()
        queue.addOperation { [weak self, underWay] in
            defer { underWay.leave() }
            if let self { job(self) }
        }
    }

    /// Sets the connectors of a venue, by board. Does not wait for their jobs.
    package func set(_ connectors: [String: [Connector]], of venue: String) {
        change(venue) { $0.set(connectors, at: $1) }
    }

    /// Sets the boards of a venue that have subscribed views.
    package func setWatched(_ boards: Set<String>, of venue: String) {
        change(venue) { $0.setWatched(boards, at: $1) }
    }

    /// Makes a connector due at once if it waits for its period. Does not wait for its job.
    package func wake(_ id: String, of board: String, in venue: String) {
        change(venue) { $0.wake(id, of: board, at: $1) }
    }

    /// Notes that the journal grows by the results of a connector's job. A lane that writes much
    /// has to wait.
    package func wrote(_ bytes: Int, by id: String, of board: String, in venue: String) {
        change(venue) { plan, now in
            plan.wrote(bytes, by: id, of: board, at: now)
            return []
        }
    }

    /// Begins no further job, and drops the results of those under way.
    package func stop() {
        venues.with { $0 = nil }
        stopLookups()
    }

    // MARK: The plan

    private func change(
        _ venue: String, _ input: (inout ConnectorPlan, Duration) -> [ConnectorPlan.Action]
    ) {
        let now = time.now
        let (actions, tickAt) = venues.with { venues -> ([ConnectorPlan.Action], Duration?) in
            guard venues != nil else { return ([], nil) }
            var state = venues?[venue] ?? Venue(plan: ConnectorPlan(timing))
            let actions = input(&state.plan, now)
            let due = state.plan.nextDue
            let isNew = due != state.tickAt
            state.tickAt = due
            venues?[venue] = state
            return (actions, isNew ? due : nil)
        }
        if let tickAt { tick(venue, at: tickAt, after: tickAt - now) }
        for action in actions { carryOut(action, in: venue) }
    }

    private func tick(_ venue: String, at due: Duration, after pause: Duration) {
        time.call(after: pause, on: queue) { [weak self] in
            let isDue = self?.venues.with { venues in
                guard venues?[venue]?.tickAt == due else { return false }
                venues?[venue]?.tickAt = nil
                return true
            }
            if isDue == true { self?.change(venue) { $0.tick(at: $1) } }
        }
    }

    private func carryOut(_ action: ConnectorPlan.Action, in venue: String) {
        switch action {
        case .run(let lane):
            let queue = carrier(of: lane.board)?.doesLongJobs == true ? longJobs : jobs
            perform(on: queue) { $0.run(lane, in: venue) }
        case .tell(let report, let action, let lane):
            let mutation = Mutation(
                id: RandomID.make(), action: action, arguments: [:], connector: report)
            tell(mutation, venue) { [weak self] outcome in
                self?.proceed(with: report.id, in: lane, of: venue) { plan, now in
                    plan.told(outcome, in: lane, jitter: .random(in: 0...1), at: now)
                }
            }
        }
    }

    private func run(_ lane: Lane, in venue: String) {
        var job: (any ConnectorJob)?
        var id: String?
        change(venue) { plan, now in
            job = plan.begin(lane, at: now)
            id = plan.wantedRun(in: lane)?.id
            return []
        }
        guard let job, let id else { return }
        let answer: ConnectorAnswer
        if let carrier = carrier(of: lane.board), carrier.doesLongJobs {
            let progress = LongJob(runner: self, venue: venue, lane: lane)
            answer = carrier.carry(job, telling: progress)
        } else {
            answer = carry(job, id, of: lane.board, in: venue)
        }
        proceed(with: id, in: lane, of: venue) { plan, now in
            plan.answered(answer, in: lane, jitter: .random(in: 0...1), at: now)
        }
    }

    /// A long job that is under way in a lane.
    private struct LongJob: ConnectorProgress {
        let runner: ConnectorRunner
        let venue: String
        let lane: Lane

        private var report: ConnectorRun? {
            runner.venues.with { $0?[venue]?.plan.wantedRun(in: lane) }
        }

        var isWanted: Bool { report != nil }

        /// The hub may stop before the board has answered.
        func tell(_ result: any ConnectorResult) -> Bool {
            guard let run = report else { return false }
            let mutation = Mutation(
                id: RandomID.make(), action: run.action, arguments: [:],
                connector: ConnectorReport(id: run.id, result: .done(result)))
            let outcome = Locked<ReportAnswer?>(nil)
            let judged = DispatchSemaphore(value: 0)
            runner.tell(mutation, venue) { answer in
                outcome.with { $0 = answer }
                judged.signal()
            }
            while judged.wait(timeout: MachineTime.deadline(in: .milliseconds(100))) == .timedOut {
                guard runner.venues.with({ $0 != nil }) else { return false }
            }
            return outcome.with { $0 } == .taken
        }
    }

    /// Does a job. Blocks until it has ended.
    func carry(
        _ job: any ConnectorJob, _ id: String, of board: String, in venue: String
    ) -> ConnectorAnswer {
        guard let carrier = carrier(of: board) else {
            return .failed(.unknownTarget, secondsMin: nil)
        }
        let carry = { [secrets] in carrier.carry(job, with: secrets(board, venue)) }
        return work?.mark(Work(connector: id, of: board, in: venue), while: carry) ?? carry()
    }

    /// Passes the outcome of a lane's job to the plan. Resets the count of crashes during the job
    /// once every report was delivered.
    private func proceed(
        with id: String, in lane: Lane, of venue: String,
        _ input: (inout ConnectorPlan, Duration) -> [ConnectorPlan.Action]
    ) {
        change(venue) { plan, now in
            let actions = input(&plan, now)
            let isTold = actions.allSatisfy { action in
                if case .tell = action { false } else { true }
            }
            if isTold { work?.forget(Work(connector: id, of: lane.board, in: venue)) }
            return actions
        }
    }

    func carrier(of board: String) -> (any ConnectorCarrier)? { carriers.with { $0[board] } }
}
