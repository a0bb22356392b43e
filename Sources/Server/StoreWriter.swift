import Dispatch
import Store
import Sync
import Transport

/// Makes the hub's changes to the store that are no events, away from the loops: a write waits for
/// the disk, and for any command that writes to the same file.
final class StoreWriter: Sendable {
    /// Who asks for a change.
    private enum Owner: Hashable {
        case link(secret: String)
        case device(String)
    }

    /// What is written down as soon as it can be, and nobody waits for.
    private struct Notes {
        var seen: [String: Instant] = [:]
        var presences: [String: DevicePresence] = [:]

        var isEmpty: Bool { seen.isEmpty && presences.isEmpty }
    }

    private static let waitingCountMax = 256
    private static let waitingOfOwnerCountMax = 2

    private let store: Store
    private let clock: HubClock
    private let changes = FairQueue<Owner>(
        label: "tablecast.changes", countMax: waitingCountMax,
        countOfOwnerMax: waitingOfOwnerCountMax)
    private let notesQueue = DispatchQueue(label: "tablecast.notes", qos: .utility)
    /// At most one row of each device.
    private let notes = Locked(Notes())
    /// Those who wait for the probe that has not begun yet. Each is a connection.
    private let probing = Locked<[@Sendable (Bool) -> Void]>([])

    init(store: Store, clock: HubClock) {
        self.store = store
        self.clock = clock
    }

    /// Waits until everything that was asked for is done. Then the store is free for another hub.
    func finish() {
        changes.finish()
        notesQueue.sync {}
    }

    /// Follows a link. The outcome is on the disk when it is handed over, on the worker's loop.
    ///
    /// - Returns: false when too much waits already. Then the link is not followed.
    func redeemLink(
        _ secret: String, on worker: Worker,
        _ done: @escaping @Sendable (Station, Result<LinkOutcome, StoreError>) -> Void
    ) -> Bool {
        changes.perform(for: .link(secret: secret)) { [store, clock] in
            let result = Result { () throws(StoreError) in
                let now = clock.now
                return try store.redeemLink(
                    secret, now: now,
                    unlockedUntil: now.adding(milliseconds: PINKeeper.unlockedMilliseconds))
            }
            worker.perform { station in done(station, result) }
        }
    }

    /// Has a device asked for the PIN from now on.
    ///
    /// - Returns: false when too much waits already. Then the device is not locked.
    func lock(
        device: String, on worker: Worker,
        _ done: @escaping @Sendable (Station, Result<Void, StoreError>) -> Void
    ) -> Bool {
        changes.perform(for: .device(device)) { [store] in
            let result = Result { () throws(StoreError) in try store.lock(device: device) }
            worker.perform { station in done(station, result) }
        }
    }

    /// Writes down that a device is there. If that fails, its next request tries again.
    func noteSeen(device: String, now: Instant) { note { $0.seen[device] = now } }

    func note(presences: [String: DevicePresence]) {
        note { $0.presences.merge(presences) { $1 } }
    }

    private func note(_ change: (inout Notes) -> Void) {
        let isFirst = notes.with { notes in
            defer { change(&notes) }
            return notes.isEmpty
        }
        if isFirst { notesQueue.async { [self] in writeNotes() } }
    }

    private func writeNotes() {
        let notes = notes.with { notes in
            defer { notes = Notes() }
            return notes
        }
        if !notes.seen.isEmpty { try? store.note(seen: notes.seen) }
        if !notes.presences.isEmpty { try? store.note(presences: notes.presences) }
    }

    /// Finds out whether the journal can be written again, and says so on the worker's loop. Those
    /// who ask while others wait get the same answer.
    func probe(on worker: Worker, _ done: @escaping @Sendable (Station, Bool) -> Void) {
        let isFirst = probing.with { probing in
            probing.append { isWritable in
                worker.perform { station in done(station, isWritable) }
            }
            return probing.count == 1
        }
        guard isFirst else { return }
        notesQueue.async { [store, probing] in
            // Whoever comes from here on asks about a later moment.
            let asking = probing.with { probing in
                defer { probing = [] }
                return probing
            }
            let isWritable = (try? store.probe()) != nil
            for answer in asking { answer(isWritable) }
        }
    }
}
