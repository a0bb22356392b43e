/// The division of a symbol's codewords into blocks, each with its own error correction (ISO/IEC
/// 18004, 7.5.1, table 9).
///
/// All blocks have the same number of correction codewords. The last ones may have one more data
/// codeword.
struct CorrectionBlocks: Sendable, Equatable {
    let blockCount: Int
    /// The number of correction codewords in each block.
    let correctionCount: Int
    /// The number of data codewords in all blocks.
    let dataCount: Int

    init(version: SymbolVersion, correction: QRCode.Correction) {
        let row = Self.table(of: correction)
        blockCount = row.blocks[version.number - 1]
        correctionCount = row.correction[version.number - 1]
        dataCount = version.codewordCount - blockCount * correctionCount
    }

    /// The number of data codewords in each block, in order.
    var dataCounts: [Int] {
        let shorter = dataCount / blockCount
        let longerCount = dataCount % blockCount
        return (0..<blockCount).map { $0 < blockCount - longerCount ? shorter : shorter + 1 }
    }

    private static func table(
        of correction: QRCode.Correction
    ) -> (blocks: [Int], correction: [Int]) {
        switch correction {
        case .low: (lowBlocks, lowCorrection)
        case .medium: (mediumBlocks, mediumCorrection)
        case .quartile: (quartileBlocks, quartileCorrection)
        case .high: (highBlocks, highCorrection)
        }
    }

    // By version, from 1 to 40: the number of blocks, and of the correction codewords in each.
    private static let lowBlocks = [
        1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8,
        8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
    ]
    private static let lowCorrection = [
        7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28,
        28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ]
    private static let mediumBlocks = [
        1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16,
        17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
    ]
    private static let mediumCorrection = [
        10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
        26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    ]
    private static let quartileBlocks = [
        1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20,
        23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68,
    ]
    private static let quartileCorrection = [
        13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30,
        28, 30, 30, 30, 30, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ]
    private static let highBlocks = [
        1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25,
        25, 34, 30, 32, 35, 37, 40, 42, 45, 48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81,
    ]
    private static let highCorrection = [
        17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28,
        30, 24, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ]
}
