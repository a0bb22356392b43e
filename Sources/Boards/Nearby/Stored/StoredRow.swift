import Sync

/// A row of a feed in stored form.
protocol StoredRow: Sendable {
    func write(to writer: inout StateWriter)
    init(from reader: inout StateReader) throws(StateError)
}

/// Rows that stay in stored form in memory: one array of bytes, from which a row is decoded when it
/// is needed. This takes a third of the memory of an array of structs with texts.
struct StoredRows<Row: StoredRow>: Sendable, RandomAccessCollection {
    private let bytes: [UInt8]
    /// The offset of each row, and the end of the last.
    private let starts: [UInt32]

    var startIndex: Int { 0 }
    var endIndex: Int { starts.count - 1 }

    /// Reads the rows that `write` wrote.
    ///
    /// - Throws: an error if any row is damaged. Afterwards, each row can be read.
    init(from reader: inout StateReader, of bytes: [UInt8]) throws(StateError) {
        let count = try reader.readCount()
        var starts: [UInt32] = []
        starts.reserveCapacity(count + 1)
        starts.append(try Self.offset(of: reader))
        for _ in 0..<count {
            _ = try Row(from: &reader)
            starts.append(try Self.offset(of: reader))
        }
        self.bytes = bytes
        self.starts = starts
    }

    private static func offset(of reader: StateReader) throws(StateError) -> UInt32 {
        guard let offset = UInt32(exactly: reader.rest.startIndex) else {
            throw StateError("a feed is too large")
        }
        return offset
    }

    static func write(_ rows: [Row], to writer: inout StateWriter) {
        writer.write(rows.count)
        for row in rows { row.write(to: &writer) }
    }

    subscript(index: Int) -> Row {
        var reader = reader(at: index)
        guard let row = try? Row(from: &reader) else {
            preconditionFailure("Each row was read before")
        }
        return row
    }

    private func reader(at index: Int) -> StateReader {
        StateReader(bytes, in: Int(starts[index])..<Int(starts[index + 1]))
    }
}

/// A row that begins with its position.
protocol PositionedRow: StoredRow {}

extension StoredRows where Row: PositionedRow {
    /// Returns the position of a row without decoding the rest of it.
    func position(at index: Int) -> Coordinates {
        var reader = reader(at: index)
        guard let position = try? Coordinates(from: &reader) else {
            preconditionFailure("Each row was read before")
        }
        return position
    }
}

extension StoredRows {
    /// Encodes rows that were not stored before.
    init(_ rows: [Row]) {
        var writer = StateWriter()
        Self.write(rows, to: &writer)
        var reader = StateReader(writer.bytes)
        guard let stored = try? Self(from: &reader, of: writer.bytes) else {
            preconditionFailure("What was written can be read")
        }
        self = stored
    }
}

extension Coordinates: StoredRow {
    func write(to writer: inout StateWriter) {
        writer.writeFixed(Int(bitPattern: UInt(latitude.bitPattern)))
        writer.writeFixed(Int(bitPattern: UInt(longitude.bitPattern)))
    }

    init(from reader: inout StateReader) throws(StateError) {
        let latitude = Double(bitPattern: UInt64(bitPattern: Int64(try reader.readFixed())))
        let longitude = Double(bitPattern: UInt64(bitPattern: Int64(try reader.readFixed())))
        guard let position = Coordinates(latitude: latitude, longitude: longitude) else {
            throw StateError("a position is out of range")
        }
        self = position
    }
}
