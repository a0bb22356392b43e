import Sync

/// The circumstances outside a lane that affect its connectors.
struct ConnectorCircumstances {
    var isWatched: Bool
    /// The connectors of the board whose jobs are under way in other lanes. A connector that moves
    /// to another lane has to end in the first before it begins there.
    var busyIDs: Set<String>
}

/// The state of one version of a connector: when it is due, and what was reported to its board.
struct ConnectorState {
    /// The last report to the board; `nothing` if it is unknown, as after the hub starts.
    enum Told {
        case nothing, success, failure
    }

    var connector: Connector
    /// Distinguishes the connector from earlier versions with the same id.
    let version: Int
    private(set) var told = Told.nothing
    private(set) var failureCount = 0
    private var retryAt = Duration.zero
    private var doneAt: Duration?
    private var isWoken = false

    init(_ connector: Connector, version: Int) {
        self.connector = connector
        self.version = version
    }

    /// Returns when the connector is due, regardless of its lane's pause; `nil` if nothing is
    /// planned.
    func due(_ circumstances: ConnectorCircumstances) -> Duration? {
        if circumstances.busyIDs.contains(connector.id) { return nil }
        if failureCount > 0 { return retryAt }
        guard let doneAt, !isWoken else { return .zero }
        let watched = circumstances.isWatched ? connector.periodWhileWatched : nil
        return (watched ?? connector.period).map { doneAt + $0 }
    }

    /// Makes the job due at once, without waiting for its period. A job that is running runs once more
    /// afterwards.
    mutating func wake() { isWoken = true }

    mutating func begin() { isWoken = false }

    mutating func done(at now: Duration) {
        failureCount = 0
        doneAt = now
    }

    /// Notes that the connector's job, or a report about it, has failed.
    mutating func failed(pause: Duration, at now: Duration) {
        failureCount += 1
        retryAt = now + pause
    }

    /// Notes that the board has answered a report. A refused result does not show whether the board
    /// still regards the connector as failing.
    ///
    /// - Parameter isWaiting: whether the report announced a wait, whose end has to be reported,
    ///   too.
    mutating func heard(_ result: ConnectorReport.Result, isTaken: Bool, isWaiting: Bool) {
        switch result {
        case .same where isWaiting: told = .failure
        case .done: told = isTaken ? .success : told
        case .same: told = .success
        case .failed: told = .failure
        }
    }

    /// Notes that the board could not take a report.
    mutating func reportLost() { told = .nothing }
}
