import Sync

/// When each guest's own document last changed, without looking at every guest at every event.
///
/// What a guest's document shows of the party itself changes by the party's own events only; for
/// those the revision is kept. What it shows of the others is how many wait before it: for that
/// there is a log of all changes of the queue, which is looked through from its end back to the
/// party's own last change, when somebody asks.
struct GuestViews: Sendable {
    fileprivate struct QueueChange: Sendable {
        var rev: Int
        var old: Rank?
        var new: Rank?

        func passes(_ rank: Rank) -> Bool {
            (old.map { $0 < rank } ?? false) != (new.map { $0 < rank } ?? false)
        }
    }

    fileprivate struct Mark: Sendable {
        /// The last revision that changed the document, as far as is known.
        var changedRev: Int
        /// Up to here the log has been regarded.
        var settledRev: Int
    }

    /// All that one guest's document shows.
    struct Picture: Sendable {
        var party: Party
        /// How many wait before it; `nil` when it has left.
        var ahead: Int?

        func looksLike(_ other: Picture) -> Bool {
            ahead == other.ahead && party.hasSameGuestRow(as: other.party)
        }

        /// Whether it changes when the queue does.
        var dependsOnQueue: Bool { party.status == .waiting || party.status == .pending }
    }

    /// Those made or taken away since the snapshot; they count instead of the snapshot's.
    private var marks: [PartyID: Mark?] = [:]
    private var savedMarks = SavedTable()
    private var log: [QueueChange] = []

    /// A longer log takes too long to look through: time to `settle`, which looks at every party, and
    /// so is not done more often than there are parties.
    private static let logCountMin = 1024

    func isLogFull(of partyCount: Int) -> Bool { log.count > max(Self.logCountMin, partyCount) }

    mutating func logQueue(rev: Int, old: Rank?, new: Rank?) {
        log.append(QueueChange(rev: rev, old: old, new: new))
    }

    /// Remembers what an event of the party itself did to its guest's document.
    mutating func record(_ id: PartyID, rev: Int, from old: Picture?, to new: Picture?) {
        guard let new else {
            marks.updateValue(nil, forKey: id)
            return
        }
        guard let old, old.looksLike(new) else {
            marks[id] = Mark(changedRev: rev, settledRev: rev)
            return
        }
        // The log is read by the rank: what was logged before a move is settled by the old one.
        if old.party.rank != new.party.rank {
            marks[id] = Mark(changedRev: changedRev(of: id, old, before: rev), settledRev: rev)
        }
    }

    /// The last revision that changed the party's document.
    ///
    /// - Parameter rev: only what came before it counts.
    func changedRev(of id: PartyID, _ picture: Picture, before rev: Int = .max) -> Int {
        guard let mark = mark(of: id) else { return 0 }
        guard picture.dependsOnQueue else { return mark.changedRev }
        for change in log.reversed() where change.rev < rev {
            if change.rev <= mark.settledRev { break }
            if change.passes(picture.party.rank) { return change.rev }
        }
        return mark.changedRev
    }

    /// Empties the log, after all parties whose documents depend on it have been regarded.
    mutating func settle(_ pictures: [(id: PartyID, picture: Picture)], at rev: Int) {
        for (id, picture) in pictures {
            marks[id] = Mark(changedRev: changedRev(of: id, picture), settledRev: rev)
        }
        log = []
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
        writer.write(log)
    }

    init(from reader: inout StateReader) throws(StateError) {
        savedMarks = try SavedTable(from: &reader)
        log = try reader.read()
    }
}

extension GuestViews.Mark: SavedValue {
    func write(to writer: inout StateWriter) {
        writer.write(changedRev)
        writer.write(settledRev &- changedRev)
    }

    init(from reader: inout StateReader) throws(StateError) {
        changedRev = try reader.read()
        settledRev = changedRev &+ (try reader.read(Int.self))
    }

    func isSame(as other: Self) -> Bool {
        changedRev == other.changedRev && settledRev == other.settledRev
    }
}

extension GuestViews.QueueChange: SavedValue {
    func write(to writer: inout StateWriter) {
        writer.write(rev)
        writer.write(old)
        writer.write(new)
    }

    init(from reader: inout StateReader) throws(StateError) {
        rev = try reader.read()
        old = try reader.read()
        new = try reader.read()
    }

    func isSame(as other: Self) -> Bool {
        rev == other.rev && old == other.old && new == other.new
    }
}
