/// Bits that are packed into codewords, the highest bit first (ISO/IEC 18004, 7.4.10).
struct BitStream: Sendable {
    /// The codewords. The last one is padded with zeros.
    private(set) var codewords: [UInt8] = []
    private var bitCount = 0

    /// Appends the `count` lowest bits of `value`.
    mutating func append(_ value: Int, count: Int) {
        for place in (0..<count).reversed() {
            if bitCount % 8 == 0 { codewords.append(0) }
            if value >> place & 1 == 1 { codewords[codewords.count - 1] |= 0x80 >> (bitCount % 8) }
            bitCount += 1
        }
    }
}
