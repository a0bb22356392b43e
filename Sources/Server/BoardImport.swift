public import Boards
import Clocks
import Operations
import Store
import Sync
public import Terminal
import Transport
import Venues

/// Takes over what another system kept, from a file of it, by the importer of a board. The hub must
/// not be running on the folder meanwhile.
public struct BoardImport {
    private let importer: BoardImporter
    private let store: Store
    private let slug: String

    /// - Parameter name: the importer's: `restaurantqueue`.
    /// - Throws: one line that says what to do: no such folder, a hub is running on it.
    public init(of name: String, dataFolder: String, venue: String) throws(HubError) {
        let importers = BoardRegistry.shipped.modules.flatMap(\.importers)
        guard let importer = importers.first(where: { $0.name == name }) else {
            throw HubError("No board takes over what \(name) kept.")
        }
        self.importer = importer
        store = try Administration.explained { () throws(StoreError) in
            let store = try Store(folder: dataFolder, creating: false)
            try store.lock()
            return store
        }
        slug = venue
    }

    public func run(_ bytes: [UInt8]) throws(HubError) -> ImportReport {
        let record = try Administration.explained { () throws(StoreError) in
            try store.venues().first { $0.slug == slug }
        }
        guard let record else { throw HubError("There is no venue \(slug) in this folder.") }
        var venue = try Administration.explained { () throws(StoreError) in
            try VenueFactory.open(
                record, journal: StoredJournal(answeringAtOnce: store),
                recall: { [store] in try store.recall($0, in: record.slug) })
        }
        let report = importer.run(bytes, &venue, WallClock.now)
        if let batch = venue.takeBatch() { try write(batch) }
        return report
    }

    /// All in one transaction: an import goes in whole, or not at all.
    private func write(_ batch: JournalBatch) throws(HubError) {
        let journal = StoredJournal(answeringAtOnce: store)
        try Administration.explained { () throws(StoreError) in
            try awaitAnswer { journal.append(batch, completion: $0) }
        }
    }
}
