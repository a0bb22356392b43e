package import Sync

/// Receives the result of a call to an engine. Called once, on one of the engine's threads. Must
/// not wait for the engine.
package typealias StoreAnswer<Value> = @Sendable (Result<Value, StoreError>) -> Void

/// Appends to the journals of all venues. Never blocks its callers, however slow the engine's disk
/// or network is; results come by `StoreAnswer`.
package protocol Journal: Sendable {
    /// Appends a batch in one transaction, as `EventStore.append` does. Batches are appended in the
    /// order of the calls; an engine may put several into one transaction.
    ///
    /// - Parameter completion: called when the batch is durable, or is known not to be.
    func append(_ batch: JournalBatch, completion: @escaping StoreAnswer<Void>)
    /// Determines whether a batch with an unknown outcome is in the journal. The answer is final.
    func settle(_ batch: JournalBatch, _ answer: @escaping StoreAnswer<Bool>)
    /// Stops accepting batches. Returns when all pending ones are written.
    func stop()
    /// Waits until all other calls are answered. If the journal is stopped, another hub can then
    /// use the engine.
    func awaitAnswers()
}

/// The stored events of all venues, read in order, by revision, or by mutation id.
///
/// Calls block until they have a result, so event loops must not make them.
package protocol EventStore: Sendable {
    /// Appends a batch in one transaction: all of it or nothing. A batch is everything that has to
    /// change together. Each `JournalEntry` has the event with its fingerprint, and what belongs to
    /// the event: the change of devices (`access`), the effects to carry out (`effects`) and the
    /// change of a waiting one (`effectChange`), the secrets to seal or remove (`secrets`), and the
    /// reference data to keep or remove (`reference`). Readers see all of it or none.
    ///
    /// Refuses a batch that does not continue the journal, without affecting other batches
    /// (`discontinuous`, `noVenue`, `mutationRecorded`). After `outcomeUnknown` the batch may or
    /// may not be durable; `settle` determines that.
    func append(_ batch: JournalBatch) throws(StoreError)
    /// Determines whether a batch with an unknown outcome is in the journal. The answer is final.
    func settle(_ batch: JournalBatch) throws(StoreError) -> Bool
    /// Returns the event that a mutation made; `nil` if the venue's journal does not contain its
    /// id.
    func recall(_ mutationID: String, in venue: String) throws(StoreError) -> RecordedMutation?
    /// Returns the events after a revision, in order: at most `limit`, with at most `bytesMax`
    /// bytes of data together, but at least one event.
    func events(
        of venue: String, after rev: Int, limit: Int, bytesMax: Int
    ) throws(StoreError) -> [Event]
    /// Reads the events after a position, in portions, and verifies each portion. After an error,
    /// discard what was read before.
    func replay(
        _ venue: String, from position: ReplayPosition
    ) throws(StoreError) -> ReplayPortion
    /// Returns the reference data of a board with this digest; `nil` if it does not exist or was
    /// removed.
    func reference(
        _ digest: String, ofBoard board: String, in venue: String
    ) throws(StoreError) -> ReferenceContent?

    // MARK: Snapshots

    // A snapshot is the state of a venue at a revision. It only saves time: a journal is complete
    // without it.

    /// Returns the stored state of a venue, if any.
    func snapshot(of venue: String) throws(SnapshotError) -> StateReader?
    /// Stores the state of a venue at a revision. Replaces the previous snapshot.
    func keepSnapshot(
        _ state: [UInt8], of venue: String, at rev: Int
    ) throws(SnapshotError)
}

/// The reason why a snapshot can't be used or stored: a phrase for the operator. A missing snapshot
/// only costs time, because the journal is complete.
package struct SnapshotError: Error, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    /// Runs `body`, whose error explains why the snapshot can't be used or stored.
    package static func explaining<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(SnapshotError) -> Value {
        do throws(StoreError) {
            return try body()
        } catch {
            throw SnapshotError(error.description)
        }
    }
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
    /// The position after this portion; `nil` at the end.
    package var next: ReplayPosition?

    package init(events: [Event], next: ReplayPosition?) {
        self.events = events
        self.next = next
    }
}
