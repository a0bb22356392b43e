import Dispatch
import Locks
package import Storage
package import Sync
import Transport

/// The venues, and the loop on which each lives. The order of a venue's events is the order of its
/// loop.
///
/// May be used from any loop. Venues are never removed, so a result stays valid. A venue that a
/// command adds while the hub runs is looked up at the first request, away from the loops.
package final class VenueDirectory: Sendable {
    private let registry: any VenueRegistry
    private let loops: [LoopVenuesHandle]
    private let places: Locked<[String: VenuePlace]>
    private let queue = DispatchQueue(label: "tablecast.directory")

    /// - Parameter known: all venues, in the order in which they were made.
    package init(_ known: [VenueRecord], registry: any VenueRegistry, loops: [LoopVenuesHandle]) {
        self.registry = registry
        self.loops = loops
        var places: [String: VenuePlace] = [:]
        for (index, record) in known.enumerated() {
            places[record.slug] = VenuePlace(record: record, index: index)
        }
        self.places = Locked(places)
    }

    /// Waits until no look-up is under way.
    package func finish() { queue.sync {} }

    /// Returns the venue with this slug; `nil` if it does not exist or was not looked up.
    package func record(of slug: String) -> VenueRecord? { places.with { $0[slug] }?.record }

    /// Whether the slug is valid but unknown, so that the venue must be looked up.
    package func mayLackRecord(of slug: String) -> Bool {
        places.with { $0.index(forKey: slug) == nil } && VenueRecord.isSlug(slug)
    }

    /// Looks up venues, and calls back on any thread with the slugs that belong to no venue.
    package func lookUp(_ slugs: Set<String>, _ done: @escaping StoreAnswer<Set<String>>) {
        if slugs.isEmpty { return done(.success([])) }
        queue.async { [self] in
            done(
                Result { () throws(StoreError) in
                    var absent: Set<String> = []
                    for slug in slugs {
                        if let place = try registry.place(of: slug) {
                            places.with { $0[slug] = place }
                        } else {
                            absent.insert(slug)
                        }
                    }
                    return absent
                })
        }
    }

    /// Returns the loop on which a venue lives. Venues are assigned to loops in turn, in the order
    /// in which they were made, so a venue has the same loop after every start. Requests with
    /// unknown slugs are answered on the first loop.
    package func loop(of slug: String) -> LoopVenuesHandle { loops[loopIndex(of: slug)] }

    package func loopIndex(of slug: String) -> Int {
        (places.with { $0[slug] }?.index ?? 0) % loops.count
    }
}
