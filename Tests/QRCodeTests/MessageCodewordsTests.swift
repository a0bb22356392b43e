import Testing

@testable import QRCode

@Suite struct MessageCodewordsTests {
    private static let small = SymbolVersion(number: 1)

    @Test func `the mode, the count, the bytes and the end stand before the padding`() {
        let data = MessageCodewords.data(of: [0x61, 0xFF], version: Self.small, count: 9)
        #expect(data == [0x40, 0x26, 0x1F, 0xF0, 0xEC, 0x11, 0xEC, 0x11, 0xEC])
    }

    @Test func `from version 10 on the count takes two bytes`() {
        let version = SymbolVersion(number: 10)
        let data = MessageCodewords.data(of: [0x61], version: version, count: 6)
        #expect(data == [0x40, 0x00, 0x16, 0x10, 0xEC, 0x11])
    }

    @Test func `a full symbol has no padding`() {
        let data = MessageCodewords.data(of: [1, 2, 3], version: Self.small, count: 5)
        #expect(data == [0x40, 0x30, 0x10, 0x20, 0x30])
    }

    @Test func `blocks take turns, and the shorter ones end first`() {
        // Two blocks of 15 codewords for data, and two of 16.
        let blocks = CorrectionBlocks(version: SymbolVersion(number: 5), correction: .quartile)
        let data = (0..<62).map(UInt8.init)
        let all = MessageCodewords.interleaved(data, in: blocks)
        #expect(all.prefix(8) == [0, 15, 30, 46, 1, 16, 31, 47])
        #expect(all[52..<62] == [13, 28, 43, 59, 14, 29, 44, 60, 45, 61])
        let code = ReedSolomon(correctionCount: 18)
        let second = stride(from: 63, to: all.count, by: 4).map { all[$0] }
        #expect(second == code.correction(of: Array(15..<30)))
        #expect(all.count == 134)
    }

    @Test func `bits fill bytes from the highest on`() {
        var stream = BitStream()
        stream.append(0b101, count: 3)
        #expect(stream.codewords == [0b1010_0000])
        stream.append(0b11_1111_0001, count: 10)
        #expect(stream.codewords == [0b1011_1111, 0b1000_1000])
    }
}
