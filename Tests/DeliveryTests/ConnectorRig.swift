import Sync

@testable import Delivery

struct TestJob: ConnectorJob {
    var text: String
}

struct TestResult: ConnectorResult {
    var text: String
}

/// A plan of connectors with a clock, and its actions.
struct ConnectorRig {
    private(set) var plan: ConnectorPlan
    var now = Duration.zero
    /// The lanes that wait for a worker.
    private(set) var called: [ConnectorPlan.Lane] = []
    /// The reports to tell.
    private(set) var telling: [(report: ConnectorReport, lane: ConnectorPlan.Lane)] = []
    private var wanted: [Connector] = []

    init() { plan = ConnectorPlan(ConnectorTiming()) }

    static func connector(
        _ id: String, lane: String = "a", since: Int = 1, askedAt: Int = 0,
        job: String? = nil, period: Duration? = .seconds(60), watched: Duration? = nil
    ) -> Connector {
        Connector(
            id: id, lane: lane, job: TestJob(text: job ?? id), since: since, askedAt: askedAt,
            period: period, periodWhileWatched: watched, action: "calendar.heard")
    }

    static func lane(_ name: String) -> ConnectorPlan.Lane {
        ConnectorPlan.Lane(board: "calendar", name: name)
    }

    // MARK: What is wanted

    mutating func want(_ connectors: Connector...) { want(connectors) }

    mutating func want(_ connectors: [Connector]) {
        follow(plan.set(["calendar": connectors], at: now))
    }

    mutating func watch(_ boards: Set<String>) { follow(plan.setWatched(boards, at: now)) }

    mutating func wake(_ id: String) { follow(plan.wake(id, of: "calendar", at: now)) }

    /// Advances the time.
    mutating func pass(_ duration: Duration) {
        now += duration
        if let due = plan.nextDue, due <= now { follow(plan.tick(at: now)) }
    }

    // MARK: What is done

    /// Starts a worker for each lane that has called one.
    ///
    /// - Returns: the jobs that they begin.
    mutating func begin() -> [String] { beginInLanes().map(\.job) }

    mutating func beginInLanes() -> [(lane: String, job: String)] {
        let lanes = called
        called = []
        return lanes.compactMap { lane in
            let job = plan.begin(lane, at: now) as? TestJob
            // Nothing was due, but something may be later.
            if job == nil { pass(.zero) }
            return job.map { (lane.name, $0.text) }
        }
    }

    mutating func answer(
        _ answer: ConnectorAnswer, lane: String = "a", jitter: Double = 1
    ) {
        follow(plan.answered(answer, in: Self.lane(lane), jitter: jitter, at: now))
    }

    /// Answers the next report as the board.
    mutating func hear(_ outcome: ReportAnswer = .taken, jitter: Double = 1) {
        let told = telling.removeFirst()
        follow(plan.told(outcome, in: told.lane, jitter: jitter, at: now))
    }

    /// Grows the journal by the bytes of a job's results.
    mutating func write(_ bytes: Int, by id: String) {
        plan.wrote(bytes, by: id, of: "calendar", at: now)
    }

    func isTelling(in lane: String) -> Bool { telling.contains { $0.lane.name == lane } }

    /// Begins and answers a job, and accepts all its reports.
    ///
    /// - Returns: the job.
    mutating func finish(_ answer: ConnectorAnswer = .same) -> String? {
        let job = begin().first
        self.answer(answer)
        while !telling.isEmpty { hear() }
        return job
    }

    private mutating func follow(_ actions: [ConnectorPlan.Action]) {
        for action in actions {
            switch action {
            case .run(let lane): called.append(lane)
            case .tell(let report, _, let lane): telling.append((report, lane))
            }
        }
    }

    /// The reports to send, as short texts.
    var news: [String] {
        telling.map { told in
            switch told.report.result {
            case .done(let result): "\(told.report.id) \((result as? TestResult)?.text ?? "?")"
            case .same: "\(told.report.id) same"
            case .failed(let failure): "\(told.report.id) \(failure.text)"
            }
        }
    }
}

extension ConnectorAnswer {
    static func done(_ texts: String...) -> ConnectorAnswer {
        .done(texts.map { TestResult(text: $0) })
    }

    static let failed = ConnectorAnswer.failed(.timedOut, secondsMin: nil)
}
