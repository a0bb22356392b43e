package import Sync

/// The stored events of all venues. They are read in order, by revision, or by the mutation that
/// made them.
///
/// An engine never blocks its callers, however slow its disk or network is: answers come by
/// `StoreAnswer`. Every engine passes `JournalContractTests`.
package protocol Journal: Snapshots {
    /// Appends a batch in one transaction: all of it or nothing. A batch is everything that has to
    /// be true at the same moment. Each `JournalEntry` has the event with its fingerprint, and what
    /// belongs to the event: the change of devices (`access`), the effects to carry out (`effects`)
    /// and the change of one that waits (`effectChange`), the secrets to seal or remove (`secrets`),
    /// and the reference data to keep or remove (`reference`). Whoever reads sees all of it or none.
    ///
    /// A batch that does not continue the journal is refused alone (`discontinuous`, `noVenue`,
    /// `mutationRecorded`). Batches are appended in the order of the calls; an engine may put
    /// several into one transaction.
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
    /// Takes no more batches. Returns when all pending ones are written.
    func stop()
    /// Waits until all other calls are answered. Then, once stopped, another hub can use the engine.
    func awaitAnswers()
}

/// A position in a venue's journal.
package struct ReplayPosition: Sendable {
    /// The last revision that was read.
    package var rev: Int
    /// The last revision to read; `nil` for the last one when the first portion is read.
    package var lastRev: Int?
    /// The link that the next event must continue; `nil` before the first portion.
    package var link: [UInt8]?

    package init(after rev: Int, through lastRev: Int? = nil) {
        self.rev = rev
        self.lastRev = lastRev
    }
}

package struct ReplayPortion: Sendable {
    /// The number of events that are read at a time, and the size of their data.
    package static let eventsMax = 1000
    package static let bytesMax = 4 << 20

    package var events: [Event]
    /// Where to continue; `nil` at the end.
    package var next: ReplayPosition?

    package init(events: [Event], next: ReplayPosition?) {
        self.events = events
        self.next = next
    }
}
