package import Sync

/// Decides when the connectors of one venue run, and what is reported to their boards. Times are of
/// a monotonic clock.
package struct ConnectorPlan {
    /// A lane of a board.
    package struct Lane: Sendable, Hashable {
        package var board: String
        package var name: String
    }

    package enum Action: Sendable {
        /// Call `begin` for the lane when a worker is free.
        case run(Lane)
        /// Report to the board, then call `told`.
        case tell(ConnectorReport, action: String, Lane)
    }

    private let timing: ConnectorTiming
    private var lanes: [Lane: ConnectorLane] = [:]
    private var watched: Set<String> = []

    package init(_ timing: ConnectorTiming) { self.timing = timing }

    /// When `tick` is due; `nil` if nothing is planned.
    package var nextDue: Duration? {
        lanes.compactMap { lane, state in state.due(circumstances(of: lane)) }.min()
    }

    private func circumstances(of lane: Lane) -> ConnectorCircumstances {
        ConnectorCircumstances(
            isWatched: watched.contains(lane.board),
            busyIDs: Set(lanes.compactMap { $0.key.board == lane.board ? $0.value.busyID : nil }))
    }

    // MARK: What is wanted

    /// Sets the connectors, by board. Unchanged connectors keep their state.
    package mutating func set(
        _ connectors: [String: [Connector]], at now: Duration
    ) -> [Action] {
        var wanted: [Lane: [Connector]] = [:]
        for (board, connectors) in connectors {
            for connector in connectors {
                wanted[Lane(board: board, name: connector.lane), default: []].append(connector)
            }
        }
        for lane in Set(lanes.keys).union(wanted.keys) {
            lanes[lane, default: ConnectorLane(timing)].set(wanted[lane] ?? [])
        }
        return tick(at: now)
    }

    /// Sets the boards that have subscribed views.
    package mutating func setWatched(_ boards: Set<String>, at now: Duration) -> [Action] {
        watched = boards
        return tick(at: now)
    }

    /// Makes a connector due at once if it waits for its period. Does nothing if the id is unknown.
    package mutating func wake(_ id: String, of board: String, at now: Duration) -> [Action] {
        for lane in lanes.keys where lane.board == board { lanes[lane]?.wake(id) }
        return tick(at: now)
    }

    /// Calls workers for the lanes in which something is due.
    package mutating func tick(at now: Duration) -> [Action] {
        var actions: [Action] = []
        for lane in lanes.keys.sorted() {
            if lanes[lane]?.isSpent(at: now) == true { lanes[lane] = nil }
            guard let due = lanes[lane]?.due(circumstances(of: lane)), due <= now else { continue }
            lanes[lane]?.call()
            actions.append(.run(lane))
        }
        return actions
    }

    // MARK: Jobs

    /// The job that is under way in a lane, if its connector has not changed since the job began.
    package func wantedRun(in lane: Lane) -> ConnectorRun? { lanes[lane]?.wantedRun }

    /// Begins a job of the lane. The worker does it and passes the answer to `answered`.
    ///
    /// - Returns: the job; `nil` if none is due now.
    package mutating func begin(_ lane: Lane, at now: Duration) -> (any ConnectorJob)? {
        let circumstances = circumstances(of: lane)
        return lanes[lane]?.begin(circumstances, at: now)
    }

    /// Takes the answer of the lane's job.
    ///
    /// - Parameter jitter: a random number from 0 to 1.
    package mutating func answered(
        _ answer: ConnectorAnswer, in lane: Lane, jitter: Double, at now: Duration
    ) -> [Action] {
        follow(lanes[lane]?.answered(answer, jitter: jitter, at: now), in: lane, at: now)
    }

    /// Takes the board's answer to the lane's report.
    ///
    /// - Parameter jitter: a random number from 0 to 1.
    package mutating func told(
        _ outcome: ReportAnswer, in lane: Lane, jitter: Double, at now: Duration
    ) -> [Action] {
        follow(lanes[lane]?.told(outcome, jitter: jitter, at: now), in: lane, at: now)
    }

    /// Notes that the journal has grown by the results of a connector's job.
    package mutating func wrote(_ bytes: Int, by id: String, of board: String, at now: Duration) {
        for (lane, state) in lanes where lane.board == board && state.busyID == id {
            lanes[lane]?.wrote(bytes, at: now)
        }
    }

    private mutating func follow(
        _ next: (report: ConnectorReport, action: String)?, in lane: Lane, at now: Duration
    ) -> [Action] {
        guard let next else { return tick(at: now) }
        return [.tell(next.report, action: next.action, lane)]
    }
}

extension ConnectorPlan.Lane: Comparable {
    package static func < (one: Self, other: Self) -> Bool {
        (one.board, one.name) < (other.board, other.name)
    }
}
