import Dispatch
import Locks
package import Storage
package import Sync

final class MemoryJournal: Journal {
    private let storage: MemoryStorage
    private let queue = DispatchQueue(label: "tablecast.memory")
    private let isStopped = Locked(false)

    init(_ storage: MemoryStorage) { self.storage = storage }

    func append(_ batch: JournalBatch, completion: @escaping StoreAnswer<Void>) {
        if isStopped.with({ $0 }) { return completion(.failure(.stopped)) }
        queue.async { [storage] in
            completion(Result { () throws(StoreError) in try storage.append(batch) })
        }
    }

    func settle(_ batch: JournalBatch, _ answer: @escaping StoreAnswer<Bool>) {
        queue.async { [storage] in
            answer(Result { () throws(StoreError) in try storage.settle(batch) })
        }
    }

    func stop() {
        isStopped.with { $0 = true }
        awaitAnswers()
    }

    func awaitAnswers() { queue.sync {} }
}

extension MemoryStorage {
    package func append(_ batch: JournalBatch) throws(StoreError) {
        let changes = batch.entries.compactMap(\.access)
            .compactMap { IdentityChange($0, in: batch.venue) }
        try perform(changing: changes) { (state) throws(StoreError) in try state.append(batch) }
    }

    package func settle(_ batch: JournalBatch) throws(StoreError) -> Bool {
        try perform { (state) throws(StoreError) in
            guard let first = batch.entries.first?.event.rev else { return true }
            let venue = try state.venue(batch.venue)
            return batch.isJournaled(
                in: venue.events(after: first - 1, limit: batch.entries.count, bytesMax: .max))
        }
    }

    package func recall(_ mutationID: String, in venue: String) throws(StoreError)
        -> RecordedMutation?
    {
        try perform { state in
            guard let venue = try? state.venue(venue), let rev = venue.mutations[mutationID]
            else { return nil }
            let entry = venue.entries[rev - 1]
            return RecordedMutation(event: entry.event, fingerprint: entry.fingerprint ?? [])
        }
    }

    package func events(of venue: String, after rev: Int, limit: Int, bytesMax: Int)
        throws(StoreError) -> [Event]
    {
        try perform { (state) throws(StoreError) in
            try state.venue(venue).events(after: rev, limit: limit, bytesMax: bytesMax)
        }
    }

    package func replay(_ venue: String, from position: ReplayPosition) throws(StoreError)
        -> ReplayPortion
    {
        try perform { (state) throws(StoreError) in
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

    package func reference(_ digest: String, ofBoard board: String, in venue: String)
        throws(StoreError) -> ReferenceContent?
    {
        try perform { state in
            (try? state.venue(venue))?.references
                .first { $0.key.board == board && $0.value.digest == digest }?.value
        }
    }

    package func snapshot(of venue: String) throws(SnapshotError) -> StateReader? {
        disk.state.with { state in
            (try? state.venue(venue))?.snapshot.map { StateReader($0.state) }
        }
    }

    package func keepSnapshot(
        _ state: [UInt8], of venue: String, at rev: Int
    ) throws(SnapshotError) {
        let isKept = disk.state.with { disk in
            guard let index = try? disk.index(of: venue), 1...disk.venues[index].lastRev ~= rev
            else { return false }
            disk.venues[index].snapshot = (rev, state)
            return true
        }
        if !isKept { throw SnapshotError("the journal has no revision \(rev)") }
    }
}

extension MemoryDisk.State {
    /// Appends a whole batch, or throws without appending anything.
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
