/// Reads what `StateWriter` wrote. Whatever the bytes are, it gives a value or throws.
///
/// Readers share the bytes: a reader of a part can be kept, and read later.
package struct StateReader: Sendable {
    let bytes: [UInt8]
    private(set) var offset: Int
    let end: Int

    package init(_ bytes: [UInt8]) { self.init(bytes, in: bytes.startIndex..<bytes.endIndex) }

    /// - Parameter range: the part that is read; it has to lie within the bytes.
    package init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        offset = range.lowerBound
        end = range.upperBound
    }

    package var isAtEnd: Bool { offset == end }

    package mutating func read<Value: SavedValue>(
        _ type: Value.Type = Value.self
    ) throws(StateError) -> Value {
        try Value(from: &self)
    }

    package mutating func readFixed() throws(StateError) -> Int {
        let start = try skip(8)
        return Self.fixed(at: start, in: bytes)
    }

    /// A count of things that take a byte each at the least, so that it is never one that only a
    /// damaged file could have.
    package mutating func readCount() throws(StateError) -> Int {
        let count = try readNumber()
        guard (0...(end - offset)).contains(count) else { throw StateError("a count is too high") }
        return count
    }

    /// What `writeBytes` wrote, to be read by itself.
    package mutating func readPart() throws(StateError) -> StateReader {
        let count = try readCount()
        let start = try skip(count)
        return StateReader(bytes, in: start..<(start + count))
    }

    /// All that is left.
    package var rest: ArraySlice<UInt8> { bytes[offset..<end] }

    /// - Returns: where the bytes that were skipped begin.
    mutating func skip(_ count: Int) throws(StateError) -> Int {
        guard count >= 0, count <= end - offset else { throw StateError("the end is missing") }
        defer { offset += count }
        return offset
    }

    mutating func readNumber() throws(StateError) -> Int {
        var number: UInt = 0
        var shift = 0
        while offset < end, shift < UInt.bitWidth {
            let byte = bytes[offset]
            offset += 1
            number |= UInt(byte & 0x7F) << shift
            if byte < 0x80 { return Int(bitPattern: number >> 1) ^ -Int(bitPattern: number & 1) }
            shift += 7
        }
        throw StateError("a number is torn")
    }

    /// - Parameter start: eight bytes begin there.
    static func fixed(at start: Int, in bytes: [UInt8]) -> Int {
        bytes.withUnsafeBytes { bytes in
            let number = bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
            return Int(truncatingIfNeeded: UInt64(littleEndian: number))
        }
    }
}

/// Why bytes are no state: a phrase for whoever runs the hub, with nothing of the state in it.
package struct StateError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
