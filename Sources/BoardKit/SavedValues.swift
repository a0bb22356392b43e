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

extension Int64: SavedValue {
    public func write(to writer: inout StateWriter) { writer.write(Int(self)) }

    public init(from reader: inout StateReader) throws(StateError) {
        self.init(try reader.read(Int.self))
    }

    public func isSame(as other: Int64) -> Bool { self == other }
}

/// One of a few words, written as its position among them.
package protocol SavedCase: CaseIterable, Equatable, SavedValue {}

extension SavedCase where AllCases == [Self] {
    package func write(to writer: inout StateWriter) {
        writer.write(Self.allCases.firstIndex(of: self) ?? 0)
    }

    package init(from reader: inout StateReader) throws(StateError) {
        let index: Int = try reader.read()
        guard Self.allCases.indices.contains(index) else {
            throw StateError("a value is not one of its type's cases")
        }
        self = Self.allCases[index]
    }

    package func isSame(as other: Self) -> Bool { self == other }
}
