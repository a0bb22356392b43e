/// The decided events that the journal has not stored yet, and the outcomes of its batches.
struct JournalQueue: Sendable {
    /// The decided events that were not handed over yet.
    private var entries: [JournalEntry] = []
    /// Counts the failures of the journal. Outcomes of batches from before the last failure are
    /// ignored.
    private var generation = 0
    /// The batches that failed while the outcome of an earlier batch is unknown; `nil` while the
    /// outcome of every batch is known.
    private var failedLater: [FailedBatch]?

    /// Whether no event has to be handed over, and the outcome of every batch is known.
    var isIdle: Bool { entries.isEmpty && failedLater == nil }

    /// - Returns: whether it is the first entry since the last batch.
    mutating func append(_ entry: consuming JournalEntry) -> Bool {
        entries.append(entry)
        return entries.count == 1
    }

    mutating func takeBatch(of venue: String) -> JournalBatch? {
        guard !entries.isEmpty else { return nil }
        defer { entries = [] }
        return JournalBatch(venue: venue, generation: generation, entries: entries)
    }

    /// Whether the outcome of a batch still matters.
    func isCurrent(_ batch: JournalBatch) -> Bool { batch.generation == generation }

    /// Drops the events that were not handed over, because a batch could not be written.
    mutating func fail() {
        generation += 1
        entries = []
    }

    /// Notes that a batch may or may not be in the journal.
    ///
    /// - Returns: `false` if its outcome does not matter, or if another batch's is unknown.
    mutating func noteUncertainty(of batch: JournalBatch) -> Bool {
        guard isCurrent(batch), failedLater == nil else { return false }
        failedLater = []
        return true
    }

    /// Keeps the failure of a batch for later if the outcome of an earlier batch is unknown.
    ///
    /// - Returns: whether it was kept.
    mutating func keepForLater(_ failure: FailedBatch) -> Bool {
        failedLater?.append(failure)
        return failedLater != nil
    }

    /// Ends the uncertainty.
    ///
    /// - Returns: the failures that were kept.
    mutating func settle() -> [FailedBatch] {
        defer { failedLater = nil }
        return failedLater ?? []
    }
}

/// A batch that could not be written.
public struct FailedBatch: Sendable {
    public var batch: JournalBatch
    /// Whether it may be in the journal nevertheless.
    public var isUncertain: Bool
}
