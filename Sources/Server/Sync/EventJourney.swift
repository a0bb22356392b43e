import DequeModule

/// How long an event took, from the moment when the bytes that asked for it were read.
struct EventJourney: Sendable, Equatable {
    /// Until it was on the disk.
    var durableAfter: Duration
    /// Until its diffs were handed to the sockets of all who watch.
    var handedOverAfter: Duration
}

/// The events of a venue that are under way: decided, and not yet handed over.
struct EventJourneys {
    private struct UnderWay {
        var receivedAt: Duration
        /// `nil` before it is on the disk.
        var durableAfter: Duration?
    }

    /// Of consecutive revisions, the first one after `handedOverRev`.
    private var underWay: Deque<UnderWay> = []
    private(set) var handedOverRev: Int
    private var durableRev: Int

    /// - Parameter rev: the last revision that there is.
    init(after rev: Int) {
        handedOverRev = rev
        durableRev = rev
    }

    var isEmpty: Bool { underWay.isEmpty }

    /// Events up to `rev` have been decided.
    mutating func received(through rev: Int, at now: Duration) {
        while handedOverRev + underWay.count < rev { underWay.append(UnderWay(receivedAt: now)) }
    }

    mutating func durable(through rev: Int, at now: Duration) {
        while durableRev < rev {
            let index = durableRev - handedOverRev
            underWay[index].durableAfter = now - underWay[index].receivedAt
            durableRev += 1
        }
    }

    /// - Parameter rev: the last one shown; it is durable.
    /// - Returns: the journeys that have come to their end.
    mutating func handedOver(through rev: Int, at now: Duration) -> [EventJourney] {
        var ended: [EventJourney] = []
        while handedOverRev < rev, let event = underWay.first, let time = event.durableAfter {
            ended.append(
                EventJourney(durableAfter: time, handedOverAfter: now - event.receivedAt))
            underWay.removeFirst()
            handedOverRev += 1
        }
        return ended
    }

    /// What is not durable has not happened.
    mutating func takeBack() {
        underWay.removeLast(underWay.count - (durableRev - handedOverRev))
    }
}
