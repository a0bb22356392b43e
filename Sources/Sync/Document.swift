public import JSON

/// What one view shows: a JSON object whose members are values, or objects of rows.
///
/// The document keeps its hash up to date row by row, so that a change costs what changed and not
/// what there is.
public struct Document: Sendable {
    private struct Hashed: Sendable {
        var value: JSON
        var checksum: UInt32
    }

    private enum Member: Sendable {
        case value(Hashed)
        case rows([String: Hashed])
    }

    private var members: [String: Member] = [:]
    private(set) var sum: UInt32 = 0

    /// An empty document, `{}`.
    public init() {}

    public init(_ members: [String: JSON]) {
        for (member, value) in members { setMember(member, to: value) }
    }

    /// Checks that two documents are equal: 8 lower-case hex digits. Every row's CRC-32, over its
    /// path, a space and its canonical JSON, added up modulo 2³². It finds mistakes, and protects
    /// against nobody who means to make two documents with the same one.
    public var hash: String { Self.hash(ofSum: sum) }

    /// As the hash writes a sum down.
    public static func hash(ofSum sum: UInt32) -> String {
        let digits = String(sum, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// What the hash writes down; `nil` when it is none.
    static func sum(ofHash digits: String) -> UInt32? {
        guard digits.utf8.count == 8,
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        return UInt32(digits, radix: 16)
    }

    public var json: JSON { .object(memberValues) }

    /// The members, those that have rows as objects.
    var memberValues: [String: JSON] {
        members.mapValues { member in
            switch member {
            case .value(let hashed): hashed.value
            case .rows(let rows): .object(rows.mapValues(\.value))
            }
        }
    }

    public subscript(member: String) -> JSON? {
        switch members[member] {
        case .value(let hashed): hashed.value
        case .rows(let rows): .object(rows.mapValues(\.value))
        case nil: nil
        }
    }

    public subscript(member: String, row: String) -> JSON? {
        guard case .rows(let rows) = members[member] else { return nil }
        return rows[row]?.value
    }

    /// Whether the member is an object, whose members are rows.
    func hasRows(_ member: String) -> Bool {
        if case .rows = members[member] { true } else { false }
    }

    /// Carries a change out, and says by which operations a copy of the old document becomes the new
    /// one; none when nothing is different.
    @discardableResult
    public mutating func set(_ member: String, row: String?, to value: JSON?) -> [PatchOperation] {
        guard let row else {
            let old = self[member]
            setMember(member, to: value)
            return PatchOperation.operations(at: Pointer.path(member), from: old, to: value)
        }
        let old = self[member, row]
        let path = Pointer.path(member, row)
        var operations = PatchOperation.operations(at: path, from: old, to: value)
        if operations.isEmpty { return [] }
        if !hasRows(member) {
            operations.insert(.add(path: Pointer.path(member), .object([:])), at: 0)
        }
        setRow(row, of: member, to: value)
        return operations
    }

    private mutating func setRow(_ row: String, of member: String, to value: JSON?) {
        // Taken out while it is changed, so that the rows are not copied.
        var rows: [String: Hashed] = [:]
        switch members.removeValue(forKey: member) {
        case .rows(let present): rows = present
        case .value(let hashed): sum &-= hashed.checksum
        case nil: break
        }
        if let old = rows.removeValue(forKey: row) { sum &-= old.checksum }
        if let value {
            let checksum = Self.checksum(of: value, at: Pointer.path(member, row))
            sum &+= checksum
            rows[row] = Hashed(value: value, checksum: checksum)
        }
        members[member] = .rows(rows)
    }

    private mutating func setMember(_ member: String, to value: JSON?) {
        switch members.removeValue(forKey: member) {
        case .value(let hashed): sum &-= hashed.checksum
        case .rows(let rows): for row in rows.values { sum &-= row.checksum }
        case nil: break
        }
        switch value {
        case nil: break
        case .object(let rows):
            members[member] = .rows([:])
            for (row, value) in rows { setRow(row, of: member, to: value) }
        case .some(let value):
            let checksum = Self.checksum(of: value, at: Pointer.path(member))
            sum &+= checksum
            members[member] = .value(Hashed(value: value, checksum: checksum))
        }
    }

    private static func checksum(of value: JSON, at path: String) -> UInt32 {
        var crc = CRC32()
        crc.update(path.utf8)
        crc.update(CollectionOfOne(UInt8(ascii: " ")))
        crc.update(value.canonical)
        return crc.value
    }

    /// The document as those see it who get its view masked.
    func masked(by board: any Board) -> Document {
        Document(memberValues.mapValues { board.maskedMember($0) })
    }

    /// The names of the members.
    var memberNames: Set<String> { Set(members.keys) }

    /// By which operations a copy of this document becomes the other one.
    func operations(to other: Document) -> [PatchOperation] {
        memberNames.union(other.memberNames).sorted().flatMap { name -> [PatchOperation] in
            switch (self[name], other[name]) {
            case (.some(.object(let old)), .some(.object(let new))):
                Set(old.keys).union(new.keys).sorted().flatMap { row in
                    PatchOperation.operations(
                        at: Pointer.path(name, row), from: old[row], to: new[row])
                }
            case (let old, let new):
                PatchOperation.operations(at: Pointer.path(name), from: old, to: new)
            }
        }
    }
}

extension Document: Equatable {
    public static func == (one: Document, other: Document) -> Bool {
        one.sum == other.sum && one.json == other.json
    }
}
