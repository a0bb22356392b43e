import Sync

/// Which kind each event was of, and whether a tab's own guest caused it: what decides who may undo
/// it. One number for each event.
struct EventLog: Sendable {
    struct Entry: Sendable {
        let kind: OrdersEvent
        /// Whether the guest of the tab caused it.
        let isByGuest: Bool
    }

    private static let kinds = OrdersEvent.allCases
    /// Bits for the kind, and one for the guest.
    private static let codeBits = 6

    /// Revisions with their codes, in order.
    private var entries: [Int] = []

    subscript(rev: Int) -> Entry? {
        let index = entries.partitionPoint { $0 >> Self.codeBits >= rev }
        guard index < entries.count, entries[index] >> Self.codeBits == rev else { return nil }
        return Self.entry(entries[index])
    }

    mutating func append(_ rev: Int, _ kind: OrdersEvent, isByGuest: Bool) {
        let code = (Self.kinds.firstIndex(of: kind) ?? 0) << 1 | (isByGuest ? 1 : 0)
        entries.append(rev << Self.codeBits | code)
    }

    /// Removes the events of tabs before a revision.
    mutating func forgetTabs(before rev: Int) {
        entries.removeAll {
            $0 >> Self.codeBits < rev && Self.entry($0)?.kind.isOfMenu == false
        }
    }

    private static func entry(_ number: Int) -> Entry? {
        let code = number & ((1 << codeBits) - 1)
        guard kinds.indices.contains(code >> 1) else { return nil }
        return Entry(kind: kinds[code >> 1], isByGuest: code & 1 == 1)
    }
}

extension EventLog {
    func write(to writer: inout StateWriter) {
        writer.write(entries.count)
        var last = 0
        for entry in entries {
            writer.write(entry &- last)
            last = entry
        }
    }

    init(from reader: inout StateReader) throws(StateError) {
        let count = try reader.readCount()
        entries.reserveCapacity(count)
        var last = 0
        for _ in 0..<count {
            last = last &+ (try reader.read(Int.self))
            entries.append(last)
        }
    }
}
