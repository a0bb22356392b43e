/// The results of a trial.
public struct CrashFindings: Sendable {
    /// How often the hub was killed under load, or while it was starting.
    public var crashCount = 0
    public var crashAtBeginCount = 0
    /// The revisions of answered mutations, by id.
    public var ackedRevs: [String: Int] = [:]
    /// The ids of answered lines, by the tickets of their tabs.
    public var ackedLines: [String: Set<String>] = [:]
    /// How many of them were sent again after a crash that had lost the first answer.
    public var replayedCount = 0
    /// How often a client connected again.
    public var returnCount = 0
    /// How many requests the calendar server got.
    public var calendarRequestCount = 0
    /// The longest time from the hub's start until the last client was live.
    public var slowestReturn = Duration.zero
    /// Everything that should not have happened.
    public var mishaps: [String] = []

    public init() {}
}
