import DequeModule

/// The durations of an event, counted from reading the bytes of its request.
package struct EventJourney: Sendable, Equatable {
    /// The time until it was on the disk.
    package var durableAfter: Duration
    /// The time until its diffs were handed to the sockets of all watchers.
    package var handedOverAfter: Duration
}

/// The events of a venue that are decided but not handed over yet.
package struct EventJourneys {
    private struct UnderWay {
        var receivedAt: Duration
        /// `nil` until it is on the disk.
        var durableAfter: Duration?
    }

    /// Events with consecutive revisions, beginning after `handedOverRev`.
    private var underWay: Deque<UnderWay> = []
    package private(set) var handedOverRev: Int
    private var durableRev: Int

    /// - Parameter rev: the venue's last revision.
    package init(after rev: Int) {
        handedOverRev = rev
        durableRev = rev
    }

    package var isEmpty: Bool { underWay.isEmpty }

    /// Records that events up to `rev` have been decided.
    package mutating func received(through rev: Int, at now: Duration) {
        while handedOverRev + underWay.count < rev { underWay.append(UnderWay(receivedAt: now)) }
    }

    package mutating func durable(through rev: Int, at now: Duration) {
        while durableRev < rev {
            let index = durableRev - handedOverRev
            underWay[index].durableAfter = now - underWay[index].receivedAt
            durableRev += 1
        }
    }

    /// Ends the journeys of the events up to a revision. An event that is not durable, and those
    /// after it, stay under way.
    ///
    /// - Parameters:
    ///   - rev: the last revision that was handed over.
    ///   - now: the current time, by the clock that was given to `received(through:at:)`.
    /// - Returns: the journeys that ended, in the order of their revisions.
    package mutating func handedOver(through rev: Int, at now: Duration) -> [EventJourney] {
        var ended: [EventJourney] = []
        while handedOverRev < rev, let event = underWay.first, let time = event.durableAfter {
            ended.append(
                EventJourney(durableAfter: time, handedOverAfter: now - event.receivedAt))
            underWay.removeFirst()
            handedOverRev += 1
        }
        return ended
    }

    /// Drops the events that are not durable, because the journal failed.
    package mutating func takeBack() {
        underWay.removeLast(underWay.count - (durableRev - handedOverRev))
    }
}
