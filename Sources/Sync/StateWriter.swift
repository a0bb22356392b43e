/// Writes the state of a venue as bytes, for `StateReader`.
///
/// Numbers are LEB128 with the sign in the lowest bit, so small ones take one byte. Texts and lists
/// begin with their count. Equal states give equal bytes.
public struct StateWriter: Sendable {
    public private(set) var bytes: [UInt8] = []

    public init() {}

    @inlinable public mutating func write(_ value: some SavedValue) { value.write(to: &self) }

    /// Writes eight bytes, the lowest first: for values that must be found without reading those
    /// before them.
    package mutating func writeFixed(_ number: Int) {
        withUnsafeBytes(of: UInt64(bitPattern: Int64(number)).littleEndian) {
            bytes.append(contentsOf: $0)
        }
    }

    public mutating func writeBytes(_ others: some Collection<UInt8>) {
        write(others.count)
        append(others)
    }

    /// Appends bytes whose count the reader knows from elsewhere.
    public mutating func append(_ others: some Sequence<UInt8>) {
        bytes.append(contentsOf: others)
    }

    /// Reserves space for this many bytes, so that they are not copied as more are written.
    package mutating func reserveCapacity(_ byteCount: Int) { bytes.reserveCapacity(byteCount) }

    /// Removes all bytes outside these ranges, which must be in ascending order.
    package mutating func keepOnly(_ ranges: some Sequence<Range<Int>>) {
        var end = 0
        for range in ranges {
            for offset in range {
                bytes[end] = bytes[offset]
                end += 1
            }
        }
        bytes.removeSubrange(end...)
    }

    /// Inserts the bytes of another writer before those of this one.
    package mutating func prepend(_ other: StateWriter) {
        bytes.insert(contentsOf: other.bytes, at: 0)
    }

    mutating func writeNumber(_ number: Int) {
        var rest = UInt(bitPattern: number << 1 ^ number >> (Int.bitWidth - 1))
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
