/// A symbol's codewords in the order of their placement: the text's bytes and their error
/// correction.
struct MessageCodewords: Sendable {
    let codewords: [UInt8]

    /// - Parameter bytes: At most `SymbolVersion.bytesMax`.
    init(_ bytes: [UInt8], version: SymbolVersion, correction: QRCode.Correction) {
        let blocks = CorrectionBlocks(version: version, correction: correction)
        let data = Self.data(of: bytes, version: version, count: blocks.dataCount)
        codewords = Self.interleaved(data, in: blocks)
    }

    /// Returns one segment in byte mode (ISO/IEC 18004, 7.4.1 and 7.4.5), padded to the symbol's
    /// capacity.
    static func data(of bytes: [UInt8], version: SymbolVersion, count: Int) -> [UInt8] {
        var stream = BitStream()
        stream.append(0b0100, count: 4)
        stream.append(bytes.count, count: version.countIndicatorBits)
        for byte in bytes { stream.append(Int(byte), count: 8) }
        // The terminator (7.4.9). The mode takes four bits, so there is always room for its four,
        // and they complete a codeword.
        stream.append(0b0000, count: 4)
        let padding = [0xEC, 0x11] as [UInt8]
        let missing = count - stream.codewords.count
        return stream.codewords + (0..<missing).map { padding[$0 % 2] }
    }

    /// Returns the first codeword of each block, then the second of each, and so on, and then the
    /// correction codewords in the same order (7.6). A stain then affects many blocks a little.
    static func interleaved(_ data: [UInt8], in blocks: CorrectionBlocks) -> [UInt8] {
        var start = 0
        let parts = blocks.dataCounts.map { count in
            defer { start += count }
            return Array(data[start..<start + count])
        }
        let code = ReedSolomon(correctionCount: blocks.correctionCount)
        return columns(of: parts) + columns(of: parts.map(code.correction(of:)))
    }

    private static func columns(of rows: [[UInt8]]) -> [UInt8] {
        let longest = rows.map(\.count).max() ?? 0
        return (0..<longest).flatMap { column in
            rows.compactMap { column < $0.count ? $0[column] : nil }
        }
    }
}
