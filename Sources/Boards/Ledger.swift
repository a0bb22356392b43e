import Sync

/// What a board knows of its things, and all that ever happened to each: what it takes to undo any
/// event at any later time.
///
/// An undo is an event like the others and can be undone itself. At any time each event is either
/// in force or undone; undoing one turns it over, and with it what it had turned over itself.
struct Ledger<ID: RevisionID, State: Sendable>: Sendable {
    /// A state that many changes may share: it never changes, and is never copied either.
    private final class Snapshot: Sendable {
        let state: State

        init(_ state: State) { self.state = state }
    }

    private struct Change: Sendable {
        var rev: Int
        /// `nil` when the thing was not there before.
        var before: Snapshot?
        /// The event that this one took back.
        var undoes: Int?
        var isUndone = false
        /// Brought about by time, not by anybody.
        var isByClock: Bool
    }

    private struct Record: Sendable {
        /// `nil` while the event that made the thing is undone.
        var now: Snapshot?
        var changes: [Change] = []

        func index(of rev: Int) -> Int? {
            let index = changes.partitionPoint { $0.rev >= rev }
            return index < changes.count && changes[index].rev == rev ? index : nil
        }

        mutating func append(_ event: Event, undoes: Int?, state: State?) {
            changes.append(
                Change(
                    rev: event.rev, before: now, undoes: undoes,
                    isByClock: event.actor == Event.clock))
            now = state.map(Snapshot.init)
            if let undoes { turnOver(undoes) }
        }

        /// An event that was in force is undone, or the other way round, and so on along the chain
        /// of what it had undone itself. The chain ends: each link is earlier than the one before.
        private mutating func turnOver(_ rev: Int) {
            var target: Int? = rev
            while let rev = target, let index = index(of: rev) {
                changes[index].isUndone.toggle()
                target = changes[index].undoes.flatMap { $0 < rev ? $0 : nil }
            }
        }
    }

    private struct Entry: Sendable {
        var rev: Int
        /// `nil` when the event is nothing's in particular.
        var id: ID?
    }

    private var records: [ID: Record] = [:]
    /// Every event of the board, in the order of revisions.
    private var entries: [Entry] = []

    /// The revision of the board's last event.
    var lastRev: Int { entries.last?.rev ?? 0 }

    /// The thing as it is now; `nil` when it never was, or as good as never.
    subscript(id: ID) -> State? { records[id]?.now?.state }

    /// Whether there ever was an event of this thing.
    func knows(_ id: ID) -> Bool { records[id] != nil }

    /// The last event of the thing.
    func lastRev(of id: ID) -> Int { records[id]?.changes.last?.rev ?? 0 }

    /// Remembers an event that is nothing's in particular.
    mutating func record(rev: Int) { entries.append(Entry(rev: rev, id: nil)) }

    /// Remembers an event, and what its thing is from then on.
    ///
    /// - Parameter undoes: the event that it took back; it has to be an earlier one.
    mutating func record(_ event: Event, of id: ID, undoes: Int? = nil, state: State?) {
        entries.append(Entry(rev: event.rev, id: id))
        records[id, default: Record()].append(event, undoes: undoes, state: state)
    }

    /// Whose event this is; throws when the board has no such event, or it is nobody's to undo.
    func thing(ofEvent rev: Int) throws(Rejection) -> ID? {
        guard let entry = entry(of: rev) else {
            throw Rejection(.notFound, "This board has no event of that revision")
        }
        return entry.id
    }

    /// What undoing an event makes of its thing; throws when something later depends on it.
    func stateBefore(_ rev: Int, of id: ID) throws(Rejection) -> State? {
        guard let record = records[id], let index = record.index(of: rev) else {
            throw Rejection(.notFound, "This board has no event of that revision")
        }
        let changes = record.changes
        let change = changes[index]
        if change.isByClock { throw Self.isByClock }
        if change.isUndone { throw Rejection(.conflict, "This has been taken back already") }
        let isLast = changes[(index + 1)...].allSatisfy { later in
            later.isUndone || later.undoes.map { $0 > rev } ?? false
        }
        guard isLast else {
            throw Rejection(
                .conflict, "Something that was done later depends on this; take that back first")
        }
        return change.before?.state
    }

    /// Whether an event can be the one that another event of this thing took back.
    func hasEvent(_ rev: Int, of id: ID) -> Bool {
        records[id]?.index(of: rev) != nil
    }

    static var isByClock: Rejection {
        Rejection(.conflict, "Time itself brought this about; it can't be taken back")
    }

    private func entry(of rev: Int) -> Entry? {
        let index = entries.partitionPoint { $0.rev >= rev }
        guard index < entries.count, entries[index].rev == rev else { return nil }
        return entries[index]
    }
}
