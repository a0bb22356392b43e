import BoardKit
import Sync

/// For every rank, the last revision that changed the number of waiting parties ahead of it.
///
/// A party that joins or leaves the queue changes the number for all later ranks. A party that
/// moves changes it for the ranks between its old and its new one. Only the latest of these ranges
/// counts at each rank, so a later range replaces the ranges that it covers.
struct QueueRevisions: Sendable {
    /// The ranks after `start`, up to the start of the next step. `rev` last changed them.
    fileprivate struct Step: Sendable {
        var start: Rank
        var rev: Int
    }

    private static let unusedStepsMax = 1_024

    /// The steps by rank. No revision has changed the ranks up to the first step's start.
    private var steps: [Step] = []
    /// The last change: its revision, and the ranks after `first` that it affects. The last of them
    /// is `last`; without it, all later ranks are affected.
    private(set) var last: (rev: Int, first: Rank, last: Rank?)?

    /// Returns the last revision that changed the number for a rank, or 0 if none did.
    subscript(rank: Rank) -> Int { step(of: rank).map { steps[$0].rev } ?? 0 }

    /// Records that a waiting party joined (`old` is `nil`), left (`new` is `nil`), or moved.
    mutating func change(from old: Rank?, to new: Rank?, at rev: Int) {
        guard let first = [old, new].compactMap({ $0 }).min() else { return }
        var end: Rank?
        if let old, let new { end = max(old, new) }
        last = (rev, first, end)
        let covered = steps.partitionPoint { $0.start >= first }
        let changed = Step(start: first, rev: rev)
        guard let end else {
            steps.replaceSubrange(covered..., with: [changed])
            return
        }
        // The ranks after the range keep their revision.
        let next = steps.partitionPoint { $0.start > end }
        let following = Step(start: end, rev: next > 0 ? steps[next - 1].rev : 0)
        steps.replaceSubrange(covered..<next, with: [changed, following])
    }

    /// Forgets the unused ranks. Does nothing as long as there are few of them.
    ///
    /// - Parameter places: all parties whose ranks may be looked up.
    mutating func prune(keeping places: RankOrder<PartyID>) {
        guard steps.count > Self.unusedStepsMax + 2 * places.count else { return }
        var kept: [Step] = []
        for place in places {
            guard let index = step(of: place.rank), kept.last?.start != steps[index].start else {
                continue
            }
            kept.append(steps[index])
        }
        steps = kept
    }

    private func step(of rank: Rank) -> Int? {
        let index = steps.partitionPoint { $0.start >= rank }
        return index > 0 ? index - 1 : nil
    }
}

extension QueueRevisions {
    func write(to writer: inout StateWriter) { writer.write(steps) }

    init(from reader: inout StateReader) throws(StateError) {
        steps = try reader.read()
        guard zip(steps, steps.dropFirst()).allSatisfy({ $0.start < $1.start }) else {
            throw StateError("ranks are out of order")
        }
    }
}

extension QueueRevisions.Step: SavedFields {
    static let blank = Self(start: Rank(lastAt: 1), rev: 0)

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&start, old.start)
        try fields(&rev, old.rev)
    }
}
