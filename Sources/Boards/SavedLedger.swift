import Sync

/// A ledger as it lies in a snapshot.
struct SavedLedger: Sendable {
    private(set) var lastRev = 0
    /// A `LedgerRecord` for each thing, by the revision that its id is made of.
    private(set) var records = SavedTable()
    private var events = SavedTable()

    /// Of nothing that ever happened.
    init() {}

    init(from reader: inout StateReader) throws(StateError) {
        lastRev = try reader.read()
        records = try SavedTable(from: &reader)
        events = try SavedTable(from: &reader)
    }

    /// The revision that the id of an event's thing is made of; 0 when it is nothing's in
    /// particular, `nil` when there is no such event.
    func thing(ofEvent rev: Int) -> Int? {
        guard let block = events.record(upTo: rev) else { return nil }
        var found: Int?
        SavedEvents.forEach(in: block) { event, thing in
            if event == rev { found = thing }
        }
        return found
    }

    func forEachEvent(_ body: (_ rev: Int, _ thing: Int) -> Void) {
        for position in 0..<events.count {
            SavedEvents.forEach(in: events.record(at: position), body)
        }
    }
}

/// Which event is whose, in blocks of events: each is written as its distance to the one before, a
/// few bytes, and to find one no more than its block is read.
struct SavedEvents {
    private static let blockEvents = 64

    private var table = SavedTableWriter()
    private var block: [(rev: Int, thing: Int)] = []

    /// - Parameter rev: higher than all before.
    mutating func append(_ rev: Int, thing: Int) {
        block.append((rev, thing))
        if block.count == Self.blockEvents { endBlock() }
    }

    mutating func write(to writer: inout StateWriter) {
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

    /// Goes through a block, as far as it can be read.
    static func forEach(in block: StateReader, _ body: (_ rev: Int, _ thing: Int) -> Void) {
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
