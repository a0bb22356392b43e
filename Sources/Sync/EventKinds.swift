import JSON

/// The kind of each event of the journal, and whether a guest caused it, in two bytes per event.
/// The kernel needs them to decide who may undo an event.
struct EventKinds: Sendable {
    /// A board's name and the name of its event's kind: `planner` and `feed_removed`.
    struct Kind: Sendable, Hashable {
        let board: String
        let name: String
    }

    private static let guestBit: UInt16 = 1

    /// In the order of their first events.
    private var kinds: [Kind] = []
    private var indices: [Kind: UInt16] = [:]
    /// By revision, from 1 on: the index of the kind, and a bit for the guest.
    private var codes: [UInt16] = []

    /// The kind of an event. For an undo, it is the kind of the event that was undone first,
    /// because undoing an undo redoes that event.
    subscript(rev: Int) -> (kind: Kind, isByGuest: Bool)? {
        guard codes.indices.contains(rev - 1) else { return nil }
        let code = codes[rev - 1]
        return (kinds[Int(code >> 1)], code & Self.guestBit != 0)
    }

    /// Appends the next event. Does nothing if it is known.
    mutating func append(_ event: Event) {
        guard event.rev == codes.count + 1 else { return }
        codes.append(index(ofKindOf: event) << 1 | (event.actor.isGuest ? Self.guestBit : 0))
    }

    /// Removes the events after a revision.
    mutating func remove(after rev: Int) {
        if codes.count > rev { codes.removeSubrange(rev...) }
    }

    private mutating func index(ofKindOf event: Event) -> UInt16 {
        if let undone = event.undoes, let kind = self[undone]?.kind { return index(of: kind) }
        // Most events are of the kind of the one before.
        if let last = codes.last {
            let index = Int(last >> 1)
            if kinds[index].name == event.kind, kinds[index].board == event.board {
                return last >> 1
            }
        }
        return index(of: Kind(board: event.board, name: event.kind))
    }

    private mutating func index(of kind: Kind) -> UInt16 {
        if let index = indices[kind] { return index }
        let index = UInt16(kinds.count)
        kinds.append(kind)
        indices[kind] = index
        return index
    }
}

extension Event {
    /// The revision that the event undoes, if it is an `undo`.
    fileprivate var undoes: Int? {
        guard kind == "undone", let undone = data["undoes"]?.integer, undone < rev else {
            return nil
        }
        return undone
    }
}

// MARK: Snapshots

extension EventKinds {
    /// - Parameter rev: the last revision to write.
    func write(through rev: Int, to writer: inout StateWriter) {
        writer.write(kinds.count)
        for kind in kinds {
            writer.write(kind.board)
            writer.write(kind.name)
        }
        let codes = codes.prefix(rev)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * codes.count)
        for code in codes {
            bytes.append(UInt8(truncatingIfNeeded: code))
            bytes.append(UInt8(code >> 8))
        }
        writer.writeBytes(bytes)
    }

    init(from reader: inout StateReader) throws(StateError) {
        for _ in 0..<(try reader.readCount()) {
            _ = index(of: Kind(board: try reader.read(), name: try reader.read()))
        }
        let bytes = Array(try reader.readPart().rest)
        codes = stride(from: 0, to: bytes.count - 1, by: 2).map {
            UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
        }
        guard codes.allSatisfy({ kinds.indices.contains(Int($0 >> 1)) }) else {
            throw StateError("it has a kind of event without a name")
        }
    }
}
