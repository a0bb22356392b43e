package import JSON
import Locks
package import Storage
package import Sync

/// An engine that keeps everything in memory. It serves tests, and shows that a hub does not depend
/// on the SQLite file of a data folder.
package final class MemoryStorage: HubStorage {
    let disk: MemoryDisk
    private let hasLock = Locked(false)
    private let observer = Locked<(@Sendable (IdentityChange) -> Void)?>(nil)

    package init(_ disk: MemoryDisk) { self.disk = disk }

    deinit { if hasLock.with({ $0 }) { disk.state.with { $0.isLocked = false } } }

    package func observeIdentity(_ report: @escaping @Sendable (IdentityChange) -> Void) {
        observer.with { $0 = report }
    }

    func changed(_ change: IdentityChange) { observer.with { $0 }?(change) }

    package func lock() throws(StoreError) {
        try hasLock.with { (hasLock) throws(StoreError) in
            if hasLock { return }
            try disk.state.with { (state) throws(StoreError) in
                guard !state.isLocked else { throw .unusable("Another hub runs. Stop it first.") }
                state.isLocked = true
            }
            hasLock = true
        }
    }

    package func openJournal(report: @escaping @Sendable (String) -> Void) -> any Journal {
        MemoryJournal(self)
    }
}

extension MemoryStorage {
    package func venues() throws(StoreError) -> [VenueRecord] {
        disk.state.with { $0.venues.map(\.record) }
    }

    package func venues(withEvents count: Int) throws(StoreError) -> [VenueRecord] {
        disk.state.with { $0.venues.filter { $0.lastRev >= count }.map(\.record) }
    }

    package func venue(_ slug: String) throws(StoreError) -> VenueRecord? {
        try place(of: slug)?.record
    }

    package func place(of slug: String) throws(StoreError) -> VenuePlace? {
        disk.state.with { state in
            state.venues.firstIndex { $0.record.slug == slug }.map { index in
                VenuePlace(record: state.venues[index].record, index: index)
            }
        }
    }

    package func lastRev(of venue: String) throws(StoreError) -> Int {
        try disk.state.with { (state) throws(StoreError) in try state.venue(venue).lastRev }
    }

    package func makeVenue(
        slug: String, name: String, timeZone: String, settings: JSON, now: Instant
    ) throws(StoreError) -> VenueRecord {
        let record = try VenueRecord(
            fresh: slug, name: name, timeZone: timeZone, settings: settings, createdAt: now)
        try add(MemoryVenue(record: record))
        return record
    }

    package func makeVenue<Failure: Error>(
        slug: String, name: String, timeZone: String, settings: JSON, createdAt: Instant,
        journal next: () throws(Failure) -> JournalEntry?
    ) throws -> Int {
        var venue = MemoryVenue(
            record: try VenueRecord(
                fresh: slug, name: name, timeZone: timeZone, settings: settings,
                createdAt: createdAt))
        while let entry = try next() {
            let batch = JournalBatch(venue: slug, generation: 0, entries: [entry])
            if let refusal = venue.refusal(of: batch) { throw refusal }
            venue.append(entry)
        }
        try add(venue)
        return venue.lastRev
    }

    private func add(_ venue: MemoryVenue) throws(StoreError) {
        let slug = venue.record.slug
        guard VenueRecord.isSlug(slug) else { throw .notASlug }
        try disk.state.with { (state) throws(StoreError) in
            guard !state.venues.contains(where: { $0.record.slug == slug }) else {
                throw .venueExists(slug: slug)
            }
            state.venues.append(venue)
        }
    }
}

extension MemoryStorage {
    package func keep(
        _ effect: Effect, key: String, in venue: String, now: Instant
    ) throws(StoreError) {
        try disk.state.with { (state) throws(StoreError) in
            _ = try state.index(of: venue)
            state.effects.keep(effect, key: key, in: venue, at: now)
        }
    }

    package func waitingEffects(
        after number: Int64, limit: Int
    ) throws(StoreError) -> [WaitingEffect] {
        disk.state.with { $0.effects.waiting(after: number, limit: limit) }
    }

    package func keptEffect(_ key: String) throws(StoreError) -> KeptEffect? {
        disk.state.with { $0.effects[key] }
    }

    package func forget(effect key: String) throws(StoreError) {
        disk.state.with { $0.effects.forget(key) }
    }

    package func openedEffect(_ waiting: WaitingEffect) throws(StoreError) -> Effect {
        var effect = Effect(
            target: waiting.target, data: waiting.data, lifetime: .zero, outcome: waiting.outcome)
        effect.sealed = waiting.sealed.flatMap { try? JSON(parsing: $0) }
        return effect
    }

    package func secret(
        _ name: String, ofBoard board: String, in venue: String
    ) throws(StoreError) -> [UInt8]? {
        disk.state.with { state in
            try? state.venue(venue).secrets[MemoryVenue.Name(board: board, name: name)]
        }
    }

    /// The storage's own secrets. Boards' secrets have the name of the board.
    static let webhook = MemoryVenue.Name(board: OwnSecret.board, name: OwnSecret.webhook)

    package func webhook(of venue: String) throws(StoreError) -> String? {
        disk.state.with { state in
            (try? state.venue(venue).secrets[Self.webhook]).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
    }

    package func secretCounts(of venue: String) throws(StoreError) -> (all: Int, unreadable: Int) {
        try disk.state.with { (state) throws(StoreError) in
            (try state.venue(venue).secrets.count, 0)
        }
    }

    package var keyPath: String { "memory" }
}

/// An engine in memory has no files and needs no repairs.
extension MemoryStorage {
    package func withRepairs<Result>(
        report: (String) -> Void, _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result { try body() }

    package func probe() throws(StoreError) {}
    package func checkpoint() {}
    package var freeBytes: UInt64 { .max }
    package var engine: String { "memory" }
    package var durability: Durability { .memory }
    package var release: String { "Nothing outlasts it." }
    package func checkVenues() throws(StoreError) {}
    package func checkEnd(of venue: String) throws(StoreError) -> Int { try lastRev(of: venue) }
    package func integrityFaults() throws(StoreError) -> [String] { [] }

    package func verify() throws(StoreError) -> [(venue: String, verdict: JournalVerdict)] {
        disk.state.with { state in
            state.venues.map { venue in
                let verdict = JournalVerdict(
                    events: venue.lastRev, lastRev: venue.lastRev, faults: [])
                return (venue.record.slug, verdict)
            }
        }
    }

    private static let noBackups = StoreError.unusable(
        "What is in memory has no backups. Choose another engine.")

    package func backUp(
        to path: String, replacing: Bool
    ) throws(StoreError) -> [(venue: String, verdict: JournalVerdict)] { throw Self.noBackups }

    package func restore(
        _ wanted: [VenueToRestore], of backup: any Backup, includingDevices: Bool
    ) throws(StoreError) -> [RestoredVenue] { throw Self.noBackups }
}

/// A storage in memory, for a hub that runs in this process.
package struct MemoryPlace: StoragePlace {
    package let folder: String
    private let disk: MemoryDisk

    /// - Parameter folder: the existing folder for the hub's other files.
    package init(_ disk: MemoryDisk, folder: String) {
        self.disk = disk
        self.folder = folder
    }

    package func open(creating: Bool) throws(StoreError) -> any HubStorage { MemoryStorage(disk) }

    package func openBackup(_ path: String) throws(StoreError) -> any Backup {
        throw .notABackup(path: path, reason: "what is in memory has no backups")
    }
}
