import BoardKit
import Sync

/// Records when each guest's document last changed, without checking every guest at every event.
///
/// The party's own part of the document changes only by the party's events, so their revision is
/// stored. The other part is the number of parties ahead. `QueueRevisions` knows its last change
/// for every rank.
struct GuestViews: Sendable {
    fileprivate struct Mark: Sendable {
        /// The last revision that is known to have changed the document.
        var changedRev: Int
        /// The revision after which changes of the queue count. Earlier ones concern a former rank
        /// of the party, or are part of `changedRev`.
        var settledRev: Int
    }

    /// The content of one guest's document.
    struct Picture: Sendable {
        var party: Party
        /// The number of parties ahead; `nil` if the party has left.
        var ahead: Int?

        /// Whether both pictures result in the same document.
        func looksLike(_ other: Picture) -> Bool {
            ahead == other.ahead && party.hasSameGuestRow(as: other.party)
        }

        /// Whether changes of the queue change the document.
        var dependsOnQueue: Bool { party.status == .waiting || party.status == .pending }
    }

    /// The marks that were set or removed (`nil`) since the snapshot.
    private var marks: [PartyID: Mark?] = [:]
    private var savedMarks = SavedTable()
    var queue = QueueRevisions()

    /// Records a change of a guest's document by an event of the party.
    ///
    /// - Parameter old: the previous document, and the last revision that changed it.
    mutating func record(
        _ id: PartyID, rev: Int, from old: (picture: Picture, changedRev: Int)?, to new: Picture?
    ) {
        guard let new else {
            marks.updateValue(nil, forKey: id)
            return
        }
        guard let old, old.picture.looksLike(new) else {
            marks[id] = Mark(changedRev: rev, settledRev: rev)
            return
        }
        if old.picture.party.rank != new.party.rank {
            marks[id] = Mark(changedRev: old.changedRev, settledRev: rev)
        }
    }

    /// Returns the last revision that changed the party's document.
    func changedRev(of id: PartyID, _ picture: Picture) -> Int {
        guard let mark = mark(of: id) else { return 0 }
        guard picture.dependsOnQueue else { return mark.changedRev }
        let queueRev = queue[picture.party.rank]
        return queueRev > mark.settledRev ? queueRev : mark.changedRev
    }

    private func mark(of id: PartyID) -> Mark? {
        if let mark = marks[id] { return mark }
        guard var reader = savedMarks[id.rev] else { return nil }
        return try? Mark(from: &reader)
    }
}

extension GuestViews {
    func write(to writer: inout StateWriter) {
        savedMarks.merged(with: marks.map { (number: $0.key.rev, record: $0.value) }) {
            mark, writer in mark.write(to: &writer)
        }.write(to: &writer)
        queue.write(to: &writer)
    }

    init(from reader: inout StateReader) throws(StateError) {
        savedMarks = try SavedTable(from: &reader)
        queue = try QueueRevisions(from: &reader)
    }
}

extension GuestViews.Mark: SavedFields {
    static let blank = Self(changedRev: 0, settledRev: 0)

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields(&changedRev, old.changedRev)
        try fields(&settledRev, old.settledRev)
    }
}
