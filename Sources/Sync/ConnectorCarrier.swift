/// Does the jobs of a board's connectors, off the loops.
public protocol ConnectorCarrier: Sendable {
    /// Does a job once. Blocks meanwhile, for a few minutes at most. The jobs of one lane come one
    /// after another, those of several lanes at the same time.
    ///
    /// - Parameter secrets: the board's secrets in the connector's venue.
    func carry(_ job: any ConnectorJob, with secrets: any ConnectorSecrets) -> ConnectorAnswer

    /// Whether its jobs take minutes, and tell what they find on the way. They are done apart from those
    /// of other carriers, by `carry(_:telling:)`.
    var doesLongJobs: Bool { get }

    /// Does a long job once. Blocks meanwhile, until the job is done or is not wanted any more.
    func carry(_ job: any ConnectorJob, telling progress: any ConnectorProgress) -> ConnectorAnswer

    /// Returns what a lookup's job would find, if the carrier still has it in memory. Does not
    /// block.
    func known(_ job: any ConnectorJob) -> (any ConnectorResult)?
}

extension ConnectorCarrier {
    public func known(_ job: any ConnectorJob) -> (any ConnectorResult)? { nil }

    public var doesLongJobs: Bool { false }

    public func carry(
        _ job: any ConnectorJob, with secrets: any ConnectorSecrets
    ) -> ConnectorAnswer { .failed(.unknownTarget, secondsMin: nil) }

    public func carry(
        _ job: any ConnectorJob, telling progress: any ConnectorProgress
    ) -> ConnectorAnswer { .failed(.unknownTarget, secondsMin: nil) }
}

/// Connects a long job with its board.
public protocol ConnectorProgress: Sendable {
    /// Whether the board still lists the connector, with the same `since`. It is asked often, so that a
    /// job that is not wanted any more ends at once.
    var isWanted: Bool { get }

    /// Tells the board a result, and blocks until the board has judged it.
    ///
    /// - Returns: whether the board has taken it.
    func tell(_ result: any ConnectorResult) -> Bool
}

/// The sealed secrets of a board in one venue.
public protocol ConnectorSecrets: Sendable {
    /// Returns a secret, or `nil` if there is none of that name. Blocks meanwhile.
    ///
    /// - Parameter name: the subject and the argument's name: `a_1/password`.
    /// - Throws: an error if it can't be opened.
    func secret(_ name: String) throws -> String?
}

/// What came of a job.
public enum ConnectorAnswer: Sendable {
    /// It is done. The board is told the results one after another.
    case done([any ConnectorResult])
    /// It is done, and there is nothing new.
    case same
    /// It can't be done now. It is tried again later.
    ///
    /// - Parameter secondsMin: how long the other side asks to wait (`Retry-After`).
    case failed(EffectFailure, secondsMin: Int?)
}
