package import Storage
import Sync
package import Terminal

/// Creates venues from a backup, in a data folder on which no hub is running.
public struct VenueRestore {
    /// The venues to restore.
    public enum Selection: Sendable {
        /// A venue, restored under its own slug or, as a copy, under another one.
        case one(slug: String, name: String?)
        case all
    }

    private let backup: any Backup
    private let records: [VenueRecord]
    private let place: any StoragePlace

    /// - Parameter place: the data folder, which is created if it does not exist.
    /// - Throws: a line that says what to do, if the file does not exist, is damaged, or was changed.
    package init(backup path: String, into place: any StoragePlace) throws(HubError) {
        (backup, records) = try Administration.explained {
            let backup = try place.openBackup(path)
            if let fault = try backup.integrityFaults().first {
                throw StoreError.notABackup(path: path, reason: "it is damaged: \(fault)")
            }
            let records = try backup.venues()
            if let fault = Administration.faults(in: records).first {
                throw StoreError.notABackup(path: path, reason: fault)
            }
            guard try backup.isUnchanged() else {
                throw StoreError.notABackup(path: path, reason: Administration.changedBackup)
            }
            return (backup, records)
        }
        self.place = place
    }

    /// - Parameter includingDevices: whether devices keep their tokens. A copy under another slug
    ///   gets no devices, because they belong to the original.
    /// - Throws: a line that says what to do, if a hub is running or such a venue exists. Then
    ///   nothing was made.
    package func run(
        _ selection: Selection, includingDevices: Bool
    ) throws(HubError) -> [RestoredVenue] {
        let wanted = try wanted(selection)
        return try Administration.explained {
            try place.openLocked(creating: true)
                .restore(wanted, of: backup, includingDevices: includingDevices)
        }
    }

    /// Checks the selection, before the data folder is created.
    private func wanted(_ selection: Selection) throws(HubError) -> [VenueToRestore] {
        switch selection {
        case .all: return records.map { VenueToRestore($0.slug) }
        case .one(let slug, let name):
            try Administration.explained {
                guard records.contains(where: { $0.slug == slug }) else {
                    throw StoreError.notInBackup(slug: slug, known: records.map(\.slug))
                }
                guard VenueRecord.isSlug(name ?? slug) else { throw StoreError.notASlug }
            }
            return [VenueToRestore(slug, as: name)]
        }
    }
}
