import DequeModule
import JSON
package import Sync

/// A mutation that was rejected, and when: no event came of it, so it has no revision of its own.
package struct RecentRejection: Sendable {
    /// Counts the rejections since the hub began, from 0.
    package var number: Int
    /// The last revision before it.
    package var afterRev: Int
    package var mutation: Mutation
    package var rejection: Rejection
    package var actor: Actor
    package var at: Instant
}

/// The last rejections of a venue, in memory only, for whoever asks later what was tried.
package struct RecentRejections {
    static let countMax = 1_000
    /// What was asked for with more than this is kept without its arguments.
    private static let argumentsBytesMax = 4_096

    /// Of consecutive numbers.
    private var rejections: Deque<RecentRejection> = []
    private(set) var nextNumber = 0

    /// Of somebody's refusals for haste in a row the first is kept: the others say nothing more, and
    /// would take the place of all else.
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

    /// The number of the first one that came after this revision.
    package func firstNumber(after rev: Int) -> Int {
        rejections.first { $0.afterRev >= rev }?.number ?? nextNumber
    }

    /// Those from this number on.
    package func from(_ number: Int) -> some Sequence<RecentRejection> {
        rejections.dropFirst(max(0, number - (nextNumber - rejections.count)))
    }
}
