/// Numbered records, laid out so that each can be found without reading the others: a sorted index
/// of numbers, followed by the records.
///
/// A venue's past contains hundreds of thousands of parties, of which hardly any is ever needed.
/// They stay encoded until then.
package struct SavedTable: Sendable {
    private let bytes: [UInt8]
    /// The number and the offset of each record, 8 bytes each.
    private let index: Range<Int>
    private let records: Range<Int>

    static let indexEntryBytes = 16

    package init() {
        bytes = []
        index = 0..<0
        records = 0..<0
    }

    package init(from reader: inout StateReader) throws(StateError) {
        let count = try reader.readCount()
        let recordBytes = try reader.readCount()
        let (indexBytes, isTooMuch) = count.multipliedReportingOverflow(by: Self.indexEntryBytes)
        guard !isTooMuch else { throw StateError("a count is too high") }
        let start = try reader.skip(indexBytes)
        index = start..<(start + indexBytes)
        let recordStart = try reader.skip(recordBytes)
        records = recordStart..<(recordStart + recordBytes)
        bytes = reader.bytes
    }

    package var count: Int { index.count / Self.indexEntryBytes }

    /// - Parameter position: from 0 to `count` - 1.
    package func number(at position: Int) -> Int {
        StateReader.fixed(at: index.lowerBound + position * Self.indexEntryBytes, in: bytes)
    }

    /// - Parameter position: from 0 to `count` - 1.
    package func record(at position: Int) -> StateReader {
        let start = boundary(position)
        return StateReader(bytes, in: start..<max(start, boundary(position + 1)))
    }

    /// The record with this number, if any.
    package subscript(number: Int) -> StateReader? {
        guard let position = position(upTo: number), self.number(at: position) == number else {
            return nil
        }
        return record(at: position)
    }

    /// Returns the record with the highest number up to this one, if any.
    package func record(upTo number: Int) -> StateReader? {
        position(upTo: number).map(record(at:))
    }

    private func position(upTo number: Int) -> Int? {
        var low = 0
        var high = count
        while low < high {
            let middle = low + (high - low) / 2
            if self.number(at: middle) <= number { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : low - 1
    }

    /// Returns the start of a record, or the end of the last one. Always within the records, even
    /// if the index is damaged.
    private func boundary(_ position: Int) -> Int {
        guard position < count else { return records.upperBound }
        let offset = StateReader.fixed(
            at: index.lowerBound + position * Self.indexEntryBytes + 8, in: bytes)
        return records.lowerBound + min(max(offset, 0), records.count)
    }
}

/// Writes a `SavedTable`.
package struct SavedTableWriter {
    private var index = StateWriter()
    private var records = StateWriter()
    private var count = 0

    package init() {}

    /// - Parameter number: higher than all numbers before.
    package mutating func append(_ number: Int, _ write: (inout StateWriter) -> Void) {
        index.writeFixed(number)
        index.writeFixed(records.bytes.count)
        write(&records)
        count += 1
    }

    package func write(to writer: inout StateWriter) {
        writer.write(count)
        writer.write(records.bytes.count)
        writer.append(index.bytes)
        writer.append(records.bytes)
    }
}
