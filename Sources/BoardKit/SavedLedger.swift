package import Sync

/// A ledger, encoded in a snapshot.
struct SavedLedger: Sendable {
    private(set) var lastRev = 0
    /// The `LedgerRecord` of each item, by the item's number.
    private(set) var records = SavedTable()
    private var events = SavedTable()

    init() {}

    init(from reader: inout StateReader) throws(StateError) {
        lastRev = try reader.read()
        records = try SavedTable(from: &reader)
        events = try SavedTable(from: &reader)
    }

    /// Returns the numbers of an event's items: 0 if the event changes none, and an empty array if
    /// the event does not exist.
    package func things(ofEvent rev: Int) -> [Int] {
        guard let block = events.record(upTo: rev) else { return [] }
        var found: [Int] = []
        SavedEvents.forEach(in: block) { event, thing in
            if event == rev { found.append(thing) }
        }
        return found
    }

    func forEachEvent(_ body: (_ rev: Int, _ thing: Int) -> Void) {
        for position in 0..<events.count {
            SavedEvents.forEach(in: events.record(at: position), body)
        }
    }
}

/// The items of each event, in blocks. Each entry is written as its difference from the previous
/// one, in a few bytes. Finding an event reads only its block.
struct SavedEvents {
    /// A block may be larger, because all items of an event are in one block.
    private static let blockEntries = 64

    private var table = SavedTableWriter()
    private var block: [(rev: Int, thing: Int)] = []

    /// - Parameter rev: at least as high as all earlier ones.
    package mutating func append(_ rev: Int, thing: Int) {
        if block.count >= Self.blockEntries, block.last?.rev != rev { endBlock() }
        block.append((rev, thing))
    }

    package mutating func write(to writer: inout StateWriter) {
        endBlock()
        table.write(to: &writer)
    }

    private mutating func endBlock() {
        guard let first = block.first else { return }
        table.append(first.rev) { writer in
            var last = (rev: 0, thing: 0)
            for event in block {
                writer.write(event.rev &- last.rev)
                writer.write(event.thing &- last.thing)
                last = event
            }
        }
        block.removeAll(keepingCapacity: true)
    }

    /// Iterates over a block, as far as it can be read.
    package static func forEach(in block: StateReader, _ body: (_ rev: Int, _ thing: Int) -> Void) {
        var reader = block
        var last = (rev: 0, thing: 0)
        while !reader.isAtEnd {
            guard let rev = try? reader.read(Int.self), let thing = try? reader.read(Int.self)
            else { return }
            last = (last.rev &+ rev, last.thing &+ thing)
            body(last.rev, last.thing)
        }
    }
}

extension SavedTable {
    /// Returns the table with records added, replaced or removed.
    ///
    /// - Parameters:
    ///   - changed: in any order, each number once; `nil` removes a record.
    ///   - write: writes a record.
    package func merged<Record>(
        with changed: [(number: Int, record: Record?)],
        _ write: (Record, inout StateWriter) -> Void
    ) -> SavedTableWriter {
        var merged = SavedTableWriter()
        var position = 0
        func takeOver(_ isMeant: (Int) -> Bool) {
            while position < count, case let number = number(at: position), isMeant(number) {
                merged.append(number) { $0.append(record(at: position).rest) }
                position += 1
            }
        }
        for (number, record) in changed.sorted(by: { $0.number < $1.number }) {
            takeOver { $0 < number }
            if position < count, self.number(at: position) == number { position += 1 }
            if let record { merged.append(number) { write(record, &$0) } }
        }
        takeOver { _ in true }
        return merged
    }
}
