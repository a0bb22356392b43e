/// A size of a symbol, of which there are forty (ISO/IEC 18004, 6.3.2).
struct SymbolVersion: Sendable, Hashable {
    /// From 1 to 40.
    let number: Int

    /// The number of modules on a side.
    var size: Int { 17 + 4 * number }

    /// The centres of alignment patterns, in both directions (annex E): from 6 to the seventh
    /// module from the far edge, at equal distances except for the first.
    var alignmentCentres: [Int] {
        guard number > 1 else { return [] }
        let count = number / 7 + 2
        let last = size - 7
        // The distance is even, so that centres are on dark modules of the timing pattern.
        let distance = (number * 8 + count * 3 + 5) / (count * 4 - 4) * 2
        return [6] + (0..<count - 1).reversed().map { last - $0 * distance }
    }

    /// Whether the symbol contains its version (7.10). Readers recognise smaller symbols by their
    /// size.
    var hasVersionInformation: Bool { number >= 7 }

    /// The number of modules for codewords (table 1). A few may be left over.
    var dataModuleCount: Int {
        // Finder patterns with their separators, the format information and the dark module.
        var others = 3 * 8 * 8 + 2 * 15 + 1
        // The timing patterns between the finder patterns.
        others += 2 * (size - 16)
        if hasVersionInformation { others += 2 * 18 }
        if number > 1 {
            let count = alignmentCentres.count
            // All crossings except those at the finder patterns. Those at the edges share five
            // modules with a timing pattern.
            others += 25 * (count * count - 3) - 5 * 2 * (count - 2)
        }
        return size * size - others
    }

    /// The number of codewords, for data and correction (table 1).
    var codewordCount: Int { dataModuleCount / 8 }

    /// The number of bits of the byte count (7.4.1, table 3).
    var countIndicatorBits: Int { number < 10 ? 8 : 16 }

    /// Returns how many bytes fit (table 7), after the mode and the byte count.
    func bytesMax(correction: QRCode.Correction) -> Int {
        let dataBits = 8 * CorrectionBlocks(version: self, correction: correction).dataCount
        return (dataBits - 4 - countIndicatorBits) / 8
    }
}

extension SymbolVersion: CaseIterable {
    static let allCases = (1...40).map { SymbolVersion(number: $0) }
}
