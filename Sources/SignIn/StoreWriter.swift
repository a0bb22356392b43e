package import Clocks
import Dispatch
import Limits
import Locks
package import Storage
package import Sync
import Transport

/// Writes the hub's changes that are not events to the store, away from the loops: a write waits
/// for the disk, and for commands that lock the file.
package final class StoreWriter: Sendable {
    /// The origin of a change, for the limits on waiting changes.
    private enum Owner: Hashable {
        case link(secret: String)
        case device(String)
    }

    /// The changes for which no caller waits.
    private struct Notes {
        var seen: [String: Instant] = [:]
        var presences: [String: DevicePresence] = [:]

        var isEmpty: Bool { seen.isEmpty && presences.isEmpty }
    }

    private static let waitingCountMax = 256
    private static let waitingOfOwnerCountMax = 2

    private let identity: any Identity
    private let clock: HubClock
    private let changes = FairQueue<Owner>(
        label: "tablecast.changes", countMax: waitingCountMax,
        countOfOwnerMax: waitingOfOwnerCountMax)
    private let notesQueue = DispatchQueue(label: "tablecast.notes", qos: .utility)
    /// Holds at most one change of each kind for each device, however often it changes.
    private let notes = Locked(Notes())

    package init(identity: any Identity, clock: HubClock) {
        self.identity = identity
        self.clock = clock
    }

    /// Waits until all changes are written. Afterwards, another hub can use the store.
    package func finish() {
        changes.finish()
        notesQueue.sync {}
    }

    /// Follows a link. Calls back on any thread when the outcome is durable.
    ///
    /// - Returns: `false` if too many changes wait. If so, the link is not followed.
    package func redeemLink(_ secret: String, _ done: @escaping StoreAnswer<LinkOutcome>) -> Bool {
        changes.perform(for: .link(secret: secret)) { [identity, clock] in
            done(
                Result { () throws(StoreError) in
                    let now = clock.now
                    let until = now.adding(milliseconds: PINKeeper.unlockedMilliseconds)
                    return try identity.redeemLink(secret, now: now, unlockedUntil: until)
                })
        }
    }

    /// Requires the PIN on a device from now on, and calls back on any thread.
    ///
    /// - Returns: `false` if too many changes wait. If so, the device is not locked.
    package func lock(device: String, _ done: @escaping StoreAnswer<Void>) -> Bool {
        changes.perform(for: .device(device)) { [identity] in
            done(Result { () throws(StoreError) in try identity.lock(device: device) })
        }
    }

    /// Notes when a device was seen. If the write fails, the device's next request tries again.
    package func noteSeen(device: String, now: Instant) { note { $0.seen[device] = now } }

    package func note(presences: [String: DevicePresence]) {
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
        try? identity.note(seen: notes.seen, presences: notes.presences)
    }
}
