import BoardKit
import Sync

/// For every rank, the last revision that changed how many waiting parties are ahead of it.
///
/// A party that joins or leaves the queue changes the number for all ranks after its own, and one
/// that moves for those between its old and its new rank. Of all these ranges, only the latest at
/// each rank counts, so a later range replaces what it covers.
struct QueueRevisions: Sendable {
    /// Ranks after this one, up to the start of the next step, were last changed by `rev`.
    fileprivate struct Step: Sendable {
        var start: Rank
        var rev: Int
    }

    private static let unusedStepsMax = 1_024

    /// By rank. No revision has changed the ranks up to the first step's start.
    private var steps: [Step] = []
    /// The last change: its revision, and the ranks after the first one, up to the last one, if any.
    private(set) var last: (rev: Int, first: Rank, last: Rank?)?

    /// The last revision that changed the number for a rank; 0 if none did.
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

    /// Forgets the ranks that no party has. Does nothing as long as there are few of them.
    ///
    /// - Parameter places: all parties whose ranks may be asked for.
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

    /// The index of the step that a rank belongs to.
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
