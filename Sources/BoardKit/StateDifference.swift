public import Sync

/// A state whose fields are named once, for writing and for reading.
public protocol FieldState: LedgerState {
    /// What the first state of a thing is written as the difference from.
    static var blank: Self { get }

    /// Calls `fields` with each field and the same field of another state, always in the same order.
    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError)
}

extension FieldState {
    public func write(to writer: inout StateWriter, after previous: Self?) {
        var fields = StateFields()
        var state = self
        // Only reading fails.
        try? state.visit(&fields, previous ?? .blank)
        fields.write(to: &writer)
    }

    public init(from reader: inout StateReader, after previous: Self?) throws(StateError) {
        let previous = previous ?? .blank
        self = previous
        var fields = try StateFields(reading: reader)
        try visit(&fields, previous)
        reader = fields.reader
    }
}

/// A value that is saved as its difference from a blank one.
public protocol SavedFields: FieldState, SavedValue {}

extension SavedFields {
    public func write(to writer: inout StateWriter) { write(to: &writer, after: nil) }

    public init(from reader: inout StateReader) throws(StateError) {
        try self.init(from: &reader, after: nil)
    }

    public func isSame(as other: Self) -> Bool {
        var fields = StateFields()
        var value = self
        try? value.visit(&fields, other)
        return fields.isEmpty
    }
}

/// Writes the fields of a state that differ from those of another one, or reads them: a number whose
/// bits say which they are, followed by the fields.
public struct StateFields {
    @usableFromInline let isReading: Bool
    @usableFromInline var reader = StateReader([])
    @usableFromInline var written = StateWriter()
    @usableFromInline var present = 0
    @usableFromInline var bit = 1

    /// Writes.
    fileprivate init() { isReading = false }

    fileprivate init(reading reader: StateReader) throws(StateError) {
        isReading = true
        self.reader = reader
        present = try self.reader.read()
    }

    fileprivate var isEmpty: Bool { present == 0 }

    @inlinable public mutating func callAsFunction<Value: SavedValue>(
        _ value: inout Value, _ old: Value
    ) throws(StateError) {
        if isReading {
            if present & bit != 0 { value = try reader.read() }
        } else if !value.isSame(as: old) {
            present |= bit
            value.write(to: &written)
        }
        bit <<= 1
    }

    fileprivate func write(to writer: inout StateWriter) {
        writer.write(present)
        writer.append(written.bytes)
    }
}
