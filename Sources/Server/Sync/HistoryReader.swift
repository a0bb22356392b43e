import Dispatch
import Store
import Sync

/// Reads what has long been in the journal, away from the loops: a reader of years must not hold up
/// the evening's tablets.
final class HistoryReader: Sendable {
    private let store: Store
    private let queue = DispatchQueue(label: "tablecast.history")

    /// A page is what one read brings.
    static let pageEventsMax = 500
    static let pageBytesMax = 262_144

    init(store: Store) { self.store = store }

    /// Reads the events after a revision, and hands them over on the worker's loop.
    func events(
        of venue: String, after rev: Int, on worker: Worker,
        _ done: @escaping @Sendable (Station, Result<[Event], StoreError>) -> Void
    ) {
        queue.async { [store] in
            let result = Result { () throws(StoreError) in
                try store.events(
                    of: venue, after: rev, limit: Self.pageEventsMax, bytesMax: Self.pageBytesMax)
            }
            worker.perform { station in done(station, result) }
        }
    }

    /// Reads which devices a venue has.
    func devices(
        of venue: String, on worker: Worker,
        _ done: @escaping @Sendable (Station, Result<[Device], StoreError>) -> Void
    ) {
        queue.async { [store] in
            let result = Result { () throws(StoreError) in try store.devices(in: venue) }
            worker.perform { station in done(station, result) }
        }
    }

    /// Finds out whether the journal can be written again, and says so on the worker's loop.
    func probe(on worker: Worker, _ done: @escaping @Sendable (Station, Bool) -> Void) {
        queue.async { [store] in
            let isWritable = (try? store.probe()) != nil
            worker.perform { station in done(station, isWritable) }
        }
    }

    /// Writes down that a device is there. That it could not be, the next day's try will mend.
    func noteSeen(device: String, now: Instant) {
        queue.async { [store] in try? store.noteSeen(device: device, now: now) }
    }

    /// Brings a fresh copy of a venue to a revision of the past.
    func venue(
        _ fresh: Venue, through rev: Int, on worker: Worker,
        _ done: @escaping @Sendable (Station, Result<Venue, StoreError>) -> Void
    ) {
        let slug = fresh.record.slug
        queue.async { [store] in
            let result = Result { () throws(StoreError) -> Venue in
                var venue = fresh
                try venue.replay { (body: (Event) -> Void) throws(StoreError) in
                    try store.replay(slug, through: rev, body)
                }
                return venue
            }
            worker.perform { station in done(station, result) }
        }
    }
}
