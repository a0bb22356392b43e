public import Sync

/// The histories of a ledger's items, by the items' numbers.
///
/// The history before a snapshot stays encoded, and is decoded on demand. An item that changes
/// after that gets a record of its own, which replaces the encoded one. An item that will hardly be
/// used again can be put away, which encodes it too.
public struct LedgerHistories: Sendable {
    private struct Entry: Sendable {
        var rev: Int
        /// 0 if the event changes no item.
        var thing: Int
    }

    private let states: any KeptState.Type
    private var saved = SavedLedger()
    private var records: [Int: LedgerRecord] = [:]
    /// The encoded records of items that were put away since the snapshot.
    private var away: [Int: [UInt8]] = [:]
    /// The items of the snapshot that were forgotten.
    private var forgotten: Set<Int> = []
    /// The board's events since the snapshot, in order: one entry for each item of each event.
    private var entries: [Entry] = []

    init(of states: any KeptState.Type) { self.states = states }

    var lastRev: Int { entries.last?.rev ?? saved.lastRev }

    func knows(_ thing: Int) -> Bool {
        records[thing] != nil || away[thing] != nil
            || !forgotten.contains(thing) && saved.records[thing] != nil
    }

    /// Returns the history of an item, or `nil` if it never had an event.
    public func record(of thing: Int) -> LedgerRecord? {
        records[thing] ?? encodedRecord(of: thing)
    }

    mutating func record(rev: Int) { entries.append(Entry(rev: rev, thing: 0)) }

    public mutating func record(
        _ event: Event, of thing: Int, undoes: Int?, state: (any KeptState)?
    ) {
        entries.append(Entry(rev: event.rev, thing: thing))
        keepAtHand(thing)
        records[thing, default: LedgerRecord()].append(event, undoes: undoes, state: state)
    }

    mutating func amend(_ thing: Int, _ change: (any KeptState) -> any KeptState) {
        keepAtHand(thing)
        records[thing]?.amend(change)
    }

    /// Returns the numbers of an event's items: 0 if the event changes none, and an empty array if
    /// the event does not exist.
    func things(ofEvent rev: Int) -> [Int] {
        if rev <= saved.lastRev { return saved.things(ofEvent: rev) }
        let index = entries.partitionPoint { $0.rev >= rev }
        return entries[index...].prefix { $0.rev == rev }.map(\.thing)
    }

    func isForgotten(_ thing: Int) -> Bool { forgotten.contains(thing) }

    /// Decodes an item that will be used often.
    ///
    /// - Returns: its current state.
    @discardableResult public mutating func keepAtHand(_ thing: Int) -> (any KeptState)? {
        if let record = records[thing] { return record.now }
        guard let record = encodedRecord(of: thing) else { return nil }
        records[thing] = record
        away[thing] = nil
        return record.now
    }

    /// Decodes all items of a snapshot that exist, and returns their numbers and current states.
    mutating func keepAllAtHand() throws(StateError) -> [(number: Int, state: any KeptState)] {
        var present: [(number: Int, state: any KeptState)] = []
        var last = 0
        for position in 0..<saved.records.count {
            let number = saved.records.number(at: position)
            guard number > last else { throw StateError("the items are out of order") }
            last = number
            var reader = saved.records.record(at: position)
            let record = try LedgerRecord(from: &reader, of: states)
            guard let now = record.now else { continue }
            records[number] = record
            present.append((number, now))
        }
        return present
    }

    mutating func putAway(_ thing: Int) {
        guard let record = records.removeValue(forKey: thing) else { return }
        var writer = StateWriter()
        record.write(to: &writer)
        away[thing] = writer.bytes
    }

    mutating func forget(_ things: Set<Int>) {
        for thing in things {
            records[thing] = nil
            away[thing] = nil
            if saved.records[thing] != nil { forgotten.insert(thing) }
        }
        let last = entries.last
        entries.removeAll { things.contains($0.thing) }
        // Keep the last event's revision.
        if let last, entries.last?.rev != last.rev { record(rev: last.rev) }
    }

    private func encodedRecord(of thing: Int) -> LedgerRecord? {
        if let bytes = away[thing] {
            var reader = StateReader(bytes)
            return try? LedgerRecord(from: &reader, of: states)
        }
        guard !forgotten.contains(thing), var reader = saved.records[thing] else { return nil }
        return try? LedgerRecord(from: &reader, of: states)
    }
}

extension LedgerHistories {
    func write(to writer: inout StateWriter) {
        writer.write(lastRev)
        mergedRecords.write(to: &writer)
        var events = SavedEvents()
        saved.forEachEvent { rev, thing in
            if !forgotten.contains(thing) { events.append(rev, thing: thing) }
        }
        for entry in entries { events.append(entry.rev, thing: entry.thing) }
        events.write(to: &writer)
    }

    private var mergedRecords: SavedTableWriter {
        var changed: [(number: Int, record: EncodedRecord?)] = []
        for (thing, record) in records { changed.append((thing, .atHand(record))) }
        for (thing, bytes) in away { changed.append((thing, .away(bytes))) }
        for thing in forgotten { changed.append((thing, nil)) }
        return saved.records.merged(with: changed) { record, writer in record.write(to: &writer) }
    }

    private enum EncodedRecord {
        case atHand(LedgerRecord)
        case away([UInt8])

        func write(to writer: inout StateWriter) {
            switch self {
            case .atHand(let record): record.write(to: &writer)
            case .away(let bytes): writer.append(bytes)
            }
        }
    }

    init(
        from reader: inout StateReader, of states: any KeptState.Type
    ) throws(StateError) {
        self.states = states
        saved = try SavedLedger(from: &reader)
    }
}
