/// Does the jobs of a board's connectors, off the loops.
public protocol ConnectorCarrier: Sendable {
    /// Does a job once. Blocks meanwhile, for a few minutes at most. The jobs of one lane come one
    /// after another, those of several lanes at the same time.
    ///
    /// - Parameter secrets: the board's secrets in the connector's venue.
    func carry(_ job: any ConnectorJob, with secrets: any ConnectorSecrets) -> ConnectorAnswer

    /// Returns what a lookup's job would find, if the carrier still has it in memory. Does not
    /// block.
    func known(_ job: any ConnectorJob) -> (any ConnectorResult)?
}

extension ConnectorCarrier {
    public func known(_ job: any ConnectorJob) -> (any ConnectorResult)? { nil }
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
