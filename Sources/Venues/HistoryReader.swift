import Dispatch
import Locks
import Screens
package import Storage
package import Sync
package import Time
package import Transport

/// Reads old events and past states from the journal, away from the loops. Past states are read on
/// a separate queue, so that a long replay does not delay clients that follow events.
package final class HistoryReader: Sendable {
    private let storage: any HubStorage
    private let events: StorageReader
    private let time: any TimeSource
    private let pastQueue = DispatchQueue(label: "tablecast.past")
    private let pastVenues = Locked(PastVenues())

    /// The maximum number of events in one read.
    static let pageEventsMax = 500
    static let pageBytesMax = 262_144

    package init(_ storage: any HubStorage, time: any TimeSource) {
        self.storage = storage
        events = StorageReader(storage, label: "tablecast.history")
        self.time = time
    }

    /// Reads the events after a revision, and passes them to `done` on the loop.
    package func events(
        of venue: String, after rev: Int, on loop: EventLoop,
        _ done: @escaping StoreAnswer<[Event]>
    ) {
        events.read { (storage) throws(StoreError) in
            try storage.events(
                of: venue, after: rev, limit: Self.pageEventsMax, bytesMax: Self.pageBytesMax)
        } answer: { result in
            loop.execute { done(result) }
        }
    }

    /// Waits until all requested events are read. Afterwards, another hub can use the engine.
    package func finish() { events.finish() }

    /// Reads the state of a venue at a revision, and passes the result of `read` to `done` on the
    /// loop.
    ///
    /// - Parameters:
    ///   - fresh: the venue before any event.
    ///   - end: the last revision of the journal.
    ///   - read: reads the venue, or replays further events. Called away from the loops.
    package func past<Answer: Sendable>(
        _ fresh: Venue, at rev: Int, end: Int, on loop: EventLoop,
        _ read: @escaping @Sendable (inout Venue) throws(StoreError) -> Answer,
        _ done: @escaping StoreAnswer<Answer>
    ) {
        pastQueue.async { [self] in
            let result = Result { () throws(StoreError) in
                var venue = try venue(fresh, at: rev, end: end)
                return try read(&venue)
            }
            loop.execute { done(result) }
        }
    }

    private func venue(_ fresh: Venue, at rev: Int, end: Int) throws(StoreError) -> Venue {
        let record = fresh.record
        var venue =
            pastVenues.with { $0.nearest(to: rev, of: record, at: time.now) }
            ?? fresh
        for stop in PastVenues.stops(after: venue.rev, through: rev, end: end) {
            try VenueFactory.replay(
                &venue, after: venue.rev, through: stop.rev, from: storage)
            pastVenues.with { [venue] in
                $0.keep(venue, isLandmark: stop.isLandmark, at: time.now)
            }
        }
        letGoLater()
        return venue
    }

    /// Releases unused copies after a while. People who browse the past come back soon, or not at
    /// all.
    private func letGoLater() {
        let timeout = PastVenues.idleTimeout
        time.call(after: timeout, on: pastQueue) { [pastVenues, time] in
            pastVenues.with { $0.letGo(usedBefore: time.now - timeout) }
        }
    }
}
