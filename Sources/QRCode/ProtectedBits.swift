/// The format and version information with its error correction. A reader needs it before it can
/// correct codewords, so it has its own code (Bose–Chaudhuri–Hocquenghem).
enum ProtectedBits {
    /// Returns the fifteen bits of the format information (ISO/IEC 18004, 7.9.1 and annex C).
    static func format(correction: QRCode.Correction, mask: DataMask) -> UInt32 {
        let data = correction.indicator << 3 | mask.indicator
        // The pattern ensures that no format is all zeros.
        return code(of: data, by: 0b101_0011_0111) ^ 0b101_0100_0001_0010
    }

    /// Returns the eighteen bits of the version information (7.10 and annex D).
    static func version(_ version: SymbolVersion) -> UInt32 {
        code(of: UInt32(version.number), by: 0b1_1111_0010_0101)
    }

    /// Returns `data` followed by the remainder of its division by `generator`, as polynomials over
    /// bits.
    private static func code(of data: UInt32, by generator: UInt32) -> UInt32 {
        let degree = UInt32.bitWidth - 1 - generator.leadingZeroBitCount
        var remainder = data << degree
        while remainder >> degree != 0 {
            let highest = UInt32.bitWidth - 1 - remainder.leadingZeroBitCount
            remainder ^= generator << (highest - degree)
        }
        return data << degree | remainder
    }
}
