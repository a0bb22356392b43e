package import Sync

/// A state whose fields are named once, for writing and for reading.
package protocol FieldState: LedgerState {
    /// What the first state of a thing is written as the difference from.
    static var blank: Self { get }

    /// Calls `fields` with each field and the same field of another state, always in the same order.
    mutating func visit(_ fields: inout some StateFields, _ old: Self) throws(StateError)
}

/// Writes or reads the fields of a state.
package protocol StateFields {
    mutating func callAsFunction<Value: SavedValue>(
        _ value: inout Value, _ old: Value
    ) throws(StateError)
}

extension FieldState {
    package func write(to writer: inout StateWriter, after previous: Self?) {
        var fields = DifferenceWriter()
        var state = self
        // Only reading fails.
        try? state.visit(&fields, previous ?? .blank)
        fields.write(to: &writer)
    }

    package init(from reader: inout StateReader, after previous: Self?) throws(StateError) {
        let previous = previous ?? .blank
        self = previous
        var fields = try DifferenceReader(reader)
        try visit(&fields, previous)
        reader = fields.reader
    }
}

/// A value that is saved as its difference from a blank one.
package protocol SavedFields: FieldState, SavedValue {}

extension SavedFields {
    package func write(to writer: inout StateWriter) { write(to: &writer, after: nil) }

    package init(from reader: inout StateReader) throws(StateError) {
        try self.init(from: &reader, after: nil)
    }

    package func isSame(as other: Self) -> Bool {
        var fields = DifferenceWriter()
        var value = self
        try? value.visit(&fields, other)
        return fields.isEmpty
    }
}

/// Writes the fields that differ: a number whose bits say which, followed by the fields.
private struct DifferenceWriter: StateFields {
    private var present = 0
    private var bit = 1
    private var fields = StateWriter()

    var isEmpty: Bool { present == 0 }

    mutating func callAsFunction<Value: SavedValue>(_ value: inout Value, _ old: Value) {
        if !value.isSame(as: old) {
            present |= bit
            fields.write(value)
        }
        bit <<= 1
    }

    func write(to writer: inout StateWriter) {
        writer.write(present)
        writer.append(fields.bytes)
    }
}

/// Reads what `DifferenceWriter` wrote.
private struct DifferenceReader: StateFields {
    private(set) var reader: StateReader
    private var present: Int

    init(_ reader: StateReader) throws(StateError) {
        self.reader = reader
        present = try self.reader.read()
    }

    mutating func callAsFunction<Value: SavedValue>(
        _ value: inout Value, _ old: Value
    ) throws(StateError) {
        if present & 1 == 1 { value = try reader.read() }
        present >>= 1
    }
}
