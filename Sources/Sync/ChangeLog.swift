/// Records which rows of a view each revision changed, so that a client that comes back can get one
/// folded diff.
struct ChangeLog: Sendable {
    struct Entry: Sendable {
        var rev: Int
        var member: String
        /// `nil` if the whole member was replaced, or became one with rows.
        var row: String?
        /// Whether the row existed before this change.
        var wasPresent: Bool
    }

    /// A stored entry. It is small, because there are many.
    private struct Kept: Sendable {
        var rev: Int
        var row: String?
        /// The member's index in `members`.
        var member: Int32
        var wasPresent: Bool
    }

    /// With more entries than this, a snapshot is the shorter answer.
    static let entryCountMax = 65_536

    private var entries = Latest<Kept>(atMost: entryCountMax)
    /// The names of the members that have changed. A document has only a few members.
    private var members: [String] = []
    /// Changes up to this revision are forgotten.
    private(set) var forgottenThrough = 0

    init() {}

    /// Creates a log that knows nothing up to this revision.
    init(after rev: Int) { forgottenThrough = rev }

    mutating func append(_ entry: Entry) {
        let member = members.firstIndex(of: entry.member) ?? members.endIndex
        if member == members.endIndex { members.append(entry.member) }
        let oldest = entries.append(
            Kept(
                rev: entry.rev, row: entry.row, member: Int32(member),
                wasPresent: entry.wasPresent))
        if let oldest { forgottenThrough = oldest.rev }
    }

    /// Returns the revision of the document when the journal was at `rev`: that of its last change
    /// until then. Returns `nil` if that is forgotten.
    func documentRev(at rev: Int) -> Int? {
        guard rev >= forgottenThrough else { return nil }
        let next = firstIndex(after: rev)
        return next == entries.startIndex ? forgottenThrough : entries[next - 1].rev
    }

    /// Returns each row that changed after a revision, and whether it existed at that revision.
    /// Returns `nil` if changes after the revision were forgotten, or if a whole member was
    /// replaced.
    ///
    /// - Parameters:
    ///   - countMax: returns `nil` beyond this number of rows that make a difference.
    ///   - isPresent: whether a row exists now. A row that came and went makes no difference.
    func touched(
        after rev: Int, atMost countMax: Int, isPresent: (RowPath) -> Bool
    ) -> [RowPath: Bool]? {
        guard rev >= forgottenThrough else { return nil }
        var touched: [RowPath: Bool] = [:]
        var count = 0
        for index in firstIndex(after: rev)..<entries.endIndex {
            let entry = entries[index]
            guard let row = entry.row else { return nil }
            let path = RowPath(member: members[Int(entry.member)], row: row)
            if touched[path] == nil {
                touched[path] = entry.wasPresent
                guard entry.wasPresent || isPresent(path) else { continue }
                count += 1
                guard count <= countMax else { return nil }
            }
        }
        return touched
    }

    func write(to writer: inout StateWriter) {
        // Sort the names and leave out unused ones, so that equal logs are written as equal bytes.
        let names = Set(entries.lazy.map(\.member)).map { members[Int($0)] }.sorted()
        let indices = members.map { names.firstIndex(of: $0) ?? 0 }
        writer.write(names)
        writer.write(forgottenThrough)
        writer.write(entries.count)
        var lastRev = 0
        for entry in entries {
            writer.write(entry.rev &- lastRev)
            writer.write(indices[Int(entry.member)])
            writer.write(entry.row)
            writer.write(entry.wasPresent)
            lastRev = entry.rev
        }
    }

    init(from reader: inout StateReader) throws(StateError) {
        members = try reader.read([String].self)
        forgottenThrough = try reader.read()
        let count = try reader.readCount()
        entries.reserveCapacity(count)
        var lastRev = 0
        for _ in 0..<count {
            lastRev &+= try reader.read(Int.self)
            let member = try reader.read(Int.self)
            guard members.indices.contains(member), let member = Int32(exactly: member) else {
                throw StateError("a member is unknown")
            }
            entries.append(
                Kept(
                    rev: lastRev, row: try reader.read(), member: member,
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
