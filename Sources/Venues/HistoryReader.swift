import Dispatch
import Screens
package import Store
package import Sync
package import Transport

/// Reads what has long been in the journal: a reader of years must not hold up the evening's tablets.
/// A long way back holds up nobody who follows.
package final class HistoryReader: Sendable {
    private let journal: any Journal
    private let pastQueue = DispatchQueue(label: "tablecast.past")
    private let pastVenues = Locked(PastVenues())

    /// A page is what one read brings.
    static let pageEventsMax = 500
    static let pageBytesMax = 262_144

    package init(journal: any Journal) { self.journal = journal }

    /// Reads the events after a revision, and hands them over on the loop.
    package func events(
        of venue: String, after rev: Int, on loop: EventLoop,
        _ done: @escaping StoreAnswer<[Event]>
    ) {
        journal.events(
            of: venue, after: rev, limit: Self.pageEventsMax, bytesMax: Self.pageBytesMax
        ) { result in
            loop.execute { done(result) }
        }
    }

    /// Reads a venue as it was, and hands over on the loop what was read.
    ///
    /// - Parameters:
    ///   - fresh: the venue before any event.
    ///   - end: the last revision that there is.
    ///   - read: looks at the venue, or goes on with it; away from the loops.
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
            pastVenues.with { $0.nearest(to: rev, of: record, at: EventLoop.monotonicNow) }
            ?? fresh
        for stop in PastVenues.stops(after: venue.rev, through: rev, end: end) {
            try VenueFactory.replay(
                &venue, after: venue.rev, through: stop.rev, from: journal)
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
