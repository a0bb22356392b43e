/// Commits whose outcome is unknown.
extension Venue {
    /// Notes that a batch may or may not be in the journal. Its events are neither answered nor
    /// shown before `settled`.
    public mutating func journalUncertain(_ batch: JournalBatch) -> [Action] {
        guard isCurrent(batch), unsettled == nil else { return [] }
        unsettled = UnsettledBatch()
        return [.settle(batch)]
    }

    /// Whether the failure of a batch must wait until an earlier batch is settled. If so, `settled`
    /// returns it later.
    ///
    /// - Parameter isUncertain: whether it may be in the journal nevertheless.
    public mutating func defersFailure(of batch: JournalBatch, isUncertain: Bool) -> Bool {
        unsettled?.failedLater.append(FailedBatch(batch: batch, isUncertain: isUncertain))
        return unsettled != nil
    }

    /// Ends the uncertainty. The caller then calls `journaled` or `journalFailed` for the batch.
    ///
    /// - Returns: the batches that failed in the meantime, to be reported after it.
    public mutating func settled() -> [FailedBatch] {
        defer { unsettled = nil }
        return unsettled?.failedLater ?? []
    }
}

/// A batch that could not be written.
public struct FailedBatch: Sendable {
    public var batch: JournalBatch
    /// Whether it may be in the journal nevertheless.
    public var isUncertain: Bool
}

/// The batches that failed while the outcome of an earlier batch is unknown.
struct UnsettledBatch: Sendable {
    var failedLater: [FailedBatch] = []
}
