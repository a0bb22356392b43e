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
        let record = try Administration.explained { () throws(StoreError) in
            try storage.venues().first { $0.slug == slug }
        }
        guard let record else { throw HubError("There is no venue \(slug) in this folder.") }
        let journal = storage.blockingJournal
        let venue = try Administration.explained { () throws(StoreError) in
            try VenueFactory.open(
                record, journal: journal, boards: boards,
                recall: { id in try awaitAnswer { journal.recall(id, in: record.slug, $0) } })
        }
        guard let content = exporter.run(venue) else {
            throw HubError("The venue \(slug) has nothing of this kind.")
        }
        return content
    }
}
