import DequeModule
package import Metrics
package import Sync
package import Transport

/// The facts about an event that the journal does not keep.
package struct RecentEvent: Sendable {
    /// The origin of the request for the event; `nil` if the event was due at a time.
    package var origin: Origin?
    /// The requested action: `waitlist.call_next`.
    package var action: String?
    /// The times of the event's way through the hub; `nil` while it is under way.
    package var journey: EventJourney?

    /// The way and the address by which a mutation came.
    package struct Origin: Sendable, Hashable {
        package enum Way: String, Sendable {
            case webSocket = "websocket"
            case http
        }

        package var way: Way
        /// `nil` if the address is unknown, or belongs to a guest.
        package var address: SocketAddress?

        package init(way: Way, address: SocketAddress? = nil) {
            self.way = way
            self.address = address
        }

        /// Returns the origin without the addresses of guests, which even engineers may not see.
        package func kept(for role: Role) -> Origin {
            role == .guest ? Origin(way: way) : self
        }
    }
}

/// The last events of a venue, in memory only. Earlier events, and those before a restart, have
/// only the journal's data.
package struct RecentEvents {
    static let countMax = 10_000

    /// The events up to `lastRev`, without gaps.
    private var events: Deque<RecentEvent> = []
    private var lastRev: Int

    /// - Parameter rev: the last revision of the venue.
    init(after rev: Int) { lastRev = rev }

    package subscript(rev: Int) -> RecentEvent? { index(of: rev).map { events[$0] } }

    private func index(of rev: Int) -> Int? {
        let index = events.count - 1 - (lastRev - rev)
        return events.indices.contains(index) ? index : nil
    }

    /// Notes that the events up to `rev` were decided.
    mutating func decided(
        through rev: Int, from origin: @autoclosure () -> RecentEvent.Origin?
    ) {
        guard lastRev < rev else { return }
        let origin = origin()
        while lastRev < rev {
            if events.count == Self.countMax { events.removeFirst() }
            events.append(RecentEvent(origin: origin))
            lastRev += 1
        }
    }

    mutating func published(_ rev: Int, askedAs action: String?) {
        if let index = index(of: rev) { events[index].action = action }
    }

    /// Notes the journeys of events that have ended.
    ///
    /// - Parameter journeys: the journeys of the events up to `rev`, without gaps.
    mutating func ended(_ journeys: [EventJourney], through rev: Int) {
        for (offset, journey) in journeys.enumerated() {
            guard let index = index(of: rev - journeys.count + 1 + offset) else { continue }
            events[index].journey = journey
        }
    }

    /// Removes the events after `rev`, which were revoked.
    mutating func takeBack(to rev: Int) {
        guard rev < lastRev else { return }
        events.removeLast(min(events.count, lastRev - rev))
        lastRev = rev
    }
}
