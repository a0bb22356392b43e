public import BoardKit
import Clocks
import Operations
import Store
import Sync
public import Terminal
import Transport
import Venues

/// Imports a file of another system by the importer of a board. The hub must not be running on the
/// folder meanwhile.
public struct BoardImport {
    private let importer: any BoardImporter
    private let store: Store
    private let slug: String
    private let boards: BoardRegistry

    /// Opens and locks the data folder.
    ///
    /// - Parameters:
    ///   - venue: the slug of the venue that the import goes to.
    ///   - boards: those of this version.
    /// - Throws: an error of one line that says what to do: there is no such folder, or a hub is
    ///   running on it.
    public init(
        by importer: any BoardImporter, dataFolder: String, venue: String,
        boards: BoardRegistry
    ) throws(HubError) {
        self.importer = importer
        store = try Administration.explained { () throws(StoreError) in
            let store = try Store(folder: dataFolder, creating: false)
            try store.lock()
            return store
        }
        slug = venue
        self.boards = boards
    }

    public func run(_ bytes: consuming [UInt8]) throws(HubError) -> ImportReport {
        let record = try Administration.explained { () throws(StoreError) in
            try store.venues().first { $0.slug == slug }
        }
        guard let record else { throw HubError("There is no venue \(slug) in this folder.") }
        var venue = try Administration.explained { () throws(StoreError) in
            try VenueFactory.open(
                record, journal: StoredJournal(answeringAtOnce: store), boards: boards,
                recall: { [store] in try store.recall($0, in: record.slug) })
        }
        let report = importer.run(consume bytes, into: &venue, at: WallClock.now)
        if let batch = venue.takeBatch() { try write(batch) }
        return report
    }

    /// Writes everything in one transaction, so an import is complete or does not happen.
    private func write(_ batch: JournalBatch) throws(HubError) {
        let journal = StoredJournal(answeringAtOnce: store)
        try Administration.explained { () throws(StoreError) in
            try awaitAnswer { journal.append(batch, completion: $0) }
        }
    }
}
