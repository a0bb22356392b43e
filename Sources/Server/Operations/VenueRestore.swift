import Store
import Sync

/// Makes venues from those of a backup, in a data folder on which no hub runs.
public struct VenueRestore {
    /// Which venues of the backup.
    public enum Selection: Sendable {
        /// One, under its own slug or, as a copy, under another.
        case one(slug: String, name: String?)
        case all
    }

    /// A venue as it is now.
    public struct Restored: Sendable {
        public var slug: String
        public var epoch: String
        public var lastRev: Int
        /// How many devices are signed in by the tokens that they had.
        public var deviceCount: Int
    }

    /// Whether the backup has a checksum; those of earlier versions have none.
    public let hasChecksum: Bool
    private let backup: BackupFile
    private let records: [VenueRecord]
    private let dataFolder: String

    /// - Parameter dataFolder: made where it is not there.
    /// - Throws: one line that says what to do: no such file, or it is damaged, or was changed.
    public init(backup path: String, dataFolder: String) throws(HubError) {
        (backup, records, hasChecksum) = try Administration.explained { () throws(StoreError) in
            let backup = try BackupFile(path)
            if let fault = try backup.integrityFaults().first {
                throw .notABackup(path: path, reason: "it is damaged: \(fault)")
            }
            let state = try backup.state()
            if state == .changed {
                throw .notABackup(path: path, reason: Administration.changedBackup)
            }
            return (backup, try backup.venues(), state == .unchanged)
        }
        self.dataFolder = dataFolder
    }

    /// - Parameter includingDevices: whether devices keep their tokens. A copy under another slug
    ///   gets none: they are the original's.
    /// - Throws: one line that says what to do: a hub is running, there is such a venue already, the
    ///   devices are asked for and the backup has no checksum. Then nothing has been made.
    public func run(
        _ selection: Selection, includingDevices: Bool
    ) throws(HubError) -> [Restored] {
        guard hasChecksum || !includingDevices else {
            throw HubError(
                Administration.backupWithoutChecksum + " Restore it without --with-devices.")
        }
        let wanted = try wanted(selection)
        return try Administration.explained { () throws(StoreError) in
            let store = try Store(folder: dataFolder, creating: true)
            try store.lock()
            return try store.restore(wanted, of: backup, includingDevices: includingDevices).map {
                Restored(
                    slug: $0.record.slug, epoch: $0.record.epoch, lastRev: $0.lastRev,
                    deviceCount: $0.deviceCount)
            }
        }
    }

    /// Judged before the data folder is made.
    private func wanted(
        _ selection: Selection
    ) throws(HubError) -> [VenueToRestore] {
        switch selection {
        case .all: return records.map { VenueToRestore($0.slug) }
        case .one(let slug, let name):
            try Administration.explained { () throws(StoreError) in
                guard records.contains(where: { $0.slug == slug }) else {
                    throw .notInBackup(slug: slug, known: records.map(\.slug))
                }
                guard VenueRecord.isSlug(name ?? slug) else { throw .notASlug }
            }
            return [VenueToRestore(slug, as: name)]
        }
    }
}
