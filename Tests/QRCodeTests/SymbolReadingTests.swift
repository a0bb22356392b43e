import TestSupport
import Testing

@testable import QRCode

@Suite struct SymbolReadingTests {
    @Test(arguments: SymbolVersion.allCases)
    func `a reader gets back what was written, at every level, under every mask`(
        version: SymbolVersion
    ) throws {
        let reader = try SymbolReader(size: version.size)
        var generator = SeededGenerator(seed: UInt64(version.number))
        for level in QRCode.Correction.allCases {
            let count = Int.random(in: 0...version.bytesMax(correction: level), using: &generator)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let message = MessageCodewords(bytes, version: version, correction: level)
            var layout = SymbolLayout(version: version)
            layout.place(message)
            for mask in DataMask.allCases {
                let grid = layout.masked(by: mask, correction: level)
                #expect(try reader.format(of: grid) == (level, mask))
                #expect(try reader.codewords(of: grid) == message.codewords)
            }
            #expect(try reader.bytes(in: message.codewords, correction: level) == bytes)
        }
    }

    @Test(arguments: [
        "", "https://tables.example/", "https://tables.example/guest/?venue=linde&join",
        "Straße, 食べる, 🍜", String(repeating: "https://tables.example/", count: 12),
    ])
    func `a reader gets back the text`(text: String) throws {
        for level in QRCode.Correction.allCases {
            let code = try #require(QRCode(text, correction: level))
            #expect(try SymbolReader.read(code) == (text, level))
        }
    }

    @Test func `the longest text that there is a symbol for is read`() throws {
        let text = String(repeating: "x", count: 2_953)
        let code = try #require(QRCode(text, correction: .low))
        #expect(try SymbolReader.read(code) == (text, .low))
    }
}
