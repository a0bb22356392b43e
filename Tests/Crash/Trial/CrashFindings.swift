/// What came of a trial.
public struct CrashFindings: Sendable {
    /// How often the hub was killed under load, and how often while it began.
    public var crashCount = 0
    public var crashAtBeginCount = 0
    /// Mutations that were answered, by their ids, and at which revision.
    public var ackedRevs: [String: Int] = [:]
    /// Of these, how many were asked for again after a crash that had kept their first answer back.
    public var replayedCount = 0
    /// How often a client connected again.
    public var returnCount = 0
    /// From the begin of the hub to the last client's being live, at the worst.
    public var slowestReturn = Duration.zero
    /// All that should not have happened.
    public var mishaps: [String] = []

    public init() {}
}
