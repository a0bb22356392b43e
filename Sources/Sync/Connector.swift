/// Something elsewhere that a board wants fetched again and again, such as a calendar.
///
/// The hub fetches it away from the loops and reports to the board by mutations of its own: new
/// content, the first failure after a success, and the first success after a failure. So a board
/// can say since when it is stale.
public struct Connector: Sendable, Equatable {
    /// The id of the thing that it belongs to: `c_3`. Unique among the board's connectors.
    public var id: String
    /// An address of `http` or `https`. It is not logged.
    public var address: String
    /// The revision of the last event with which the board knew none of the content. A connector with
    /// another `since` is fetched anew, even if all else is the same: it may have been changed and
    /// changed back in one batch.
    public var since: Int
    /// The pause after a successful fetch.
    public var period: Duration
    /// The maximum length of the content. Longer content counts as a failure.
    public var bytesMax: Int
    /// Whether the address may lead into a private network.
    public var allowsPrivate: Bool
    /// The action that takes reports, declared as `isHubOnly`. The report is in `Mutation.fetch`.
    public var action: String

    public init(
        id: String, address: String, since: Int, period: Duration, bytesMax: Int,
        allowsPrivate: Bool = false, action: String
    ) {
        self.id = id
        self.address = address
        self.since = since
        self.period = period
        self.bytesMax = bytesMax
        self.allowsPrivate = allowsPrivate
        self.action = action
    }
}

/// What a board is told about a connector.
public struct FetchReport: Sendable, Equatable {
    public enum Result: Sendable, Equatable {
        /// The content has changed. After a start of the hub, the first content is always reported.
        case content([UInt8])
        /// The content can be fetched again, and has not changed.
        case same
        /// It can't be fetched since now.
        case failed(EffectFailure)
    }

    /// The connector's id.
    public var id: String
    public var result: Result

    public init(id: String, result: Result) {
        self.id = id
        self.result = result
    }
}
