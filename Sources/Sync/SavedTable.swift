/// Records by number, laid out so that any one is found without reading the others: an index of
/// numbers in rising order, and the records one after the other.
///
/// A venue's past is hundreds of thousands of parties, any of which may be asked for, though hardly
/// any ever is: so they stay bytes until then.
package struct SavedTable: Sendable {
    private let bytes: [UInt8]
    /// For each record its number and where it begins, 8 bytes each.
    private let index: Range<Int>
    private let records: Range<Int>

    static let indexEntryBytes = 16

    /// Without any record.
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

    /// `nil` when there is no record of this number.
    package subscript(number: Int) -> StateReader? {
        guard let position = position(upTo: number), self.number(at: position) == number else {
            return nil
        }
        return record(at: position)
    }

    /// The record with the highest number that is not above this one.
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

    /// Where a record begins, or all of them end; within the records, whatever the index says.
    private func boundary(_ position: Int) -> Int {
        guard position < count else { return records.upperBound }
        let offset = StateReader.fixed(
            at: index.lowerBound + position * Self.indexEntryBytes + 8, in: bytes)
        return records.lowerBound + min(max(offset, 0), records.count)
    }
}

/// Makes a `SavedTable`.
package struct SavedTableWriter {
    private var index = StateWriter()
    private var records = StateWriter()
    private var count = 0

    package init() {}

    /// - Parameter number: higher than all before.
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
