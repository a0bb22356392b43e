import JSON
import Locks
import Storage
import Sync

/// The state of engines in memory. Engines that share a disk see each other's changes, like a hub
/// and commands on the same data folder.
package final class MemoryDisk: Sendable {
    struct State: Sendable {
        /// The venues in order of creation.
        var venues: [MemoryVenue] = []
        var devices: [String: MemoryDevice] = [:]
        var links: [[UInt8]: StoredLink] = [:]
        var effects = MemoryEffects()
        /// The number of changes of devices that other engines may have to observe.
        var mark: UInt64 = 0
        var isLocked = false

        func index(of slug: String) throws(StoreError) -> Int {
            guard let index = venues.firstIndex(where: { $0.record.slug == slug }) else {
                throw .noVenue(slug: slug)
            }
            return index
        }

        func venue(_ slug: String) throws(StoreError) -> MemoryVenue {
            venues[try index(of: slug)]
        }
    }

    let state = Locked(State())

    package init() {}
}

/// A venue with its journal and the data of its events.
struct MemoryVenue: Sendable {
    struct Name: Hashable {
        var board: String
        var name: String
    }

    var record: VenueRecord
    var entries: [(event: Event, fingerprint: [UInt8]?, dataBytes: Int)] = []
    var mutations: [String: Int] = [:]
    var references: [Name: ReferenceContent] = [:]
    var secrets: [Name: [UInt8]] = [:]
    var pin: String?
    var snapshot: (rev: Int, state: [UInt8])?

    var lastRev: Int { entries.count }

    /// Returns the reason why a batch can't be appended, or `nil` if it can.
    func refusal(of batch: JournalBatch) -> StoreError? {
        var ids: Set<String> = []
        for (offset, entry) in batch.entries.enumerated() {
            guard entry.event.rev == lastRev + offset + 1 else {
                return .discontinuous(expected: lastRev + offset + 1, found: entry.event.rev)
            }
            if let id = entry.event.mutationID, mutations[id] != nil || !ids.insert(id).inserted {
                return .mutationRecorded(rev: entry.event.rev)
            }
        }
        return nil
    }

    mutating func append(_ entry: JournalEntry) {
        let event = entry.event
        entries.append((event, entry.fingerprint, event.data.canonical.count))
        if let id = event.mutationID { mutations[id] = event.rev }
        for change in entry.secrets {
            secrets[Name(board: event.board, name: change.name)] = change.value
        }
        if let change = entry.reference {
            references[Name(board: event.board, name: change.name)] = change.content
        }
    }

    /// Returns the events after a revision: at most `limit`, with at most `bytesMax` bytes of data
    /// together, but at least one.
    func events(after rev: Int, limit: Int, bytesMax: Int) -> [Event] {
        var events: [Event] = []
        var bytesLeft = bytesMax
        for entry in entries.dropFirst(max(0, rev)).prefix(max(0, limit)) {
            bytesLeft -= entry.dataBytes
            if bytesLeft < 0, !events.isEmpty { break }
            events.append(entry.event)
        }
        return events
    }
}

struct MemoryDevice: Sendable {
    var device: Device
    var token: TokenDigest
    var isRevoked = false
    /// The time from which the device needs the PIN again. Used only if the venue has a PIN.
    var unlockedUntil: Instant?
    var wrongPINAt: Instant?
}
