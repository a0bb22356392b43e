import Testing

@testable import QRCode

@Suite struct SymbolVersionTests {
    @Test func `sizes, places and capacities are those of the standard's tables`() throws {
        let rows = try QRCodeVectors.versions.get()
        #expect(rows.map(\.version) == SymbolVersion.allCases.map(\.number))
        for (row, version) in zip(rows, SymbolVersion.allCases) {
            #expect(version.size == 4 * row.version + 17)
            #expect(version.alignmentCentres == row.alignment)
            #expect(version.codewordCount == row.codewords)
            #expect(version.dataModuleCount == 8 * row.codewords + row.remainderBits)
            for level in QRCode.Correction.allCases {
                #expect(version.bytesMax(correction: level) == row.level(level).bytes)
            }
        }
    }

    @Test func `blocks are those of table 9`() throws {
        for row in try QRCodeVectors.versions.get() {
            for level in QRCode.Correction.allCases {
                let groups = row.level(level).groups
                let blocks = CorrectionBlocks(
                    version: SymbolVersion(number: row.version), correction: level)
                #expect(blocks.blockCount == groups.map(\.blocks).reduce(0, +))
                #expect(
                    blocks.dataCounts
                        == groups.flatMap { Array(repeating: $0.data, count: $0.blocks) })
                #expect(groups.allSatisfy { $0.codewords - $0.data == blocks.correctionCount })
            }
        }
    }

    @Test(arguments: SymbolVersion.allCases)
    func `what is counted for codewords is what the patterns leave`(version: SymbolVersion) {
        let layout = SymbolLayout(version: version)
        var free = 0
        for y in 0..<version.size {
            for x in 0..<version.size where !layout.reserved[x, y] { free += 1 }
        }
        #expect(free == version.dataModuleCount)
    }
}
