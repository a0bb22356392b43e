/// What a symbol's modules say: the text's bytes and what corrects them, in the order in which they
/// are placed.
struct MessageCodewords: Sendable {
    let codewords: [UInt8]

    /// - Parameter bytes: no more than `SymbolVersion.bytesMax`.
    init(_ bytes: [UInt8], version: SymbolVersion, correction: QRCode.Correction) {
        let blocks = CorrectionBlocks(version: version, correction: correction)
        let data = Self.data(of: bytes, version: version, count: blocks.dataCount)
        codewords = Self.interleaved(data, in: blocks)
    }

    /// One segment in byte mode (ISO/IEC 18004, 7.4.1 and 7.4.5), and what fills up the symbol.
    static func data(of bytes: [UInt8], version: SymbolVersion, count: Int) -> [UInt8] {
        var stream = BitStream()
        stream.append(0b0100, count: 4)
        stream.append(bytes.count, count: version.countIndicatorBits)
        for byte in bytes { stream.append(Int(byte), count: 8) }
        // The terminator (7.4.9). Whole bytes after the mode's four bits leave place for its four
        // at any length, and these end the codeword.
        stream.append(0b0000, count: 4)
        let padding = [0xEC, 0x11] as [UInt8]
        let missing = count - stream.codewords.count
        return stream.codewords + (0..<missing).map { padding[$0 % 2] }
    }

    /// The first codeword of each block, the second of each, and so on; then the codewords for
    /// correction likewise (7.6). What a stain covers so falls on many blocks.
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
