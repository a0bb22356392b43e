/// A value that a saved state consists of.
public protocol SavedValue: Sendable {
    func write(to writer: inout StateWriter)
    init(from reader: inout StateReader) throws(StateError)
    /// Whether the other value is written as the same bytes.
    func isSame(as other: Self) -> Bool
}

extension Int: SavedValue {
    public func write(to writer: inout StateWriter) { writer.writeNumber(self) }

    public init(from reader: inout StateReader) throws(StateError) {
        self = try reader.readNumber()
    }

    public func isSame(as other: Int) -> Bool { self == other }
}

extension Bool: SavedValue {
    public func write(to writer: inout StateWriter) { writer.writeNumber(self ? 1 : 0) }

    public init(from reader: inout StateReader) throws(StateError) {
        self = try reader.readNumber() != 0
    }

    public func isSame(as other: Bool) -> Bool { self == other }
}

extension Instant: SavedValue {
    public func write(to writer: inout StateWriter) { writer.writeNumber(Int(milliseconds)) }

    public init(from reader: inout StateReader) throws(StateError) {
        self.init(milliseconds: Int64(try reader.readNumber()))
    }

    public func isSame(as other: Instant) -> Bool { self == other }
}

extension String: SavedValue {
    public func write(to writer: inout StateWriter) { writer.writeBytes(utf8) }

    public init(from reader: inout StateReader) throws(StateError) {
        self.init(decoding: try reader.readPart().rest, as: UTF8.self)
    }

    /// Compares bytes: two strings that are equal in Swift may still be written differently.
    public func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Optional: SavedValue where Wrapped: SavedValue {
    @inlinable public func write(to writer: inout StateWriter) {
        writer.write(self != nil)
        if let self { writer.write(self) }
    }

    @inlinable public init(from reader: inout StateReader) throws(StateError) {
        self = try reader.read(Bool.self) ? try reader.read(Wrapped.self) : nil
    }

    @inlinable public func isSame(as other: Wrapped?) -> Bool {
        switch (self, other) {
        case (nil, nil): true
        case (let one?, let other?): one.isSame(as: other)
        default: false
        }
    }
}

extension Array: SavedValue where Element: SavedValue {
    public func write(to writer: inout StateWriter) {
        writer.write(count)
        for element in self { writer.write(element) }
    }

    public init(from reader: inout StateReader) throws(StateError) {
        self = []
        for _ in 0..<(try reader.readCount()) { append(try reader.read(Element.self)) }
    }

    public func isSame(as other: [Element]) -> Bool {
        count == other.count && zip(self, other).allSatisfy { $0.isSame(as: $1) }
    }
}
