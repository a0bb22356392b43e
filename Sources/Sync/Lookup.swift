/// A question to another server whose answer a request needs. The carrier of the board's connectors
/// asks it off the loops. Unlike a `Connector`, it is asked once, only because of the request, and
/// not tried again.
public struct Lookup: Sendable {
    /// Lookups with equal ids that come while one of them is under way share its answer.
    public var id: String
    /// The server. A failure pauses all of its lookups.
    public var server: String
    /// The maximum number of concurrent lookups at the server.
    public var concurrencyMax: Int
    public var job: any ConnectorJob
    /// Whether results are reported to the board. The board is always told when the server begins
    /// to fail, and when it answers again.
    public var tellsBoard: Bool
    /// The action that takes reports, declared as `isHubOnly`. The report is in `Mutation.connector`.
    public var action: String

    public init(
        id: String, server: String, concurrencyMax: Int, job: any ConnectorJob, tellsBoard: Bool,
        action: String
    ) {
        self.id = id
        self.server = server
        self.concurrencyMax = concurrencyMax
        self.job = job
        self.tellsBoard = tellsBoard
        self.action = action
    }
}

/// The outcome of a lookup.
public enum LookupAnswer: Sendable {
    /// The results. They were reported to the board if `tellsBoard` is true.
    case found([any ConnectorResult])
    /// There was no answer.
    ///
    /// - Parameter retryAfter: the time in which the server is not asked again.
    case failed(EffectFailure, retryAfter: Duration)
    /// There is no answer yet, and the lookup continues.
    case unfinished
}
