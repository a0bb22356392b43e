package import Sync

/// Writes the fields of a state that differ from another state's: a number whose bits say which,
/// followed by the fields.
package struct DifferenceWriter {
    private var present = 0
    private var bit = 1
    private var fields = StateWriter()

    package init() {}

    /// - Parameter old: the same field of the other state, if there is one.
    package mutating func add<Value: SavedValue>(_ new: Value, after old: Value?) {
        if !(old.map(new.isSame(as:)) ?? false) {
            present |= bit
            fields.write(new)
        }
        bit <<= 1
    }

    package func write(to writer: inout StateWriter) {
        writer.write(present)
        writer.append(fields.bytes)
    }
}

/// Reads what `DifferenceWriter` wrote, field by field in the same order.
package struct DifferenceReader {
    private var present: Int

    package init(from reader: inout StateReader) throws(StateError) { present = try reader.read() }

    package mutating func next<Value: SavedValue>(
        _ reader: inout StateReader, after old: Value?
    ) throws(StateError) -> Value {
        guard let value = try nextOrOld(&reader, old) else {
            throw StateError("a field is missing")
        }
        return value
    }

    /// Reads a field that may have no value.
    package mutating func nextOptional<Value: SavedValue>(
        _ reader: inout StateReader, after old: Value?
    ) throws(StateError) -> Value? {
        try nextOrOld(&reader, Optional(old)) ?? nil
    }

    private mutating func nextOrOld<Field: SavedValue>(
        _ reader: inout StateReader, _ old: Field?
    ) throws(StateError) -> Field? {
        defer { present >>= 1 }
        return present & 1 == 1 ? try reader.read(Field.self) : old
    }
}
