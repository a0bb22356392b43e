/// The results of a trial.
public struct CrashFindings: Sendable {
    /// The numbers of crashes under load, and while the hub was starting.
    public var crashCount = 0
    public var crashAtBeginCount = 0
    /// The revisions of answered mutations, by id.
    public var ackedRevs: [String: Int] = [:]
    /// The ids of answered lines, by the tickets of their tabs.
    public var ackedLines: [String: Set<String>] = [:]
    /// The number of mutations that were sent again after a crash had lost the first answer.
    public var replayedCount = 0
    /// The number of reconnections of clients.
    public var returnCount = 0
    /// The number of requests to the calendar server.
    public var calendarRequestCount = 0
    /// The longest time from the hub's start until the last client was live.
    public var slowestReturn = Duration.zero
    /// Everything that should not have happened.
    public var mishaps: [String] = []

    public init() {}
}
