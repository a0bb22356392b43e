public import Sync

/// Does the jobs of a board's connectors, off the loops.
public protocol ConnectorCarrier: Sendable {
    /// Does a job once. Blocks for a few minutes at most. The jobs of one lane run one after
    /// another, those of several lanes at the same time.
    ///
    /// - Parameter secrets: the board's secrets in the connector's venue.
    func carry(_ job: any ConnectorJob, with secrets: any ConnectorSecrets) -> ConnectorAnswer

    /// Whether its jobs take minutes and report results as they go. They run apart from those of
    /// other carriers, by `carry(_:telling:)`.
    var doesLongJobs: Bool { get }

    /// Does a long job once. Blocks until the job is done or no longer wanted.
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
    /// Whether the board still lists the connector, with the same `since`. It is asked often, so
    /// that a job that is no longer wanted ends at once.
    var isWanted: Bool { get }

    /// Reports a result to the board, and blocks until the board has judged it.
    ///
    /// - Returns: whether the board has accepted it.
    func tell(_ result: any ConnectorResult) -> Bool
}

/// The sealed secrets of a board in one venue.
public protocol ConnectorSecrets: Sendable {
    /// Returns the secret of this name, or `nil` if there is none. Blocks while it is read.
    ///
    /// - Parameter name: the subject and the argument's name: `a_1/password`.
    /// - Throws: an error if it can't be opened.
    func secret(_ name: String) throws -> String?
}

/// The outcome of a job.
public enum ConnectorAnswer: Sendable {
    /// It is done. The results are reported to the board one after another.
    case done([any ConnectorResult])
    /// It is done, and there is nothing new.
    case same
    /// It failed, and is tried again later.
    ///
    /// - Parameter secondsMin: how long the other side asks to wait (`Retry-After`).
    case failed(EffectFailure, secondsMin: Int?)
}
