package import Sync

/// The things of a board and their whole history, so that any event can be undone at any later
/// time.
///
/// An undo is an event like any other, and can be undone too. At any time, each event is either in
/// force or undone. Undoing an event changes that, also for the event that it had undone itself.
///
/// An event may belong to no thing, to one, or to several, such as an import.
///
/// The history before a snapshot stays encoded, and is decoded on demand. A thing that changes
/// after that gets a record of its own, which replaces the encoded one. A thing that will hardly be
/// used again can be put away, which encodes it too.
package struct Ledger<ID: LedgerID, State: LedgerState>: Sendable {
    private typealias Record = LedgerRecord<State>

    private struct Entry: Sendable {
        var rev: Int
        /// The number of the thing; 0 if the event belongs to none.
        var thing: Int
    }

    private var saved = SavedLedger()
    private var records: [ID: Record] = [:]
    /// Encoded records of things that were put away since the snapshot.
    private var away: [ID: [UInt8]] = [:]
    /// Things of the snapshot that were forgotten.
    private var forgotten: Set<ID> = []
    /// The board's events since the snapshot, in order: one entry for each thing of each event.
    private var entries: [Entry] = []

    package init() {}

    /// The revision of the board's last event.
    package var lastRev: Int { entries.last?.rev ?? saved.lastRev }

    /// The current state of the thing; `nil` if it does not exist, or its creation was undone.
    package subscript(id: ID) -> State? { record(of: id)?.now }

    /// The thing that an argument names.
    package func existing(
        _ named: ItemID, else problem: ProblemDeclaration
    ) throws(Rejection) -> (id: ID, state: State) {
        guard let id = ID(named.text), let state = self[id] else {
            throw Rejection(.notFound, problem)
        }
        return (id, state)
    }

    /// Whether the thing ever had an event.
    package func knows(_ id: ID) -> Bool {
        records[id] != nil || away[id] != nil
            || !forgotten.contains(id) && saved.records[id.number] != nil
    }

    /// Whether the event that made the thing is undone.
    package func isTakenBack(_ id: ID) -> Bool { record(of: id)?.isTakenBack ?? false }

    /// The current state of a thing, or the last one that it had if it does not exist any more.
    package func lastKnown(_ id: ID) -> State? { record(of: id)?.lastKnown }

    /// The revision of the thing's last event.
    package func lastRev(of id: ID) -> Int { record(of: id)?.lastRev ?? 0 }

    /// Records an event that belongs to no thing.
    package mutating func record(rev: Int) { entries.append(Entry(rev: rev, thing: 0)) }

    /// Records an event, and the state of its thing after it. Called once for each thing of an event.
    ///
    /// - Parameter undoes: the event that it undoes, which must be an earlier one.
    package mutating func record(_ event: Event, of id: ID, undoes: Int? = nil, state: State?) {
        entries.append(Entry(rev: event.rev, thing: id.number))
        keepAtHand(id)
        records[id, default: Record()].append(event, undoes: undoes, state: state)
    }

    /// Changes the state of a thing, also where an undo restores it: for what other boards know of
    /// it, which no undo of this board may take back.
    package mutating func amend(_ id: ID, _ change: (inout State) -> Void) {
        keepAtHand(id)
        records[id]?.amend(change)
    }

    /// Whether an event belongs to no thing, so that nobody can take it back.
    package func hasNoThing(ofEvent rev: Int) -> Bool {
        let numbers = numbers(ofEvent: rev)
        return !numbers.isEmpty && numbers.allSatisfy { $0 == 0 }
    }

    /// The thing of an event. Throws if the board has no such event.
    package func thing(ofEvent rev: Int) throws(Rejection) -> ID? {
        let numbers = numbers(ofEvent: rev)
        if numbers.isEmpty { throw Rejection(.notFound, .noEvent) }
        return numbers.first { $0 > 0 }.map(ID.init(number:))
    }

    /// The things of an event, as far as they are not forgotten.
    package func things(ofEvent rev: Int) -> [ID] {
        numbers(ofEvent: rev).filter { $0 > 0 }.map(ID.init(number:)).filter {
            !forgotten.contains($0)
        }
    }

    /// The state of a thing after undoing an event. Throws if something later depends on the event.
    package func stateBefore(_ rev: Int, of id: ID) throws(Rejection) -> State? {
        try (record(of: id) ?? Record()).stateBefore(rev)
    }

    /// Finds what an undo takes back: the event that its argument names, the event's thing, and the
    /// thing's state without the event. Throws if people did not bring the event about, if the thing
    /// has changed since the sender saw it, or if something later depends on the event.
    package func undo(
        _ asked: inout Asked
    ) throws(Rejection) -> (rev: Int, thing: ID, before: State?) {
        let rev = try asked.undoneRevision()
        guard let id = try thing(ofEvent: rev) else { throw Rejection(.conflict, .byTime) }
        try asked.check(lastRev(of: id))
        return (rev, id, try stateBefore(rev, of: id))
    }

    /// Whether an event belongs to this thing.
    package func hasEvent(_ rev: Int, of id: ID) -> Bool { record(of: id)?.hasEvent(rev) ?? false }

    /// Decodes a thing that will be used often.
    ///
    /// - Returns: its current state.
    @discardableResult package mutating func keepAtHand(_ id: ID) -> State? {
        if records[id] == nil, let record = encodedRecord(of: id) {
            records[id] = record
            away[id] = nil
        }
        return records[id]?.now
    }

    /// Encodes a thing that will hardly be used again.
    package mutating func putAway(_ id: ID) {
        guard let record = records.removeValue(forKey: id) else { return }
        var writer = StateWriter()
        record.write(to: &writer)
        away[id] = writer.bytes
    }

    /// Removes things with their whole history.
    package mutating func forget(_ ids: Set<ID>) {
        for id in ids {
            records[id] = nil
            away[id] = nil
            if saved.records[id.number] != nil { forgotten.insert(id) }
        }
        let last = entries.last
        entries.removeAll { $0.thing > 0 && ids.contains(ID(number: $0.thing)) }
        // The last event stays known.
        if let last, entries.last?.rev != last.rev { record(rev: last.rev) }
    }

    private func record(of id: ID) -> Record? { records[id] ?? encodedRecord(of: id) }

    private func encodedRecord(of id: ID) -> Record? {
        if let bytes = away[id] {
            var reader = StateReader(bytes)
            return try? Record(from: &reader)
        }
        guard !forgotten.contains(id), var reader = saved.records[id.number] else { return nil }
        return try? Record(from: &reader)
    }

    /// The numbers of an event's things, 0 if it belongs to none; empty if there is no such event.
    private func numbers(ofEvent rev: Int) -> [Int] {
        if rev <= saved.lastRev { return saved.things(ofEvent: rev) }
        let index = entries.partitionPoint { $0.rev >= rev }
        return entries[index...].prefix { $0.rev == rev }.map(\.thing)
    }
}

extension Ledger {
    package func write(to writer: inout StateWriter) {
        writer.write(lastRev)
        mergedRecords.write(to: &writer)
        var events = SavedEvents()
        saved.forEachEvent { rev, thing in
            if thing == 0 || !forgotten.contains(ID(number: thing)) {
                events.append(rev, thing: thing)
            }
        }
        for entry in entries { events.append(entry.rev, thing: entry.thing) }
        events.write(to: &writer)
    }

    private var mergedRecords: SavedTableWriter {
        var changed: [(number: Int, record: EncodedRecord?)] = []
        for (id, record) in records { changed.append((id.number, .atHand(record))) }
        for (id, bytes) in away { changed.append((id.number, .away(bytes))) }
        for id in forgotten { changed.append((id.number, nil)) }
        return saved.records.merged(with: changed) { record, writer in record.write(to: &writer) }
    }

    private enum EncodedRecord {
        case atHand(Record)
        case away([UInt8])

        func write(to writer: inout StateWriter) {
            switch self {
            case .atHand(let record): record.write(to: &writer)
            case .away(let bytes): writer.append(bytes)
            }
        }
    }

    package init(from reader: inout StateReader) throws(StateError) {
        saved = try SavedLedger(from: &reader)
    }
}
