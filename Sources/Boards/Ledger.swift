import Sync

/// The things of a board and their whole history, so that any event can be undone at any later
/// time.
///
/// An undo is an event like any other, and can be undone too. At any time, each event is either in
/// force or undone. Undoing an event changes that, also for the event that it had undone itself.
///
/// The history before a snapshot stays encoded, and is decoded on demand. A thing that changes
/// after that gets a record of its own, which replaces the encoded one.
struct Ledger<ID: RevisionID, State: LedgerState>: Sendable {
    private typealias Record = LedgerRecord<State>

    private struct Entry: Sendable {
        var rev: Int
        /// `nil` if the event belongs to no thing.
        var id: ID?
    }

    private var saved = SavedLedger()
    private var records: [ID: Record] = [:]
    /// The board's events since the snapshot, in order.
    private var entries: [Entry] = []

    /// The revision of the board's last event.
    var lastRev: Int { entries.last?.rev ?? saved.lastRev }

    /// The current state of the thing; `nil` if it does not exist, or its creation was undone.
    subscript(id: ID) -> State? { record(of: id)?.now }

    /// Whether the thing ever had an event.
    func knows(_ id: ID) -> Bool { records[id] != nil || saved.records[id.rev] != nil }

    /// The revision of the thing's last event.
    func lastRev(of id: ID) -> Int { record(of: id)?.lastRev ?? 0 }

    /// Records an event that belongs to no thing.
    mutating func record(rev: Int) { entries.append(Entry(rev: rev, id: nil)) }

    /// Records an event, and the state of its thing after it.
    ///
    /// - Parameter undoes: the event that it undoes, which must be an earlier one.
    mutating func record(_ event: Event, of id: ID, undoes: Int? = nil, state: State?) {
        entries.append(Entry(rev: event.rev, id: id))
        keepAtHand(id)
        records[id, default: Record()].append(event, undoes: undoes, state: state)
    }

    /// The thing of an event. Throws if the board has no such event.
    func thing(ofEvent rev: Int) throws(Rejection) -> ID? {
        guard let entry = entry(of: rev) else {
            throw Rejection(.notFound, .noEvent)
        }
        return entry.id
    }

    /// The state of a thing after undoing an event. Throws if something later depends on the event.
    func stateBefore(_ rev: Int, of id: ID) throws(Rejection) -> State? {
        try (record(of: id) ?? Record()).stateBefore(rev)
    }

    /// Whether an event belongs to this thing.
    func hasEvent(_ rev: Int, of id: ID) -> Bool { record(of: id)?.hasEvent(rev) ?? false }

    /// Decodes a thing that will be used often.
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
