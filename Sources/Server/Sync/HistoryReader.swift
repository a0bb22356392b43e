import Dispatch
import Store
import Sync
import Transport

/// Reads what has long been in the journal, away from the loops: a reader of years must not hold up
/// the evening's tablets.
final class HistoryReader: Sendable {
    private let store: Store
    private let queue = DispatchQueue(label: "tablecast.history")
    /// Of its own, so that a long way back holds up nobody who follows.
    private let pastQueue = DispatchQueue(label: "tablecast.past")
    private let pastVenues = Locked(PastVenues())

    /// A page is what one read brings.
    static let pageEventsMax = 500
    static let pageBytesMax = 262_144

    init(store: Store) { self.store = store }

    /// The copies reach for the store, which is free for another hub from here on.
    deinit { pastVenues.with { $0 = PastVenues() } }

    /// Waits until what was asked for is done: then the store is free for another hub.
    func finish() { queue.sync {} }

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

    /// Reads which devices a venue has, and whether it asks for a PIN.
    func devices(
        of venue: String, on worker: Worker,
        _ done: @escaping @Sendable (Station, Result<KnownDevices, StoreError>) -> Void
    ) {
        queue.async { [store] in
            let result = Result { () throws(StoreError) in
                KnownDevices(
                    devices: try store.devices(in: venue), hasPIN: try store.hasPIN(venue),
                    webhook: try store.webhook(of: venue))
            }
            worker.perform { station in done(station, result) }
        }
    }

    /// Reads a venue as it was, and hands over on the worker's loop what was read.
    ///
    /// - Parameters:
    ///   - fresh: the venue before any event.
    ///   - end: the last revision that there is.
    ///   - read: looks at the venue, or goes on with it; away from the loops.
    func past<Answer: Sendable>(
        _ fresh: Venue, at rev: Int, end: Int, on worker: Worker,
        _ read: @escaping @Sendable (inout Venue, Store) throws(StoreError) -> Answer,
        _ done: @escaping @Sendable (Station, Result<Answer, StoreError>) -> Void
    ) {
        pastQueue.async { [self] in
            let result = Result { () throws(StoreError) in
                var venue = try venue(fresh, at: rev, end: end)
                return try read(&venue, store)
            }
            worker.perform { station in done(station, result) }
        }
    }

    private func venue(_ fresh: Venue, at rev: Int, end: Int) throws(StoreError) -> Venue {
        let record = fresh.record
        var venue =
            pastVenues.with { $0.nearest(to: rev, of: record, at: EventLoop.monotonicNow) }
            ?? fresh
        for stop in PastVenues.stops(after: venue.rev, through: rev, end: end) {
            let start = venue.rev
            try venue.replay { (body: (Event) -> Void) throws(StoreError) in
                try store.replay(record.slug, after: start, through: stop.rev, body)
            }
            pastVenues.with { [venue] in
                $0.keep(venue, isLandmark: stop.isLandmark, at: EventLoop.monotonicNow)
            }
        }
        letGoLater()
        return venue
    }

    /// Whoever leafs through the past is back soon, or not at all.
    private func letGoLater() {
        let timeout = PastVenues.idleTimeout
        pastQueue.asyncAfter(deadline: .now() + .seconds(Int(timeout.components.seconds))) {
            [pastVenues] in
            pastVenues.with { $0.letGo(usedBefore: EventLoop.monotonicNow - timeout) }
        }
    }
}
