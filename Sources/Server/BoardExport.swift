package import BoardKit
import Operations
package import Storage
import Sync
package import Terminal
import Venues

/// Exports a part of a venue by a board's exporter. Can run while the hub is running.
package enum BoardExport {
    /// - Parameters:
    ///   - place: the data folder.
    ///   - slug: the slug of the venue.
    ///   - boards: the boards of this version.
    /// - Throws: an error of one line that says what to do: there is no such folder.
    package static func run(
        by exporter: any BoardExporter.Type, from place: any StoragePlace, venue slug: String,
        boards: BoardRegistry
    ) throws(HubError) -> [UInt8] {
        let storage = try Administration.explained { try place.open(creating: false) }
        guard let content = exporter.run(try storage.openVenue(slug, boards: boards)) else {
            throw HubError("The venue \(slug) has nothing of this kind.")
        }
        return content
    }
}

extension HubStorage {
    /// Opens a venue for a command. Its boards may look up what the journal has recorded.
    func openVenue(_ slug: String, boards: BoardRegistry) throws(HubError) -> Venue {
        try Administration.explained {
            guard let record = try venue(slug) else { throw StoreError.noVenue(slug: slug) }
            return try VenueFactory.open(
                record, journal: self, boards: boards, recall: { try self.recall($0, in: slug) })
        }
    }
}
