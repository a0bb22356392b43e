import Sync

/// What counts for a lane's connectors besides the lane.
struct ConnectorCircumstances {
    var isWatched: Bool
    /// The connectors of the board whose jobs are under way in other lanes. One that moves to
    /// another lane is done there when it has ended in the first.
    var busyIDs: Set<String>
}

/// What is known of one connector in one version: when it is due, and what its board was told.
struct ConnectorState {
    /// What the board was last told; `nothing` if that is not known, as after a start of the hub.
    enum Told {
        case nothing, success, failure
    }

    var connector: Connector
    /// Distinguishes it from what had its id before, with another `since` or before it was removed.
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

    /// Returns when it is due, apart from its lane's pause; `nil` if nothing is planned.
    func due(_ circumstances: ConnectorCircumstances) -> Duration? {
        if circumstances.busyIDs.contains(connector.id) { return nil }
        if failureCount > 0 { return retryAt }
        guard let doneAt, !isWoken else { return .zero }
        let watched = circumstances.isWatched ? connector.periodWhileWatched : nil
        return (watched ?? connector.period).map { doneAt + $0 }
    }

    /// Ends the wait for its period. If its job is under way, it is done once more after that.
    mutating func wake() { isWoken = true }

    mutating func begin() { isWoken = false }

    mutating func done(at now: Duration) {
        failureCount = 0
        doneAt = now
    }

    /// Notes that its job, or a report about it, has failed.
    mutating func failed(pause: Duration, at now: Duration) {
        failureCount += 1
        retryAt = now + pause
    }

    /// Notes that the board has heard a report. A result that it refused tells nothing about whether
    /// it still holds the connector for one that fails.
    ///
    /// - Parameter isWaiting: whether it heard of a wait, whose end is news like that of a failure.
    mutating func heard(_ result: ConnectorReport.Result, isTaken: Bool, isWaiting: Bool) {
        switch result {
        case .same where isWaiting: told = .failure
        case .done: told = isTaken ? .success : told
        case .same: told = .success
        case .failed: told = .failure
        }
    }

    /// Notes that the board could not hear a report.
    mutating func reportLost() { told = .nothing }
}
