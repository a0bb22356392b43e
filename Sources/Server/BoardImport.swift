public import BoardKit
import Clocks
import Operations
package import Storage
import Sync
public import Terminal
import Transport
import Venues

/// Imports another system's file by a board's importer. The hub must not be running on the folder
/// meanwhile.
public struct BoardImport {
    private let importer: any BoardImporter
    private let storage: any HubStorage
    private let slug: String
    private let boards: BoardRegistry

    /// Opens and locks the data folder.
    ///
    /// - Parameters:
    ///   - venue: the slug of the venue that the import goes to.
    ///   - boards: the boards of this version.
    /// - Throws: an error of one line that says what to do: there is no such folder, or a hub is
    ///   running on it.
    package init(
        by importer: any BoardImporter, into place: any StoragePlace, venue: String,
        boards: BoardRegistry
    ) throws(HubError) {
        self.importer = importer
        storage = try Administration.explained { try place.openLocked(creating: false) }
        slug = venue
        self.boards = boards
    }

    public func run(_ bytes: consuming [UInt8]) throws(HubError) -> ImportReport {
        var venue = try storage.openVenue(slug, boards: boards)
        let report = importer.run(consume bytes, into: &venue, at: WallClock.now)
        // Everything in one transaction, so an import is complete or does not happen.
        if let batch = venue.takeBatch() {
            try Administration.explained { try storage.append(batch) }
        }
        return report
    }
}
