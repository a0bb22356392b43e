import Dispatch
package import Storage
package import Sync

/// `Journal` in a data folder's SQLite file.
package final class StoredJournal: Journal {
    private let store: Store
    /// `nil` if calls are answered on the callers' threads.
    private let writer: JournalWriter?
    /// A queue of its own, so that a tablet that repeats a mutation does not wait for readers of
    /// the past.
    private let recalls = DispatchQueue(label: "tablecast.recalls")
    private let reading = DispatchQueue(label: "tablecast.history")

    /// - Parameter report: receives a line for the operator if an index was rebuilt.
    package init(_ store: Store, report: @escaping @Sendable (String) -> Void) {
        self.store = store
        writer = JournalWriter(store: store, report: report)
    }

    /// Creates a journal for commands, whose threads may block: each call is answered before it
    /// returns.
    package init(answeringAtOnce store: Store) {
        self.store = store
        writer = nil
    }

    private func perform(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
        if writer == nil { body() } else { queue.async(execute: body) }
    }
}

extension StoredJournal {
    package func append(
        _ batch: JournalBatch, completion: @escaping StoreAnswer<Void>
    ) {
        guard let writer else { return completion(store.append([batch])[0]) }
        writer.append(batch, completion: completion)
    }

    package func settle(_ batch: JournalBatch, _ answer: @escaping StoreAnswer<Bool>) {
        perform(on: reading) { [store] in
            answer(Result { () throws(StoreError) in try store.settle(batch) })
        }
    }

    package func recall(
        _ mutationID: String, in venue: String,
        _ answer: @escaping StoreAnswer<RecordedMutation?>
    ) {
        perform(on: recalls) { [store] in
            answer(Result { () throws(StoreError) in try store.recall(mutationID, in: venue) })
        }
    }

    package func events(
        of venue: String, after rev: Int, limit: Int, bytesMax: Int,
        _ answer: @escaping StoreAnswer<[Event]>
    ) {
        perform(on: reading) { [store] in
            answer(
                Result { () throws(StoreError) in
                    try store.events(of: venue, after: rev, limit: limit, bytesMax: bytesMax)
                })
        }
    }

    package func replay(
        _ venue: String, from position: ReplayPosition,
        _ answer: @escaping StoreAnswer<ReplayPortion>
    ) {
        perform(on: reading) { [store] in
            answer(
                Result { () throws(StoreError) in
                    try store.replay(venue, from: position)
                })
        }
    }

    package func reference(
        _ digest: String, ofBoard board: String, in venue: String,
        _ answer: @escaping StoreAnswer<ReferenceContent?>
    ) {
        perform(on: reading) { [store] in
            answer(
                Result { () throws(StoreError) in
                    try store.reference(digest, ofBoard: board, in: venue)
                })
        }
    }

    package func snapshot(
        of venue: String,
        _ answer: @escaping @Sendable (Result<StateReader?, SnapshotError>) -> Void
    ) {
        perform(on: reading) { [store] in
            answer(Result { () throws(SnapshotError) in try store.snapshot(of: venue) })
        }
    }

    package func keepSnapshot(
        _ state: [UInt8], of venue: String, at rev: Int,
        _ answer: @escaping @Sendable (Result<Void, SnapshotError>) -> Void
    ) {
        perform(on: reading) { [store] in
            answer(
                Result { () throws(SnapshotError) in
                    try store.keepSnapshot(state, of: venue, at: rev)
                })
        }
    }

    package func stop() { writer?.stop() }

    package func awaitAnswers() {
        recalls.sync {}
        reading.sync {}
    }
}
