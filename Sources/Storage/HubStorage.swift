package import Sync

/// The location of a hub's data, with the engine that keeps it there.
package protocol StoragePlace: Sendable {
    /// The hub's own folder on this machine. It also holds the certificates and the hub's own
    /// address.
    var folder: String { get }
    /// Opens the storage.
    ///
    /// - Parameter creating: whether to make what does not exist.
    func open(creating: Bool) throws(StoreError) -> any HubStorage
    /// Opens a backup that an engine of this kind has written. The file is never changed.
    ///
    /// - Throws: `notABackup`.
    func openBackup(_ path: String) throws(StoreError) -> any Backup
}

/// Everything that a hub keeps, in one engine: the journals of all venues, sign-ins, effects and
/// secrets.
///
/// Another engine implements this and `StoragePlace`, and passes the tests in `StorageTests`. The
/// hub's loops use only its `Journal`, which never blocks. All other calls block until they have a
/// result, so loops make them by a `StorageReader`.
package protocol HubStorage: VenueRegistry, EventStore, Identity, EffectOutbox, Secrets {
    /// Locks the storage for a server or an importer, until it is released or the process ends.
    /// Other commands need no lock. A second call does nothing.
    ///
    /// - Throws: an error if another process has the lock.
    func lock() throws(StoreError)
    /// Opens the journal for a hub. The journal appends on a separate thread.
    ///
    /// - Parameter report: receives a line for the operator if something was repaired.
    func openJournal(report: @escaping @Sendable (String) -> Void) -> any Journal
    /// Runs `body`, which reads the journal, and runs it again if it failed and a repair was
    /// possible.
    ///
    /// - Parameter report: receives a line for the operator if something was repaired.
    /// - Throws: the last error of `body`.
    func withRepairs<Result>(
        report: (String) -> Void, _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result
    /// Checks whether the journal can be written, by writing and flushing something that changes
    /// nothing.
    func probe() throws(StoreError)
    /// Tidies up before the hub ends. A failure loses nothing.
    func checkpoint()

    // MARK: What commands ask

    /// The number of free bytes; `.max` if unknown.
    var freeBytes: UInt64 { get }
    /// The engine's name: `sqlite`. Never blocks.
    var engine: String { get }
    /// What an acknowledgement is worth now. Never blocks.
    var durability: Durability { get }
    /// The engine's release, with advice if it needs attention.
    var release: String { get }
    /// Compares the existing venues with those that were noted to be on the disk.
    ///
    /// - Throws: `lost` if one is missing.
    func checkVenues() throws(StoreError)
    /// Compares the journal's end with what was noted to be on the disk.
    ///
    /// - Returns: the last revision.
    /// - Throws: `cutOff` if the journal was once longer; `noVenue`.
    func checkEnd(of venue: String) throws(StoreError) -> Int
    /// Checks the journal of every venue from end to end.
    func verify() throws(StoreError) -> [(venue: String, verdict: JournalVerdict)]
    /// The faults of the engine's own files, one phrase each; empty if they are sound.
    func integrityFaults() throws(StoreError) -> [String]
    /// Copies everything that was committed when the call began into one file, with a checksum,
    /// while others continue to write. Then reads the whole copy, and moves it into place if it is
    /// sound.
    ///
    /// - Parameter replacing: whether an existing file may be replaced.
    /// - Returns: the verdict on each venue's journal in the copy. A lost end is reported as a
    ///   fault, but a new file is still written with the rest.
    /// - Throws: `fileExists`, `fileNotWritable`; `damaged` if a journal is damaged; `cutOff` and
    ///   `lost` if an existing file would be replaced by one with less in it.
    func backUp(
        to path: String, replacing: Bool
    ) throws(StoreError) -> [(venue: String, verdict: JournalVerdict)]
    /// Restores venues from a backup, all of them or none: their events with revisions, times and
    /// mutation ids, the key of the tickets, the PIN. Each gets a new epoch, so that no client
    /// confuses the events after the backup with new ones, and therefore new checksums. One-time
    /// links are not restored. A copy gets no devices, webhook or boards' secrets, because they
    /// belong to the original.
    ///
    /// The storage must be locked: no server may run on it.
    ///
    /// - Parameter includingDevices: whether devices keep their tokens. A device whose id or token
    ///   exists already is not changed.
    /// - Throws: `venueExists`, `notASlug`, `lost`, `notInBackup`; `notABackup` if a venue in it is
    ///   damaged, or another engine made it.
    func restore(
        _ wanted: [VenueToRestore], of backup: any Backup, includingDevices: Bool
    ) throws(StoreError) -> [RestoredVenue]
}

/// What an acknowledged change survives.
package enum Durability: String, Sendable, CaseIterable {
    /// Nothing: it is only in memory.
    case memory
    /// A power cut, because it is on a disk.
    case disk
    /// The loss of a machine, because it is on the disks of two.
    case replicated
}

/// A backup, opened for reading.
package protocol Backup: Sendable {
    /// Whether the checksum matches the file. Reads the whole file.
    func isUnchanged() throws(StoreError) -> Bool
    /// All venues in it, in the order in which they were made.
    func venues() throws(StoreError) -> [VenueRecord]
    /// The faults of the file itself, one phrase each; empty if it is sound.
    func integrityFaults() throws(StoreError) -> [String]
    /// Checks the journal of every venue from end to end.
    func verify() throws(StoreError) -> [(venue: String, verdict: JournalVerdict)]
}

/// A venue that was restored.
package struct RestoredVenue: Sendable, Equatable {
    /// The record with its new epoch.
    package var record: VenueRecord
    package var lastRev: Int
    /// The number of devices that stay signed in.
    package var deviceCount: Int

    package init(record: VenueRecord, lastRev: Int, deviceCount: Int) {
        self.record = record
        self.lastRev = lastRev
        self.deviceCount = deviceCount
    }
}

/// A venue of a backup, and its slug after the restoration.
package struct VenueToRestore: Sendable, Equatable {
    package var slug: String
    package var name: String

    /// - Parameter name: the new slug. A different one makes a copy.
    package init(_ slug: String, as name: String? = nil) {
        self.slug = slug
        self.name = name ?? slug
    }

    package var isCopy: Bool { name != slug }
}
