import DequeModule
import JSON
package import Sync

/// A rejected mutation, which has no revision because it made no event.
package struct RecentRejection: Sendable {
    /// The number of rejections before it since the hub started.
    package var number: Int
    /// The last revision before the rejection.
    package var afterRev: Int
    package var mutation: Mutation
    package var rejection: Rejection
    package var actor: Actor
    package var at: Instant
}

/// The last rejections of a venue, in memory only.
package struct RecentRejections {
    static let countMax = 1_000
    /// The maximum size of a mutation's arguments in bytes. Larger ones are left out.
    private static let argumentsBytesMax = 4_096

    /// The last rejections, without gaps in their numbers.
    private var rejections: Deque<RecentRejection> = []
    private(set) var nextNumber = 0

    /// Adds a rejection. Of successive rate-limit rejections of one actor, keeps only the first:
    /// the others say nothing new, and would displace other rejections.
    mutating func add(
        _ mutation: Mutation, _ rejection: Rejection, actor: Actor, at instant: Instant,
        after rev: Int
    ) {
        if rejection.code == .rateLimited, let last = rejections.last, last.actor == actor,
            last.rejection.code == .rateLimited
        {
            return
        }
        var mutation = mutation
        let bytes = JSON.object(mutation.arguments).canonical.count
        if bytes > Self.argumentsBytesMax { mutation.arguments = [:] }
        if rejections.count == Self.countMax { rejections.removeFirst() }
        rejections.append(
            RecentRejection(
                number: nextNumber, afterRev: rev, mutation: mutation, rejection: rejection,
                actor: actor, at: instant))
        nextNumber += 1
    }

    /// Returns the number of the first rejection after a revision.
    package func firstNumber(after rev: Int) -> Int {
        rejections.first { $0.afterRev >= rev }?.number ?? nextNumber
    }

    /// Returns the rejections from a number on.
    package func from(_ number: Int) -> some Sequence<RecentRejection> {
        rejections.dropFirst(max(0, number - (nextNumber - rejections.count)))
    }
}
