package import Sync

/// The stored events of all venues. They are read in order, by revision, or by the mutation that
/// made them.
///
/// An engine never blocks its callers, however slow its disk or network is: answers come by
/// `StoreAnswer`. Every engine passes `JournalContractTests`. Another engine replaces this and
/// `Identity`; effects, secrets, snapshots, the list of venues and the commands still use `Store`.
package protocol Journal: Sendable {
    /// Appends a batch, with the changes that belong to its events: all of it or nothing. Batches
    /// are appended in the order of the calls.
    ///
    /// - Parameter completion: called when the batch is durable, or is known not to be.
    ///   `outcomeUnknown` means that it may be either; `settle` finds out.
    func append(_ batch: JournalBatch, completion: @escaping StoreAnswer<Void>)
    /// Finds out whether a batch whose outcome is unknown is in the journal. The answer is final.
    func settle(_ batch: JournalBatch, _ answer: @escaping StoreAnswer<Bool>)
    /// The event that a mutation made; `nil` if the venue's journal does not know its id.
    func recall(
        _ mutationID: String, in venue: String, _ answer: @escaping StoreAnswer<RecordedMutation?>)
    /// The events after a revision, in order: at most `limit`, with at most `bytesMax` bytes of
    /// data together, but at least one.
    func events(
        of venue: String, after rev: Int, limit: Int, bytesMax: Int,
        _ answer: @escaping StoreAnswer<[Event]>)
    /// Reads the events after a position, in portions, and verifies each of them. After an error,
    /// discard what was read before.
    func replay(
        _ venue: String, from position: ReplayPosition,
        _ answer: @escaping StoreAnswer<ReplayPortion>)
    /// The reference data of a board with this digest; `nil` if none has it, or none any more.
    func reference(
        _ digest: String, ofBoard board: String, in venue: String,
        _ answer: @escaping StoreAnswer<ReferenceContent?>)
    /// The stored state of a venue, if any.
    func snapshot(
        of venue: String,
        _ answer: @escaping @Sendable (Result<StateReader?, SnapshotError>) -> Void)
    /// Stores the state that the events up to a revision have made. Replaces the previous one.
    func keepSnapshot(
        _ state: [UInt8], of venue: String, at rev: Int,
        _ answer: @escaping @Sendable (Result<Void, SnapshotError>) -> Void)
    /// Takes no more batches. Returns when all pending ones are written.
    func stop()
}

/// A position in a venue's journal.
package struct ReplayPosition: Sendable {
    /// The last revision that was read.
    package var rev: Int
    /// The last revision to read; `nil` for the last one when the first portion is read.
    package var lastRev: Int?
    /// The link that the next event must continue; `nil` before the first portion.
    var link: [UInt8]?

    package init(after rev: Int, through lastRev: Int? = nil) {
        self.rev = rev
        self.lastRev = lastRev
    }
}

package struct ReplayPortion: Sendable {
    package var events: [Event]
    /// Where to continue; `nil` at the end.
    package var next: ReplayPosition?
}
