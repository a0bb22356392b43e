/// Commits whose outcome is unknown.
extension Venue {
    /// Notes that a batch may or may not be in the journal. Its events are neither answered nor
    /// shown before `settled`.
    public mutating func journalUncertain(_ batch: JournalBatch) -> [Action] {
        journalQueue.isUncertain(batch) ? [.settle(batch)] : []
    }

    /// Whether the failure of a batch must wait until an earlier batch is settled. If so, `settled`
    /// returns it later.
    ///
    /// - Parameter isUncertain: whether it may be in the journal nevertheless.
    public mutating func defersFailure(of batch: JournalBatch, isUncertain: Bool) -> Bool {
        journalQueue.keeps(FailedBatch(batch: batch, isUncertain: isUncertain))
    }

    /// Ends the uncertainty. The caller then calls `journaled` or `journalFailed` for the batch.
    ///
    /// - Returns: the batches that failed in the meantime, to be reported after it.
    public mutating func settled() -> [FailedBatch] {
        journalQueue.settle()
    }
}

/// A batch that could not be written.
public struct FailedBatch: Sendable {
    public var batch: JournalBatch
    /// Whether it may be in the journal nevertheless.
    public var isUncertain: Bool
}
