package import Sync

/// Receives the result of a call to an engine. Called once, on one of the engine's threads. It must
/// not wait for the engine.
package typealias StoreAnswer<Value> = @Sendable (Result<Value, StoreError>) -> Void

/// Appends to the journals of all venues. It never blocks its callers, however slow the engine's disk
/// or network is: answers come by `StoreAnswer`.
package protocol Journal: Sendable {
    /// Appends a batch in one transaction, as `EventStore.append` does. Batches are appended in the
    /// order of the calls; an engine may put several into one transaction.
    ///
    /// - Parameter completion: called when the batch is durable, or is known not to be.
    func append(_ batch: JournalBatch, completion: @escaping StoreAnswer<Void>)
    /// Finds out whether a batch whose outcome is unknown is in the journal. The answer is final.
    func settle(_ batch: JournalBatch, _ answer: @escaping StoreAnswer<Bool>)
    /// Takes no more batches. Returns when all pending ones are written.
    func stop()
    /// Waits until all other calls are answered. Then, once stopped, another hub can use the engine.
    func awaitAnswers()
}

/// The stored events of all venues. They are read in order, by revision, or by the mutation that
/// made them.
///
/// Calls return when they are answered, so they are for threads that may block, never for an event
/// loop.
package protocol EventStore: Sendable {
    /// Appends a batch in one transaction: all of it or nothing. A batch is everything that has to
    /// be true at the same moment. Each `JournalEntry` has the event with its fingerprint, and what
    /// belongs to the event: the change of devices (`access`), the effects to carry out (`effects`)
    /// and the change of one that waits (`effectChange`), the secrets to seal or remove (`secrets`),
    /// and the reference data to keep or remove (`reference`). Whoever reads sees all of it or none.
    ///
    /// A batch that does not continue the journal is refused alone (`discontinuous`, `noVenue`,
    /// `mutationRecorded`). `outcomeUnknown` means that it may be durable or not; `settle` finds
    /// out.
    func append(_ batch: JournalBatch) throws(StoreError)
    /// Finds out whether a batch whose outcome is unknown is in the journal. The answer is final.
    func settle(_ batch: JournalBatch) throws(StoreError) -> Bool
    /// The event that a mutation made; `nil` if the venue's journal does not know its id.
    func recall(_ mutationID: String, in venue: String) throws(StoreError) -> RecordedMutation?
    /// The events after a revision, in order: at most `limit`, with at most `bytesMax` bytes of
    /// data together, but at least one.
    func events(
        of venue: String, after rev: Int, limit: Int, bytesMax: Int
    ) throws(StoreError) -> [Event]
    /// Reads the events after a position, in portions, and verifies each of them. After an error,
    /// discard what was read before.
    func replay(
        _ venue: String, from position: ReplayPosition
    ) throws(StoreError) -> ReplayPortion
    /// The reference data of a board with this digest; `nil` if none has it, or none any more.
    func reference(
        _ digest: String, ofBoard board: String, in venue: String
    ) throws(StoreError) -> ReferenceContent?

    // MARK: Snapshots

    // The states that venues had at some revision. They only save time: a journal is complete
    // without them.

    /// The stored state of a venue, if any.
    func snapshot(of venue: String) throws(SnapshotError) -> StateReader?
    /// Stores the state that the events up to a revision have made. Replaces the previous one.
    func keepSnapshot(
        _ state: [UInt8], of venue: String, at rev: Int
    ) throws(SnapshotError)
    /// The number of events after a venue's snapshot, and the size of their data.
    func tailAfterSnapshot(of venue: String) throws(StoreError) -> (events: Int, bytes: Int)
}

/// Why a snapshot can't be used or stored: a phrase for the operator. It costs only time, because
/// the journal has everything.
package struct SnapshotError: Error, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
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
