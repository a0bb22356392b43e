import Testing

@testable import QRCode

@Suite struct ProtectedBitsTests {
    @Test func `formats are those of annex C`() throws {
        let rows = try QRCodeVectors.formats.get()
        #expect(rows.count == 32)
        for row in rows {
            let bits = ProtectedBits.format(correction: row.correction, mask: row.mask)
            #expect(bits.binary(15) == row.bits)
        }
    }

    @Test func `versions are those of annex D`() throws {
        let rows = try QRCodeVectors.versions.get().filter { $0.version >= 7 }
        #expect(rows.count == 34)
        for row in rows {
            let bits = ProtectedBits.version(SymbolVersion(number: row.version))
            #expect(bits.binary(18) == row.information)
        }
    }
}
