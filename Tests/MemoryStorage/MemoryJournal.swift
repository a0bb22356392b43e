import Dispatch
import Locks
import Storage
import Sync

final class MemoryJournal: Journal {
    private let storage: MemoryStorage
    /// `nil` if calls are answered before they return.
    private let queue: DispatchQueue?
    private let isStopped = Locked(false)

    init(_ storage: MemoryStorage, on queue: DispatchQueue?) {
        self.storage = storage
        self.queue = queue
    }

    private func perform(_ body: @escaping @Sendable () -> Void) {
        if let queue { queue.async(execute: body) } else { body() }
    }

    private func answer<Value: Sendable>(
        _ answer: @escaping StoreAnswer<Value>,
        _ body: @escaping @Sendable (inout MemoryDisk.State) throws(StoreError) -> Value
    ) {
        perform { [storage] in
            answer(
                Result { () throws(StoreError) in
                    try storage.disk.state.with { (state) throws(StoreError) in try body(&state) }
                })
        }
    }

    func append(_ batch: JournalBatch, completion: @escaping StoreAnswer<Void>) {
        if isStopped.with({ $0 }) { return completion(.failure(.stopped)) }
        perform { [storage] in
            let result = Result { () throws(StoreError) in
                try storage.disk.state.with { (state) throws(StoreError) in
                    try state.append(batch)
                }
            }
            for access in batch.entries.compactMap(\.access) {
                IdentityChange(access, in: batch.venue).map(storage.changed)
            }
            completion(result)
        }
    }

    func settle(_ batch: JournalBatch, _ answer: @escaping StoreAnswer<Bool>) {
        self.answer(answer) { (state) throws(StoreError) in
            guard let first = batch.entries.first?.event.rev else { return true }
            let venue = try state.venue(batch.venue)
            return batch.isJournaled(
                in: venue.events(after: first - 1, limit: batch.entries.count, bytesMax: .max))
        }
    }

    func recall(
        _ mutationID: String, in venue: String,
        _ answer: @escaping StoreAnswer<RecordedMutation?>
    ) {
        self.answer(answer) { state in
            guard let venue = try? state.venue(venue), let rev = venue.mutations[mutationID]
            else { return nil }
            let entry = venue.entries[rev - 1]
            return RecordedMutation(event: entry.event, fingerprint: entry.fingerprint ?? [])
        }
    }

    func events(
        of venue: String, after rev: Int, limit: Int, bytesMax: Int,
        _ answer: @escaping StoreAnswer<[Event]>
    ) {
        self.answer(answer) { (state) throws(StoreError) in
            try state.venue(venue).events(after: rev, limit: limit, bytesMax: bytesMax)
        }
    }

    func replay(
        _ venue: String, from position: ReplayPosition,
        _ answer: @escaping StoreAnswer<ReplayPortion>
    ) {
        self.answer(answer) { (state) throws(StoreError) in
            let venue = try state.venue(venue)
            let lastRev = min(position.lastRev ?? venue.lastRev, venue.lastRev)
            let events = venue.events(
                after: position.rev,
                limit: min(ReplayPortion.eventsMax, lastRev - position.rev),
                bytesMax: ReplayPortion.bytesMax)
            let done = position.rev + events.count
            return ReplayPortion(
                events: events,
                next: done < lastRev ? ReplayPosition(after: done, through: lastRev) : nil)
        }
    }

    func reference(
        _ digest: String, ofBoard board: String, in venue: String,
        _ answer: @escaping StoreAnswer<ReferenceContent?>
    ) {
        self.answer(answer) { state in
            (try? state.venue(venue))?.references
                .first { $0.key.board == board && $0.value.digest == digest }?.value
        }
    }

    func snapshot(
        of venue: String,
        _ answer: @escaping @Sendable (Result<StateReader?, SnapshotError>) -> Void
    ) {
        perform { [storage] in
            answer(
                .success(
                    storage.disk.state.with { state in
                        (try? state.venue(venue))?.snapshot.map { StateReader($0.state) }
                    }))
        }
    }

    func keepSnapshot(
        _ state: [UInt8], of venue: String, at rev: Int,
        _ answer: @escaping @Sendable (Result<Void, SnapshotError>) -> Void
    ) {
        perform { [storage] in
            let isKept = storage.disk.state.with { disk in
                guard let index = try? disk.index(of: venue),
                    1...disk.venues[index].lastRev ~= rev
                else { return false }
                disk.venues[index].snapshot = (rev, state)
                return true
            }
            answer(
                isKept
                    ? .success(()) : .failure(SnapshotError("the journal has no revision \(rev)")))
        }
    }

    func stop() {
        isStopped.with { $0 = true }
        awaitAnswers()
    }

    func awaitAnswers() { queue?.sync {} }
}

extension MemoryDisk.State {
    /// All of a batch or, if it can't be appended, nothing.
    fileprivate mutating func append(_ batch: JournalBatch) throws(StoreError) {
        let index = try index(of: batch.venue)
        if let refusal = venues[index].refusal(of: batch) { throw refusal }
        for entry in batch.entries {
            venues[index].append(entry)
            if let access = entry.access { try carryOut(access, in: index, at: entry.event.at) }
            effects.take(entry, in: batch.venue, epoch: venues[index].record.epoch)
        }
    }
}
