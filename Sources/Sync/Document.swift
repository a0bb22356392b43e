import CZlib
public import JSON

/// The content of one view: a JSON object whose members are values or objects of rows.
///
/// The document updates its hash row by row, so the cost of a change does not depend on the
/// document's size.
public struct Document: Sendable {
    private struct Hashed: Sendable {
        var value: JSON
        var checksum: UInt32
        /// The size of its canonical form in bytes.
        var bytes: UInt32
    }

    private enum Member: Sendable {
        case value(Hashed)
        case rows([String: Hashed])
    }

    private var members: [String: Member] = [:]
    private(set) var sum: UInt32 = 0
    /// The size of the members' and rows' canonical forms together, without their names.
    private(set) var byteCount = 0

    /// An empty document, `{}`.
    public init() {}

    public init(_ members: [String: JSON]) {
        for (member, value) in members { setMember(member, to: value) }
    }

    /// A checksum to compare documents, as 8 lower-case hex digits: the sum, modulo 2³², of each
    /// row's CRC-32 over its path, a space and its canonical JSON. It finds mistakes; it does not
    /// protect against somebody who constructs two documents with the same hash.
    public var hash: String { Self.hash(ofSum: sum) }

    /// Formats a sum as a hash.
    public static func hash(ofSum sum: UInt32) -> String {
        let digits = String(sum, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    public var json: JSON { .object(memberValues) }

    /// The members. Those with rows are objects.
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

    /// Whether the member is an object of rows.
    func hasRows(_ member: String) -> Bool {
        if case .rows = members[member] { true } else { false }
    }

    /// Changes a member or a row. Returns the operations that change a copy of the old document in
    /// the same way; none if nothing is different.
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
        setRow(row, of: member, at: path, to: value)
        return operations
    }

    private mutating func setRow(
        _ row: String, of member: String, at path: String, to value: JSON?
    ) {
        // Removed while they change, so that the rows are not copied.
        var rows: [String: Hashed] = [:]
        switch members.removeValue(forKey: member) {
        case .rows(let present): rows = present
        case .value(let hashed): leave(hashed)
        case nil: break
        }
        if let old = rows[row] { leave(old) }
        rows[row] = value.map { hashed($0, at: path) }
        members[member] = .rows(rows)
    }

    private mutating func setMember(_ member: String, to value: JSON?) {
        switch members.removeValue(forKey: member) {
        case .value(let hashed): leave(hashed)
        case .rows(let rows): for row in rows.values { leave(row) }
        case nil: break
        }
        switch value {
        case nil: break
        case .object(let rows):
            members[member] = .rows([:])
            for (row, value) in rows {
                setRow(row, of: member, at: Pointer.path(member, row), to: value)
            }
        case .some(let value): members[member] = .value(hashed(value, at: Pointer.path(member)))
        }
    }

    /// Adds a value to the sums.
    private mutating func hashed(_ value: JSON, at path: String) -> Hashed {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(1024)
        bytes.append(contentsOf: path.utf8)
        bytes.append(UInt8(ascii: " "))
        let start = bytes.count
        value.write(to: &bytes)
        let count = bytes.count - start
        let checksum = bytes.withUnsafeBufferPointer {
            UInt32(crc32_z(0, $0.baseAddress, $0.count))
        }
        sum &+= checksum
        byteCount += count
        return Hashed(value: value, checksum: checksum, bytes: UInt32(clamping: count))
    }

    private mutating func leave(_ hashed: Hashed) {
        sum &-= hashed.checksum
        byteCount -= Int(hashed.bytes)
    }

    /// The document for readers who get the view masked.
    func masked(by board: any Board) -> Document {
        Document(memberValues.mapValues { board.maskedMember($0) })
    }

    /// The changes that turn this document into one with these members, row by row where both have
    /// rows.
    func changes(to other: [String: JSON]) -> [RowChange] {
        Set(members.keys).union(other.keys).sorted().flatMap { name -> [RowChange] in
            switch (self[name], other[name]) {
            case (.some(.object(let old)), .some(.object(let new))):
                Set(old.keys).union(new.keys).sorted().compactMap { row in
                    old[row] == new[row]
                        ? nil : RowChange(view: "", member: name, row: row, value: new[row])
                }
            case (let old, let new):
                old == new ? [] : [RowChange(view: "", member: name, row: nil, value: new)]
            }
        }
    }
}

extension Document: Equatable {
    public static func == (one: Document, other: Document) -> Bool {
        one.sum == other.sum && one.json == other.json
    }
}
