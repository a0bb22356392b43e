import Testing

@testable import QRCode

@Suite struct ReedSolomonTests {
    @Test(arguments: [
        (7, [87, 229, 146, 149, 238, 102, 21]),
        (10, [251, 67, 46, 61, 118, 70, 64, 94, 32, 45]),
        (13, [74, 152, 176, 100, 86, 100, 106, 104, 130, 218, 206, 140, 78]),
    ])
    func `generators are those of annex A, whose coefficients are powers of 2`(
        count: Int, exponents: [Int]
    ) {
        let generator = ReedSolomon(correctionCount: count).generator
        #expect(generator == exponents.map(GaloisField.power))
    }

    @Test func `the standard's example is corrected by the codewords of annex I`() {
        let data: [UInt8] = [
            0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11,
            0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11,
        ]
        let correction: [UInt8] = [0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55]
        #expect(ReedSolomon(correctionCount: 10).correction(of: data) == correction)
    }

    @Test func `a block with its correction is faultless, and with an error it is not`() {
        let data = Array("https://tables.example/".utf8)
        for count in [7, 18, 30] {
            var block = data + ReedSolomon(correctionCount: count).correction(of: data)
            #expect(SymbolReader.isFaultless(block, correctionCount: count))
            for place in block.indices {
                block[place] ^= 1
                #expect(!SymbolReader.isFaultless(block, correctionCount: count))
                block[place] ^= 1
            }
        }
    }

    @Test func `products in the field are those of polynomials`() {
        #expect(GaloisField.product(0, 7) == 0)
        #expect(GaloisField.product(7, 0) == 0)
        #expect(GaloisField.product(1, 0xFF) == 0xFF)
        #expect(GaloisField.product(0x80, 2) == 0x1D)
        #expect(GaloisField.product(3, 3) == 5)
        // Each but 0 has an inverse.
        for one in 1...255 as ClosedRange<UInt8> {
            let products = (1...255 as ClosedRange<UInt8>).map { GaloisField.product(one, $0) }
            #expect(products.count { $0 == 1 } == 1)
        }
    }
}
