public import JSON

/// The protocol's hash of a document: the sum of the CRC-32 of its rows, modulo 2³². It finds
/// mistakes, and does not protect against an adversary.
///
/// A row is a member of a member that is an object, or a member that is not an object. The CRC
/// covers its path (names escaped as in RFC 6901), a space, and the canonical JSON of its value.
public struct DocumentHash: Sendable, Equatable {
    private var sums: [String: UInt32] = [:]
    private var total: UInt32 = 0

    /// Creates the hash of a document.
    ///
    /// A value that is not an object has the hash of an empty one.
    public init(of document: JSON) {
        for (name, value) in document.members ?? [:] {
            for (path, sum) in Self.sums(of: value, named: name) { add(sum, at: path) }
        }
    }

    /// The hash as 8 lowercase hexadecimal digits.
    public var text: String {
        let digits = String(total, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// Updates the hash after a whole member has changed.
    mutating func update(member: String, from old: JSON?, to new: JSON?) {
        if let old { for path in Self.paths(of: old, named: member) { remove(path) } }
        guard let new else { return }
        for (path, sum) in Self.sums(of: new, named: member) { add(sum, at: path) }
    }

    /// Updates the hash after a row of a member that is an object has changed.
    mutating func update(member: String, row: String, to value: JSON?) {
        let path = JSONPointer.path(member, row)
        remove(path)
        if let value { add(Self.sum(of: value, at: path), at: path) }
    }

    private mutating func add(_ sum: UInt32, at path: String) {
        sums[path] = sum
        total &+= sum
    }

    private mutating func remove(_ path: String) {
        if let sum = sums.removeValue(forKey: path) { total &-= sum }
    }

    private static func paths(of value: JSON, named name: String) -> [String] {
        guard let rows = value.members else { return [JSONPointer.path(name)] }
        return rows.keys.map { JSONPointer.path(name, $0) }
    }

    private static func sums(of value: JSON, named name: String) -> [(String, UInt32)] {
        guard let rows = value.members else {
            let path = JSONPointer.path(name)
            return [(path, sum(of: value, at: path))]
        }
        return rows.map { row, value in
            let path = JSONPointer.path(name, row)
            return (path, sum(of: value, at: path))
        }
    }

    private static func sum(of value: JSON, at path: String) -> UInt32 {
        Checksum.of(Array(path.utf8) + [UInt8(ascii: " ")] + value.canonical)
    }
}
