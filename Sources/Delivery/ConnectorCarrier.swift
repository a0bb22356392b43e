public import Sync

/// Does the jobs of a board's connectors, off the loops.
public protocol ConnectorCarrier: Sendable {
    /// Does a job once. Blocks for a few minutes at most. The jobs of one lane run one after
    /// another; those of different lanes run concurrently.
    ///
    /// - Parameter secrets: the board's secrets in the connector's venue.
    func carry(_ job: any ConnectorJob, with secrets: any ConnectorSecrets) -> ConnectorAnswer

    /// Whether the jobs take minutes and report results as they go. Such jobs run apart from those
    /// of other carriers, by `carry(_:telling:)`.
    var doesLongJobs: Bool { get }

    /// Does a long job once. Blocks until the job is done or no longer wanted.
    func carry(_ job: any ConnectorJob, telling progress: any ConnectorProgress) -> ConnectorAnswer

    /// Returns the result of a lookup's job if the carrier still has it in memory. Does not block.
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
    /// Whether the board still lists the connector with the same `since`. Jobs check this often, to
    /// end soon when they are no longer wanted.
    var isWanted: Bool { get }

    /// Reports a result to the board, and blocks until the board has judged it.
    ///
    /// - Returns: whether the board has accepted it.
    func tell(_ result: any ConnectorResult) -> Bool
}

/// The sealed secrets of a board in one venue.
public protocol ConnectorSecrets: Sendable {
    /// Returns the secret with this name; `nil` if it does not exist. Blocks while the secret is
    /// read.
    ///
    /// - Parameter name: the subject and the argument's name: `a_1/password`.
    /// - Throws: an error if the secret can't be opened.
    func secret(_ name: String) throws -> String?
}

/// The outcome of a job.
public enum ConnectorAnswer: Sendable {
    /// The job is done. The results are reported to the board one after another.
    case done([any ConnectorResult])
    /// The job is done, and found nothing new.
    case same
    /// The job failed, and is tried again later.
    ///
    /// - Parameter secondsMin: the pause that the other side asks for (`Retry-After`).
    case failed(EffectFailure, secondsMin: Int?)
}
