import TestSupport
import Testing

@testable import QRCode

@Suite struct QRCodeTests {
    private struct Symbol: Decodable {
        let text: String
        let correction: String
        let version: Int
        let mask: UInt32
        let rows: [String]
    }

    private static func rows(of code: QRCode) -> [String] {
        (0..<code.size).map { y in
            String((0..<code.size).map { x in code[x, y] ? "#" : "." })
        }
    }

    @Test func `symbols are those of another encoder, module by module`() throws {
        for symbol in try VectorFile.load("qrcode-symbols", as: [Symbol].self) {
            let mask: DataMask = try #require(DataMask(rawValue: symbol.mask))
            let code = QRCode(
                Array(symbol.text.utf8), version: SymbolVersion(number: symbol.version),
                correction: try #require(QRCode.Correction(named: symbol.correction)),
                mask: mask)
            #expect(Self.rows(of: code) == symbol.rows, "\(symbol.text)")
        }
    }

    @Test(arguments: QRCode.Correction.allCases)
    func `a symbol is no larger than its text needs`(correction: QRCode.Correction) throws {
        // Both lengths of the count, and the step between them.
        for version in try QRCodeVectors.versions.get()
        where [1, 5, 9, 10].contains(version.version) {
            let size = 17 + 4 * version.version
            let longest = String(repeating: "x", count: version.level(correction).bytes)
            #expect(QRCode(longest, correction: correction)?.size == size)
            #expect(QRCode(longest + "x", correction: correction)?.size == size + 4)
        }
    }

    @Test func `a text counts by its bytes`() {
        #expect(QRCode("ääääää", correction: .medium)?.size == 21)
        #expect(QRCode("ääääääää", correction: .medium)?.size == 25)
    }

    @Test func `a text that no symbol holds has none`() {
        #expect(QRCode(String(repeating: "x", count: 2_954), correction: .low) == nil)
        #expect(QRCode(String(repeating: "x", count: 2_332)) == nil)
        #expect(QRCode(String(repeating: "x", count: 1_664), correction: .quartile) == nil)
        #expect(QRCode(String(repeating: "x", count: 1_274), correction: .high) == nil)
    }

    @Test func `nobody who says nothing of correction gets less than medium`() throws {
        let code = try #require(QRCode("https://tables.example/"))
        #expect(code == QRCode("https://tables.example/", correction: .medium))
        #expect(code != QRCode("https://tables.example/", correction: .low))
    }

    @Test(arguments: 0..<20)
    func `the mask is the one with the least penalty`(number: Int) throws {
        let bytes = Array("https://tables.example/\(number)".utf8)
        let version = SymbolVersion(number: 3)
        var layout = SymbolLayout(version: version)
        layout.place(MessageCodewords(bytes, version: version, correction: .medium))
        let code = QRCode(bytes, version: version, correction: .medium)
        let chosen = try SymbolReader(size: code.size).format(of: ModuleGrid(code)).mask
        let penalties = DataMask.allCases.map { mask in
            layout.masked(by: mask, correction: .medium).penalty
        }
        #expect(penalties.firstIndex(of: try #require(penalties.min())) == Int(chosen.rawValue))
    }
}
