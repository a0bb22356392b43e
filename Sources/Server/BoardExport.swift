public import BoardKit
import Operations
package import Storage
import Sync
public import Terminal
import Venues

/// Exports a part of a venue by a board's exporter. Can run while the hub is running.
public struct BoardExport {
    private let storage: any HubStorage
    private let slug: String
    private let boards: BoardRegistry

    /// Opens the data folder.
    ///
    /// - Parameters:
    ///   - venue: the slug of the venue.
    ///   - boards: the boards of this version.
    /// - Throws: an error of one line that says what to do: there is no such folder.
    package init(
        _ place: any StoragePlace, venue: String, boards: BoardRegistry
    ) throws(HubError) {
        storage = try Administration.explained { () throws(StoreError) in
            try place.open(creating: false)
        }
        slug = venue
        self.boards = boards
    }

    public func run(by exporter: any BoardExporter.Type) throws(HubError) -> [UInt8] {
        let venue = try storage.openVenue(slug, boards: boards)
        guard let content = exporter.run(venue) else {
            throw HubError("The venue \(slug) has nothing of this kind.")
        }
        return content
    }
}

extension HubStorage {
    /// Opens a venue for a command. Its boards may look up what the journal has recorded.
    func openVenue(_ slug: String, boards: BoardRegistry) throws(HubError) -> Venue {
        try Administration.explained { () throws(StoreError) in
            guard let record = try venue(slug) else { throw .noVenue(slug: slug) }
            return try VenueFactory.open(
                record, journal: self, boards: boards, recall: { try self.recall($0, in: slug) })
        }
    }
}
