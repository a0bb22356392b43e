import Store
import Sync
import Transport

/// Which venues there are, and on which loop each lives. A venue lives on one loop: its order is the
/// order of that loop.
///
/// Safe from any loop. Venues are never taken away, so what was once found stays true; one that a
/// command adds beside the running hub is found when somebody first asks for it.
final class VenueDirectory: Sendable {
    static let defaultSlug = "main"

    private let store: Store
    let workers: [Worker]
    private let records: Locked<[String: VenueRecord]>

    init(_ known: [VenueRecord], store: Store, workers: [Worker]) {
        self.store = store
        self.workers = workers
        records = Locked(Dictionary(uniqueKeysWithValues: known.map { ($0.slug, $0) }))
    }

    /// - Throws: what the disk says, when the venue is not known yet.
    func record(of slug: String) throws(StoreError) -> VenueRecord? {
        if let known = records.with({ $0[slug] }) { return known }
        guard VenueRecord.isSlug(slug), let found = try store.venue(slug) else { return nil }
        records.with { $0[slug] = found }
        return found
    }

    /// Where the venue of this slug lives, or would live.
    func worker(of slug: String) -> Worker {
        workers[Int(UInt(bitPattern: slug.hashValue) % UInt(workers.count))]
    }
}
