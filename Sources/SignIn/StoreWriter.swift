package import Clocks
import Dispatch
import Limits
package import Store
package import Sync
import Transport

/// Makes the hub's changes to the store that are no events, away from the loops: a write waits for
/// the disk, and for any command that writes to the same file.
package final class StoreWriter: Sendable {
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

    private let identity: any Identity
    private let clock: HubClock
    private let changes = FairQueue<Owner>(
        label: "tablecast.changes", countMax: waitingCountMax,
        countOfOwnerMax: waitingOfOwnerCountMax)
    private let notesQueue = DispatchQueue(label: "tablecast.notes", qos: .utility)
    /// At most one row of each device.
    private let notes = Locked(Notes())

    package init(identity: any Identity, clock: HubClock) {
        self.identity = identity
        self.clock = clock
    }

    /// Waits until everything that was asked for is done. Then the store is free for another hub.
    package func finish() {
        changes.finish()
        notesQueue.sync {}
    }

    /// Follows a link. The outcome is on the disk when it is handed over, on any thread.
    ///
    /// - Returns: false when too much waits already. Then the link is not followed.
    package func redeemLink(_ secret: String, _ done: @escaping StoreAnswer<LinkOutcome>) -> Bool {
        changes.perform(for: .link(secret: secret)) { [identity, clock] in
            done(
                Result { () throws(StoreError) in
                    let now = clock.now
                    let until = now.adding(milliseconds: PINKeeper.unlockedMilliseconds)
                    return try awaitAnswer {
                        identity.redeemLink(secret, now: now, unlockedUntil: until, $0)
                    }
                })
        }
    }

    /// Has a device asked for the PIN from now on, and calls back on any thread.
    ///
    /// - Returns: false when too much waits already. Then the device is not locked.
    package func lock(device: String, _ done: @escaping StoreAnswer<Void>) -> Bool {
        changes.perform(for: .device(device)) { [identity] in
            done(
                Result { () throws(StoreError) in
                    try awaitAnswer { identity.lock(device: device, $0) }
                })
        }
    }

    /// Writes down that a device is there. If that fails, its next request tries again.
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
        try? awaitAnswer { identity.note(seen: notes.seen, presences: notes.presences, $0) }
    }
}
