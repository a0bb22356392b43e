import Dispatch
package import Store
package import Sync
import Transport

/// Which venues there are, and on which loop each lives. A venue lives on one loop: its order is the
/// order of that loop.
///
/// Safe from any loop. Venues are never taken away, so what was once found stays true; one that a
/// command adds beside the running hub is looked up, away from the loops, when somebody first asks
/// for it.
package final class VenueDirectory: Sendable {
    private let store: Store
    private let loops: [VenueLoop]
    private let places: Locked<[String: VenuePlace]>
    private let queue = DispatchQueue(label: "tablecast.directory")

    /// - Parameter known: all that there are, in the order in which they were made.
    package init(_ known: [VenueRecord], store: Store, loops: [VenueLoop]) {
        self.store = store
        self.loops = loops
        var places: [String: VenuePlace] = [:]
        for (index, record) in known.enumerated() {
            places[record.slug] = VenuePlace(record: record, index: index)
        }
        self.places = Locked(places)
    }

    /// Waits until nothing is being looked up.
    package func finish() { queue.sync {} }

    /// The venue of this slug; `nil` when there is none, or it was not looked up.
    package func record(of slug: String) -> VenueRecord? { places.with { $0[slug] }?.record }

    /// Whether there may be a venue of this slug that has to be looked up.
    package func mayLackRecord(of slug: String) -> Bool {
        VenueRecord.isSlug(slug) && record(of: slug) == nil
    }

    /// Looks venues up, and calls back with the slugs that are no venue's.
    package func lookUp(_ slugs: Set<String>, _ done: @escaping StoreAnswer<Set<String>>) {
        if slugs.isEmpty { return done(.success([])) }
        queue.async { [self] in
            done(
                Result { () throws(StoreError) in
                    var absent: Set<String> = []
                    for slug in slugs {
                        if let place = try store.place(of: slug) {
                            places.with { $0[slug] = place }
                        } else {
                            absent.insert(slug)
                        }
                    }
                    return absent
                })
        }
    }

    /// Where the venue of this slug lives: they take the loops in turns, in the order in which they
    /// were made, so each has the same one after every start. What is no venue lives nowhere, and is
    /// answered for on the first loop.
    package func loop(of slug: String) -> VenueLoop { loops[loopIndex(of: slug)] }

    /// The same, as the loop's place among all of them.
    package func loopIndex(of slug: String) -> Int {
        (places.with { $0[slug] }?.index ?? 0) % loops.count
    }
}
