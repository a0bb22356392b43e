/// Reads what `StateWriter` wrote. Any bytes at all are safe to read: the result is a value or an
/// error.
///
/// Readers share the bytes, so a reader of a part can be kept and used later.
public struct StateReader: Sendable {
    let bytes: [UInt8]
    private(set) var offset: Int
    let end: Int

    public init(_ bytes: [UInt8]) { self.init(bytes, in: bytes.startIndex..<bytes.endIndex) }

    /// - Parameter range: the part to read. It must lie within the bytes.
    public init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        offset = range.lowerBound
        end = range.upperBound
    }

    public var isAtEnd: Bool { offset == end }

    @inlinable public mutating func read<Value: SavedValue>(
        _ type: Value.Type = Value.self
    ) throws(StateError) -> Value {
        try Value(from: &self)
    }

    package mutating func readFixed() throws(StateError) -> Int {
        let start = try skip(8)
        return Self.fixed(at: start, in: bytes)
    }

    /// Reads a count of elements that take at least one byte each. Throws if the remaining bytes
    /// can't hold so many, so that a damaged file can't make its reader allocate too much.
    public mutating func readCount() throws(StateError) -> Int {
        let count = try readNumber()
        guard (0...(end - offset)).contains(count) else { throw StateError("a count is too high") }
        return count
    }

    /// Returns a reader of what `writeBytes` wrote.
    public mutating func readPart() throws(StateError) -> StateReader {
        let count = try readCount()
        let start = try skip(count)
        return StateReader(bytes, in: start..<(start + count))
    }

    public var rest: ArraySlice<UInt8> { bytes[offset..<end] }

    /// - Returns: the position of the skipped bytes.
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
        throw StateError("a number is cut off")
    }

    /// - Parameter start: the position of eight bytes.
    static func fixed(at start: Int, in bytes: [UInt8]) -> Int {
        bytes.withUnsafeBytes { bytes in
            let number = bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
            return Int(truncatingIfNeeded: UInt64(littleEndian: number))
        }
    }
}

/// The reason why bytes are not a saved state: a phrase for the operator, without the state's
/// content.
public struct StateError: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}
