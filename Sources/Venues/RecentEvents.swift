import DequeModule
package import Metrics
package import Sync
package import Transport

/// What is known of an event beyond what the journal keeps.
package struct RecentEvent: Sendable {
    /// Where the request for it came from; `nil` when time has brought it about.
    package var origin: Origin?
    /// When the bytes that asked for it were read, by the loop's clock.
    package var receivedAt: Duration
    /// What it was asked for by: `waitlist.call_next`.
    package var action: String?
    /// How long it took; `nil` while it is under way.
    package var journey: EventJourney?

    /// The connection by which a mutation came.
    package struct Origin: Sendable, Hashable {
        package enum Way: String, Sendable {
            case webSocket = "websocket"
            case http
        }

        package var way: Way
        /// `nil` when it is not known, or a guest's.
        package var address: SocketAddress?

        package init(way: Way, address: SocketAddress? = nil) {
            self.way = way
            self.address = address
        }

        /// As it is kept for engineers: where guests are is nobody's business.
        package func kept(for role: Role) -> Origin {
            role == .guest ? Origin(way: way) : self
        }
    }
}

/// The last events of a venue, in memory only: after a restart, and for those before them, what the
/// journal holds is all that is known.
package struct RecentEvents {
    static let countMax = 10_000

    /// Of consecutive revisions up to `lastRev`.
    private var events: Deque<RecentEvent> = []
    private var lastRev: Int

    /// - Parameter rev: the last revision that there is.
    init(after rev: Int) { lastRev = rev }

    package subscript(rev: Int) -> RecentEvent? { index(of: rev).map { events[$0] } }

    private func index(of rev: Int) -> Int? {
        let index = events.count - 1 - (lastRev - rev)
        return events.indices.contains(index) ? index : nil
    }

    /// Events up to `rev` have been decided.
    mutating func decided(
        through rev: Int, at instant: Duration, from origin: @autoclosure () -> RecentEvent.Origin?
    ) {
        guard lastRev < rev else { return }
        let origin = origin()
        while lastRev < rev {
            if events.count == Self.countMax { events.removeFirst() }
            events.append(RecentEvent(origin: origin, receivedAt: instant))
            lastRev += 1
        }
    }

    mutating func published(_ rev: Int, askedAs action: String?) {
        if let index = index(of: rev) { events[index].action = action }
    }

    /// - Parameter journeys: of consecutive revisions up to `rev`.
    mutating func ended(_ journeys: [EventJourney], through rev: Int) {
        for (offset, journey) in journeys.enumerated() {
            guard let index = index(of: rev - journeys.count + 1 + offset) else { continue }
            events[index].journey = journey
        }
    }

    /// What comes after `rev` has not happened.
    mutating func takeBack(to rev: Int) {
        guard rev < lastRev else { return }
        events.removeLast(min(events.count, lastRev - rev))
        lastRev = rev
    }
}
