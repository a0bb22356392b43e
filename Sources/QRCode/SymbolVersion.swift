/// One of the forty sizes of a symbol (ISO/IEC 18004, 6.3.2).
struct SymbolVersion: Sendable, Hashable {
    /// From 1 to 40.
    let number: Int

    /// How many modules a side has.
    var size: Int { 17 + 4 * number }

    /// Where alignment patterns have their centres, in both directions (annex E): from 6 to the
    /// seventh module from the far edge, at even distances but for the first.
    var alignmentCentres: [Int] {
        guard number > 1 else { return [] }
        let count = number / 7 + 2
        let last = size - 7
        // An even number of modules, so that centres lie on dark modules of the timing pattern.
        let distance = (number * 8 + count * 3 + 5) / (count * 4 - 4) * 2
        return [6] + (0..<count - 1).reversed().map { last - $0 * distance }
    }

    /// Whether the symbol says its version (7.10): a reader tells smaller ones by their size.
    var hasVersionInformation: Bool { number >= 7 }

    /// How many modules are left for codewords (table 1), some few of them more than whole
    /// codewords take.
    var dataModuleCount: Int {
        // Finder patterns with their separators, the format information and the dark module.
        var others = 3 * 8 * 8 + 2 * 15 + 1
        // The timing patterns between the finder patterns.
        others += 2 * (size - 16)
        if hasVersionInformation { others += 2 * 18 }
        if number > 1 {
            let count = alignmentCentres.count
            // All crossings but those at the finder patterns; those at the edges share five modules
            // with a timing pattern.
            others += 25 * (count * count - 3) - 5 * 2 * (count - 2)
        }
        return size * size - others
    }

    /// How many codewords the symbol holds, for data and correction (table 1).
    var codewordCount: Int { dataModuleCount / 8 }

    /// How many bits say how many bytes there are (7.4.1, table 3).
    var countIndicatorBits: Int { number < 10 ? 8 : 16 }

    /// How many bytes fit (table 7): the mode and the count stand before them.
    func bytesMax(correction: QRCode.Correction) -> Int {
        let dataBits = 8 * CorrectionBlocks(version: self, correction: correction).dataCount
        return (dataBits - 4 - countIndicatorBits) / 8
    }
}

extension SymbolVersion: CaseIterable {
    static let allCases = (1...40).map { SymbolVersion(number: $0) }
}
