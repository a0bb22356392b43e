import DequeModule

/// Which rows of a view each revision touched, so that a client that comes back can be given one
/// folded diff instead of all that happened.
struct ChangeLog: Sendable {
    struct Entry: Sendable {
        var rev: Int
        var member: String
        /// `nil` when the whole member was exchanged, or became one that has rows.
        var row: String?
        /// Whether the row was there before this change.
        var wasPresent: Bool
    }

    /// Beyond this many touched rows a snapshot is the shorter answer.
    static let entryCountMax = 65_536

    private var entries: Deque<Entry> = []
    /// Changes up to this revision have been forgotten.
    private(set) var forgottenThrough = 0

    init() {}

    mutating func append(_ entry: Entry) {
        entries.append(entry)
        if entries.count > Self.entryCountMax, let oldest = entries.popFirst() {
            forgottenThrough = oldest.rev
        }
    }

    /// The revision that the document had when the journal had this one: that of the last change
    /// until then. `nil` when that can't be told any more.
    func documentRev(at rev: Int) -> Int? {
        guard rev >= forgottenThrough else { return nil }
        let next = firstIndex(after: rev)
        return next == entries.startIndex ? forgottenThrough : entries[next - 1].rev
    }

    /// The rows that changed after a revision, each once, with whether it was there at that
    /// revision; `nil` when that can't be told any more, or when a whole member was exchanged.
    ///
    /// - Parameters:
    ///   - countMax: gives up beyond so many rows that make a difference.
    ///   - isPresent: whether a row is there now. One that came and went makes no difference.
    func touched(
        after rev: Int, atMost countMax: Int, isPresent: (RowPath) -> Bool
    ) -> [RowPath: Bool]? {
        guard rev >= forgottenThrough else { return nil }
        var touched: [RowPath: Bool] = [:]
        var count = 0
        for index in firstIndex(after: rev)..<entries.endIndex {
            let entry = entries[index]
            guard let row = entry.row else { return nil }
            let path = RowPath(member: entry.member, row: row)
            if touched[path] == nil {
                touched[path] = entry.wasPresent
                guard entry.wasPresent || isPresent(path) else { continue }
                count += 1
                guard count <= countMax else { return nil }
            }
        }
        return touched
    }

    /// The members that the entries name, so that each name is written once.
    private var memberNames: [String] { Set(entries.lazy.map(\.member)).sorted() }

    func write(to writer: inout StateWriter) {
        let names = memberNames
        let indices = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
        writer.write(names)
        writer.write(forgottenThrough)
        writer.write(entries.count)
        var lastRev = 0
        for entry in entries {
            writer.write(entry.rev &- lastRev)
            writer.write(indices[entry.member] ?? 0)
            writer.write(entry.row)
            writer.write(entry.wasPresent)
            lastRev = entry.rev
        }
    }

    init(from reader: inout StateReader) throws(StateError) {
        let names = try reader.read([String].self)
        forgottenThrough = try reader.read()
        let count = try reader.readCount()
        entries.reserveCapacity(count)
        var lastRev = 0
        for _ in 0..<count {
            lastRev &+= try reader.read(Int.self)
            let name = try reader.read(Int.self)
            guard names.indices.contains(name) else { throw StateError("a member is none") }
            entries.append(
                Entry(
                    rev: lastRev, member: names[name], row: try reader.read(),
                    wasPresent: try reader.read()))
        }
    }

    private func firstIndex(after rev: Int) -> Int {
        var low = entries.startIndex
        var high = entries.endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if entries[middle].rev <= rev { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// One row of a document.
struct RowPath: Sendable, Hashable, Comparable {
    var member: String
    var row: String

    static func < (one: RowPath, other: RowPath) -> Bool {
        (one.member, one.row) < (other.member, other.row)
    }
}
