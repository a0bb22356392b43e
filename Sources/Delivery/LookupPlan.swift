package import Sync

/// Decides when lookups run, and what is reported to their boards. Times are of a monotonic clock.
package struct LookupPlan {
    /// The lookups of one server for a board.
    package struct Lane: Sendable, Hashable {
        package var venue: String
        package var board: String
        package var server: String
    }

    /// Identifies a lookup while it waits or is under way.
    package struct Key: Sendable, Hashable {
        package var lane: Lane
        package var id: String
    }

    package enum Action: Sendable {
        /// Do the job, and pass its answer to `answered`.
        case run(any ConnectorJob, Key)
        /// Report to the board, and call `told`.
        case tell(ConnectorReport, action: String, Key)
        /// Answer the requests that wait for the lookup.
        case answer(LookupAnswer, Key)
    }

    /// The maximum number of lookups of a lane that wait.
    static let waitingCountMax = 64
    /// The maximum number of lanes that are remembered without a lookup.
    static let laneCountMax = 1024

    private struct Run {
        let lookup: Lookup
        /// The reports that remain to be sent.
        var reports: ArraySlice<ConnectorReport.Result> = []
        var answer = LookupAnswer.unfinished
    }

    private struct LaneState {
        var running: [String: Run] = [:]
        var waiting: [Lookup] = []
        /// The last report to the board; `nil` if the hub has sent none since it started.
        var told: ConnectorReport.Result?
        var failure = EffectFailure.unreachable
        var failureCount = 0
        var pausedUntil = Duration.zero

        var isIdle: Bool { running.isEmpty && waiting.isEmpty }
    }

    private let timing: ConnectorTiming
    private var lanes: [Lane: LaneState] = [:]

    package init(_ timing: ConnectorTiming) { self.timing = timing }

    /// Starts a lookup, unless an equal one is under way.
    package mutating func ask(_ lookup: Lookup, in lane: Lane, at now: Duration) -> [Action] {
        let key = Key(lane: lane, id: lookup.id)
        if lanes.count > Self.laneCountMax { forgetIdleLanes(at: now) }
        var state = lanes[lane] ?? LaneState()
        defer { lanes[lane] = state }
        if state.running[lookup.id] != nil || state.waiting.contains(where: { $0.id == lookup.id })
        {
            return []
        }
        if state.pausedUntil > now {
            return [.answer(.failed(state.failure, retryAfter: state.pausedUntil - now), key)]
        }
        guard state.waiting.count < Self.waitingCountMax else {
            return [.answer(.failed(.tooMany, retryAfter: .seconds(1)), key)]
        }
        state.waiting.append(lookup)
        return Self.begin(&state, in: lane)
    }

    private mutating func forgetIdleLanes(at now: Duration) {
        lanes = lanes.filter { !$0.value.isIdle || $0.value.pausedUntil > now }
    }

    private static func begin(_ state: inout LaneState, in lane: Lane) -> [Action] {
        var actions: [Action] = []
        while let next = state.waiting.first, state.running.count < next.concurrencyMax {
            state.waiting.removeFirst()
            state.running[next.id] = Run(lookup: next)
            actions.append(.run(next.job, Key(lane: lane, id: next.id)))
        }
        return actions
    }

    /// Takes the answer of a lookup's job.
    ///
    /// - Parameter jitter: a random number from 0 to 1.
    package mutating func answered(
        _ answer: ConnectorAnswer, of key: Key, jitter: Double, at now: Duration
    ) -> [Action] {
        guard var state = lanes[key.lane], var run = state.running[key.id] else { return [] }
        var actions: [Action] = []
        switch answer {
        case .done(let results):
            run.reports = Self.news(of: results, run.lookup, after: state.told)
            run.answer = .found(results)
            state.failureCount = 0
        case .same:
            run.reports = Self.news(of: [], run.lookup, after: state.told)
            run.answer = .found([])
            state.failureCount = 0
        case .failed(let failure, let secondsMin):
            state.failureCount += 1
            let pause = timing.pause(
                after: state.failureCount, jitter: jitter, secondsMin: secondsMin)
            state.pausedUntil = max(state.pausedUntil, now + pause)
            state.failure = failure
            let retryAfter = state.pausedUntil - now
            run.answer = .failed(failure, retryAfter: retryAfter)
            if state.told != .failed(failure) { run.reports = [.failed(failure)] }
            // The waiting lookups would fail, too.
            actions = state.waiting.map { lookup in
                .answer(
                    .failed(failure, retryAfter: retryAfter), Key(lane: key.lane, id: lookup.id))
            }
            state.waiting = []
        }
        state.running[key.id] = run
        actions += Self.goOn(&state, key)
        lanes[key.lane] = state
        return actions
    }

    private static func news(
        of results: [any ConnectorResult], _ lookup: Lookup, after told: ConnectorReport.Result?
    ) -> ArraySlice<ConnectorReport.Result> {
        if lookup.tellsBoard, !results.isEmpty { return results.map { .done($0) }[...] }
        return told == .same ? [] : [.same]
    }

    /// Takes the board's answer to a report.
    package mutating func told(_ outcome: ReportAnswer, of key: Key) -> [Action] {
        guard var state = lanes[key.lane], let result = state.running[key.id]?.reports.popFirst()
        else { return [] }
        switch (outcome, result) {
        case (.unavailable, _): state.told = nil
        case (_, .failed): state.told = result
        case (_, .done), (_, .same): state.told = .same
        }
        let actions = Self.goOn(&state, key)
        lanes[key.lane] = state
        return actions
    }

    /// Sends the next report of a lookup. After the last one, answers the lookup and begins those
    /// that wait.
    private static func goOn(_ state: inout LaneState, _ key: Key) -> [Action] {
        guard let run = state.running[key.id] else { return [] }
        if let report = run.reports.first {
            let report = ConnectorReport(id: key.id, result: report)
            return [.tell(report, action: run.lookup.action, key)]
        }
        state.running[key.id] = nil
        return [.answer(run.answer, key)] + begin(&state, in: key.lane)
    }
}
