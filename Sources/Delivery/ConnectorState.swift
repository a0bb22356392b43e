package import Sync

/// Decides when one connector is fetched, and what its board is told of the results.
package struct ConnectorState {
    package let connector: Connector
    private let timing: ConnectorTiming
    private var failureCount = 0
    /// The hash of the content that the board knows. It is valid in this process only.
    private var contentHash: Int?
    /// The entity tag of the content that the board knows.
    package private(set) var tag: String?
    private var isReportMissing = false

    package init(_ connector: Connector, _ timing: ConnectorTiming) {
        self.connector = connector
        self.timing = timing
    }

    /// Takes the result of a fetch.
    ///
    /// - Returns: the result to report; `nil` if the board knows it already.
    package mutating func take(_ answer: FetchAnswer) -> FetchReport.Result? {
        switch answer {
        case .content(let bytes, let tag):
            self.tag = tag
            let hash = bytes.hashValue
            if hash == contentHash { return recover() }
            contentHash = hash
            failureCount = 0
            return .content(bytes)
        case .same where tag != nil: return recover()
        case .same: return take(.failed(.answered(304)))
        case .failed(let failure):
            failureCount += 1
            return failureCount == 1 ? .failed(failure) : nil
        }
    }

    private mutating func recover() -> FetchReport.Result? {
        defer { failureCount = 0 }
        return failureCount > 0 ? .same : nil
    }

    /// Notes that a report could not be delivered. The next fetch follows soon, and is reported in
    /// any case.
    package mutating func reportFailed() {
        contentHash = nil
        tag = nil
        failureCount = 0
        isReportMissing = true
    }

    /// Returns the pause before the next fetch.
    package mutating func takePause() -> Duration {
        if isReportMissing {
            isReportMissing = false
            return timing.firstPause
        }
        if failureCount == 0 { return connector.period }
        guard failureCount < timing.failureCountMax else {
            return max(timing.breakPause, connector.period)
        }
        return min(timing.firstPause * (1 << (failureCount - 1)), connector.period)
    }
}
