/// A job of a connector. The board's carrier knows the concrete types.
public protocol ConnectorJob: Sendable, Equatable {}

/// A result of a connector's job. The board knows the concrete types.
public protocol ConnectorResult: Sendable, Equatable {}

/// Work outside the hub that a board wants done, once or repeatedly, such as fetching a calendar.
///
/// A board lists its connectors as a function of its state. The hub does their jobs off the loops
/// and reports the results to the board by mutations of its own. Nothing about them is stored, so
/// all jobs are done again after the hub starts.
public struct Connector: Sendable {
    /// The id, unique among the board's connectors: `c_3/fetch`.
    public var id: String
    /// The connectors of a lane are done one at a time, in the order of the board's list. A failure
    /// pauses the whole lane.
    public var lane: String
    /// The job. It is done with its latest content.
    public var job: any ConnectorJob
    /// The revision of the event that requested the job. When it changes, the job is done at once,
    /// even if all else is the same.
    public var since: Int
    /// The revision of the event by which somebody last requested the job, which ends the pause
    /// after a failure; 0 if nobody has.
    public var askedAt: Int
    /// The pause after the job was done; `nil` if it is not done again until `since` changes.
    public var period: Duration?
    /// The pause instead of `period` while somebody watches a view of the board other than
    /// `<board>/display`.
    public var periodWhileWatched: Duration?
    /// The action that takes reports, declared as `isHubOnly`. The report is in `Mutation.connector`.
    public var action: String

    public init(
        id: String, lane: String, job: any ConnectorJob, since: Int, askedAt: Int = 0,
        period: Duration? = nil, periodWhileWatched: Duration? = nil, action: String
    ) {
        self.id = id
        self.lane = lane
        self.job = job
        self.since = since
        self.askedAt = askedAt
        self.period = period
        self.periodWhileWatched = periodWhileWatched
        self.action = action
    }
}

extension Connector: Equatable {
    public static func == (one: Connector, other: Connector) -> Bool {
        one.id == other.id && one.lane == other.lane && one.since == other.since
            && one.askedAt == other.askedAt && one.period == other.period
            && one.periodWhileWatched == other.periodWhileWatched && one.action == other.action
            && one.job.isSame(as: other.job)
    }
}

extension ConnectorJob {
    fileprivate func isSame(as other: any ConnectorJob) -> Bool { self == other as? Self }
}

/// A report to a board about one of its connectors.
///
/// The connector may have changed or been removed since its job began; the board judges whether a
/// result still counts.
public struct ConnectorReport: Sendable {
    public enum Result: Sendable {
        /// A result of the job. A job with several results makes several reports, in order.
        case done(any ConnectorResult)
        /// The other side can be reached, and there is nothing new. Reported after a failure and
        /// after the hub starts.
        case same
        /// The job has begun to fail.
        case failed(EffectFailure)
    }

    public var id: String
    public var result: Result
    /// How long its lane waits, if longer than the usual pause after failures: because the other
    /// side asks for it, or because its data would fill the journal.
    public var waitSeconds: Int?

    public init(id: String, result: Result, waitSeconds: Int? = nil) {
        self.id = id
        self.result = result
        self.waitSeconds = waitSeconds
    }
}

extension ConnectorReport: Equatable {}

extension ConnectorReport.Result: Equatable {
    public static func == (one: ConnectorReport.Result, other: ConnectorReport.Result) -> Bool {
        switch (one, other) {
        case (.done(let one), .done(let other)): one.isSame(as: other)
        case (.same, .same): true
        case (.failed(let one), .failed(let other)): one == other
        default: false
        }
    }
}

extension ConnectorResult {
    fileprivate func isSame(as other: any ConnectorResult) -> Bool { self == other as? Self }
}
