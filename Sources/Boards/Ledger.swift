import Sync

/// What a board knows of its things, and all that ever happened to each: what it takes to undo any
/// event at any later time.
///
/// An undo is an event like the others and can be undone itself. At any time each event is either
/// in force or undone; undoing one turns it over, and with it what it had turned over itself.
///
/// What happened before a snapshot stays the snapshot's bytes, and is read when somebody asks for
/// it; a thing that changes after that is kept as a record of its own, which counts instead.
struct Ledger<ID: RevisionID, State: LedgerState>: Sendable {
    private typealias Record = LedgerRecord<State>

    private struct Entry: Sendable {
        var rev: Int
        /// `nil` when the event is nothing's in particular.
        var id: ID?
    }

    private var saved = SavedLedger()
    private var records: [ID: Record] = [:]
    /// Every event of the board since the snapshot, in the order of revisions.
    private var entries: [Entry] = []

    /// The revision of the board's last event.
    var lastRev: Int { entries.last?.rev ?? saved.lastRev }

    /// The thing as it is now; `nil` when it never was, or as good as never.
    subscript(id: ID) -> State? { record(of: id)?.now }

    /// Whether there ever was an event of this thing.
    func knows(_ id: ID) -> Bool { records[id] != nil || saved.records[id.rev] != nil }

    /// The last event of the thing.
    func lastRev(of id: ID) -> Int { record(of: id)?.lastRev ?? 0 }

    /// Remembers an event that is nothing's in particular.
    mutating func record(rev: Int) { entries.append(Entry(rev: rev, id: nil)) }

    /// Remembers an event, and what its thing is from then on.
    ///
    /// - Parameter undoes: the event that it took back; it has to be an earlier one.
    mutating func record(_ event: Event, of id: ID, undoes: Int? = nil, state: State?) {
        entries.append(Entry(rev: event.rev, id: id))
        keepAtHand(id)
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
        try (record(of: id) ?? Record()).stateBefore(rev)
    }

    /// Whether an event can be the one that another event of this thing took back.
    func hasEvent(_ rev: Int, of id: ID) -> Bool { record(of: id)?.hasEvent(rev) ?? false }

    /// Reads a thing that will be asked for often from the snapshot once and for all.
    mutating func keepAtHand(_ id: ID) {
        if records[id] == nil, let record = savedRecord(of: id) { records[id] = record }
    }

    private func record(of id: ID) -> Record? { records[id] ?? savedRecord(of: id) }

    private func savedRecord(of id: ID) -> Record? {
        guard var reader = saved.records[id.rev] else { return nil }
        return try? Record(from: &reader)
    }

    private func entry(of rev: Int) -> Entry? {
        if rev <= saved.lastRev {
            return saved.thing(ofEvent: rev).map {
                Entry(rev: rev, id: $0 > 0 ? ID(rev: $0) : nil)
            }
        }
        let index = entries.partitionPoint { $0.rev >= rev }
        guard index < entries.count, entries[index].rev == rev else { return nil }
        return entries[index]
    }
}

extension Ledger {
    func write(to writer: inout StateWriter) {
        writer.write(lastRev)
        saved.records.merged(with: records.map { (number: $0.key.rev, record: Optional($0.value)) })
        {
            record, writer in record.write(to: &writer)
        }.write(to: &writer)
        var events = SavedEvents()
        saved.forEachEvent { events.append($0, thing: $1) }
        for entry in entries { events.append(entry.rev, thing: entry.id?.rev ?? 0) }
        events.write(to: &writer)
    }

    init(from reader: inout StateReader) throws(StateError) {
        saved = try SavedLedger(from: &reader)
    }
}
