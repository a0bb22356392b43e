import DequeModule

/// How long an event took, from the moment when the bytes that asked for it were read.
struct EventJourney: Sendable {
    var receivedAt: Duration
    /// Until it was on the disk.
    var durableAfter: Duration?
    /// Until its diffs were handed to the sockets of all who watch.
    var handedOverAfter: Duration?
}

/// The journeys of a venue's last events, those under way included.
struct EventJourneys {
    private static let keptMax = 1_000

    /// Of consecutive revisions, the last one `lastRev`.
    private var journeys: Deque<EventJourney> = []
    private var lastRev: Int
    private var durableRev: Int
    private var handedOverRev: Int

    /// - Parameter rev: the last revision that there is.
    init(after rev: Int) {
        lastRev = rev
        durableRev = rev
        handedOverRev = rev
    }

    /// `nil` when it was too long ago, or before the hub was started.
    subscript(rev: Int) -> EventJourney? {
        let index = index(of: rev)
        return journeys.indices.contains(index) ? journeys[index] : nil
    }

    private func index(of rev: Int) -> Int { journeys.count - 1 - (lastRev - rev) }

    /// Events up to `rev` have been decided.
    mutating func received(through rev: Int, at now: Duration) {
        while lastRev < rev {
            journeys.append(EventJourney(receivedAt: now))
            lastRev += 1
        }
        while journeys.count > Self.keptMax, index(of: handedOverRev) > 0 {
            journeys.removeFirst()
        }
    }

    mutating func durable(through rev: Int, at now: Duration) {
        for rev in durableRev..<max(rev, durableRev) {
            let index = index(of: rev + 1)
            journeys[index].durableAfter = now - journeys[index].receivedAt
        }
        durableRev = max(rev, durableRev)
    }

    /// - Returns: the journeys that have come to their end.
    mutating func handedOver(through rev: Int, at now: Duration) -> [EventJourney] {
        let ended = (handedOverRev..<max(rev, handedOverRev)).map { rev in
            let index = index(of: rev + 1)
            journeys[index].handedOverAfter = now - journeys[index].receivedAt
            return journeys[index]
        }
        handedOverRev = max(rev, handedOverRev)
        return ended
    }

    /// What is not durable has not happened.
    mutating func takeBack() {
        journeys.removeLast(lastRev - durableRev)
        lastRev = durableRev
    }
}
