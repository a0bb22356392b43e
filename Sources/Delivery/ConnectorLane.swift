import Sync

/// A connector's job that is under way, and the action that takes its reports.
package struct ConnectorRun: Sendable {
    package var id: String
    var version: Int
    package var action: String
}

/// The connectors of one lane. They run one at a time, and a failure pauses them all.
struct ConnectorLane {
    /// The reports about a job that has ended.
    private struct Telling {
        var run: ConnectorRun
        var isDone: Bool
        var results: ArraySlice<ConnectorReport.Result>
        var waitSeconds: Int?
    }

    private enum Phase {
        case idle
        /// A worker was called and has not begun yet.
        case called
        case running(ConnectorRun)
        case telling(Telling)
    }

    private let timing: ConnectorTiming
    private var connectors: [ConnectorState] = []
    private var phase = Phase.idle
    private var lastVersion = 0
    private var failureCount = 0
    private var pausedUntil = Duration.zero
    private var journalBytesFirst: Int
    /// When the permitted rate of writes to the journal catches up with what was written.
    private var paidUntil: Duration

    init(_ timing: ConnectorTiming) {
        self.timing = timing
        journalBytesFirst = timing.journalBytesFirst
        paidUntil = .zero - timing.journalAdvance
    }

    // MARK: What is wanted

    /// Sets the lane's connectors. Those with the same `since` keep their state. The pause after a
    /// failure ends when somebody asks for one of them.
    mutating func set(_ wanted: [Connector]) {
        let known = Dictionary(
            connectors.map { ($0.connector.id, $0) }, uniquingKeysWith: { first, _ in first })
        var seen: Set<String> = []
        connectors = []
        for connector in wanted where seen.insert(connector.id).inserted {
            if var state = known[connector.id], state.connector.since == connector.since {
                state.connector = connector
                connectors.append(state)
            } else {
                if let before = known[connector.id]?.connector.askedAt, before < connector.askedAt {
                    pausedUntil = .zero
                }
                lastVersion += 1
                connectors.append(ConnectorState(connector, version: lastVersion))
            }
        }
    }

    mutating func wake(_ id: String) {
        for index in connectors.indices where connectors[index].connector.id == id {
            connectors[index].wake()
        }
    }

    /// Returns when a worker is to be called; `nil` if the lane is busy or nothing is planned.
    func due(_ circumstances: ConnectorCircumstances) -> Duration? {
        guard case .idle = phase else { return nil }
        let due = connectors.compactMap { $0.due(circumstances) }.min()
        return due.map { max($0, pausedUntil, paidUntil) }
    }

    /// The connector whose job is under way or being reported.
    var busyID: String? {
        switch phase {
        case .idle, .called: nil
        case .running(let run): run.id
        case .telling(let telling): telling.run.id
        }
    }

    /// The job under way, if its connector was not changed or removed meanwhile.
    var wantedRun: ConnectorRun? {
        guard case .running(let run) = phase, state(of: run) != nil else { return nil }
        return run
    }

    mutating func call() { phase = .called }

    /// Whether the lane has no state that is still needed.
    func isSpent(at now: Duration) -> Bool {
        guard case .idle = phase else { return false }
        return connectors.isEmpty && max(pausedUntil, paidUntil) <= now
    }

    /// Notes that the job's results have grown the journal.
    mutating func wrote(_ bytes: Int, at now: Duration) {
        let free = min(bytes, journalBytesFirst)
        journalBytesFirst -= free
        paidUntil =
            max(paidUntil, now - timing.journalAdvance) + timing.time(forJournalBytes: bytes - free)
    }

    // MARK: A job

    /// Begins the first job that is due. Connectors that have failed come last, so that they do not
    /// block the others.
    ///
    /// - Returns: the job; `nil` if no job is due now.
    mutating func begin(
        _ circumstances: ConnectorCircumstances, at now: Duration
    ) -> (any ConnectorJob)? {
        guard case .called = phase else { return nil }
        phase = .idle
        let due = connectors.indices.filter { index in
            connectors[index].due(circumstances).map { $0 <= now } ?? false
        }
        let first = due.min { connectors[$0].failureCount < connectors[$1].failureCount }
        guard let first else { return nil }
        connectors[first].begin()
        let state = connectors[first]
        phase = .running(
            ConnectorRun(
                id: state.connector.id, version: state.version, action: state.connector.action))
        return state.connector.job
    }

    /// Takes the answer of a job. If the connector was changed or removed meanwhile, only results
    /// are reported: a failure may not apply any longer.
    ///
    /// - Parameter jitter: from 0 to 1.
    /// - Returns: the report to the board, if any.
    mutating func answered(
        _ answer: ConnectorAnswer, jitter: Double, at now: Duration
    ) -> (report: ConnectorReport, action: String)? {
        guard case .running(let run) = phase else { return nil }
        let told = state(of: run)?.told
        switch answer {
        case .done(let results) where !results.isEmpty:
            failureCount = 0
            return tell(
                run, results.map { ConnectorReport.Result.done($0) }[...], isDone: true, at: now)
        case .done, .same:
            failureCount = 0
            let isNews = told == .nothing || told == .failure
            return tell(run, isNews ? [.same] : [], isDone: true, at: now)
        case .failed(let failure, let secondsMin):
            failureCount += 1
            pausedUntil =
                now + timing.pause(after: failureCount, jitter: jitter, secondsMin: secondsMin)
            fail(run, jitter: jitter, at: now)
            let wait = longWait(at: now)
            let isNews = told == .nothing || told == .success || wait != nil
            return tell(
                run, isNews ? [.failed(failure)] : [], isDone: false, waitSeconds: wait, at: now)
        }
    }

    /// Takes the board's answer to a report.
    ///
    /// - Returns: the next report, if any.
    mutating func told(
        _ outcome: ReportAnswer, jitter: Double, at now: Duration
    ) -> (report: ConnectorReport, action: String)? {
        guard case .telling(let telling) = phase, let result = telling.results.first else {
            return nil
        }
        let run = telling.run
        guard outcome != .unavailable else {
            if telling.isDone { fail(run, jitter: jitter, at: now) }
            change(run) { $0.reportLost() }
            phase = .idle
            return nil
        }
        change(run) {
            $0.heard(result, isTaken: outcome == .taken, isWaiting: telling.waitSeconds != nil)
        }
        let rest = telling.results.dropFirst()
        if rest.isEmpty, telling.isDone, telling.waitSeconds == nil, let wait = longWait(at: now) {
            return tell(run, [.same], isDone: true, waitSeconds: wait, at: now)
        }
        return tell(run, rest, isDone: telling.isDone, at: now)
    }

    /// The lane's wait in seconds, if it is longer than the longest pause after failures.
    private func longWait(at now: Duration) -> Int? {
        let wait = max(pausedUntil, paidUntil) - now
        return wait > timing.pauseMax ? Int(wait.components.seconds) : nil
    }

    private mutating func tell(
        _ run: ConnectorRun, _ results: ArraySlice<ConnectorReport.Result>, isDone: Bool,
        waitSeconds: Int? = nil, at now: Duration
    ) -> (report: ConnectorReport, action: String)? {
        guard let result = results.first else {
            if isDone { change(run) { $0.done(at: now) } }
            phase = .idle
            return nil
        }
        phase = .telling(
            Telling(run: run, isDone: isDone, results: results, waitSeconds: waitSeconds))
        return (
            ConnectorReport(id: run.id, result: result, waitSeconds: waitSeconds), run.action
        )
    }

    private mutating func fail(_ run: ConnectorRun, jitter: Double, at now: Duration) {
        let timing = timing
        change(run) { state in
            let pause = timing.pause(after: state.failureCount + 1, jitter: jitter)
            state.failed(pause: pause, at: now)
        }
    }

    /// Returns the state that a job was begun for; `nil` if it was changed or removed.
    private func state(of run: ConnectorRun) -> ConnectorState? {
        connectors.first { $0.connector.id == run.id && $0.version == run.version }
    }

    private mutating func change(_ run: ConnectorRun, _ body: (inout ConnectorState) -> Void) {
        for index in connectors.indices
        where connectors[index].connector.id == run.id && connectors[index].version == run.version {
            body(&connectors[index])
        }
    }
}
