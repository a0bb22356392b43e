public import JSON
public import Sync

/// A set is written in order, so that equal sets give equal bytes.
extension Set: SavedValue where Element: SavedValue & Comparable {
    public func write(to writer: inout StateWriter) { writer.write(sorted()) }

    public init(from reader: inout StateReader) throws(StateError) {
        self.init(try reader.read([Element].self))
    }

    public func isSame(as other: Set) -> Bool { self == other }
}

/// A dictionary is written in the order of its keys.
extension Dictionary: SavedValue where Key: SavedValue & Comparable, Value: SavedValue {
    public func write(to writer: inout StateWriter) {
        writer.write(count)
        for (key, value) in sorted(by: { $0.key < $1.key }) {
            writer.write(key)
            writer.write(value)
        }
    }

    public init(from reader: inout StateReader) throws(StateError) {
        self.init()
        for _ in 0..<(try reader.readCount()) {
            let key: Key = try reader.read()
            updateValue(try reader.read(), forKey: key)
        }
    }

    public func isSame(as other: Dictionary) -> Bool {
        count == other.count
            && allSatisfy { key, value in
                other[key].map(value.isSame(as:)) ?? false
            }
    }
}

extension Double: SavedValue {
    public func write(to writer: inout StateWriter) {
        writer.writeFixed(Int(bitPattern: UInt(bitPattern)))
    }

    public init(from reader: inout StateReader) throws(StateError) {
        self.init(bitPattern: UInt64(bitPattern: Int64(try reader.readFixed())))
    }

    public func isSame(as other: Double) -> Bool { bitPattern == other.bitPattern }
}

extension JSON: SavedValue {
    public func write(to writer: inout StateWriter) { writer.writeBytes(canonical) }

    public init(from reader: inout StateReader) throws(StateError) {
        guard let value = try? JSON(parsing: Array(try reader.readPart().rest)) else {
            throw StateError("a value is no JSON")
        }
        self = value
    }

    public func isSame(as other: JSON) -> Bool { self == other }
}

extension Int64: SavedValue {
    public func write(to writer: inout StateWriter) { writer.write(Int(self)) }

    public init(from reader: inout StateReader) throws(StateError) {
        self.init(try reader.read(Int.self))
    }

    public func isSame(as other: Int64) -> Bool { self == other }
}

/// A value that is saved as a text, which is also its member.
public protocol SavedText: SavedValue, MemberValue {
    var text: String { get }

    /// Returns `nil` for an invalid text.
    init?(_ text: String)
}

extension SavedText {
    @inlinable public func write(to writer: inout StateWriter) { writer.write(text) }

    @inlinable public init(from reader: inout StateReader) throws(StateError) {
        guard let value = Self(try reader.read(String.self)) else {
            throw StateError("a text is malformed")
        }
        self = value
    }

    @inlinable public func isSame(as other: Self) -> Bool { text == other.text }

    @inlinable public var member: JSON { .string(text) }

    @inlinable public init?(member: JSON) {
        guard let text = member.text else { return nil }
        self.init(text)
    }
}

/// An enumeration of words, saved as the position among its cases.
public protocol SavedCase: CaseIterable, Comparable, SavedValue, MemberValue,
    RawRepresentable<String>
{}

extension SavedCase where AllCases == [Self] {
    public func write(to writer: inout StateWriter) {
        writer.write(Self.allCases.firstIndex(of: self) ?? 0)
    }

    public init(from reader: inout StateReader) throws(StateError) {
        let index: Int = try reader.read()
        guard Self.allCases.indices.contains(index) else {
            throw StateError("a value is not one of its type's cases")
        }
        self = Self.allCases[index]
    }

    public func isSame(as other: Self) -> Bool { self == other }

    /// In the order of the declaration.
    public static func < (one: Self, other: Self) -> Bool {
        allCases.firstIndex(of: one) ?? 0 < allCases.firstIndex(of: other) ?? 0
    }

    public var member: JSON { .string(rawValue) }

    public init?(member: JSON) {
        guard let word = member.text else { return nil }
        self.init(rawValue: word)
    }
}
