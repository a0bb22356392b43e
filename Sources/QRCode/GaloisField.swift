/// The field of 256 elements for error correction (ISO/IEC 18004, 7.5.2): polynomials over bits
/// modulo x⁸ + x⁴ + x³ + x² + 1. The element 2 generates all elements except 0.
enum GaloisField {
    /// The powers of 2 by exponent, repeated once, so that the sum of two exponents is a valid
    /// index.
    private static let powers: [UInt8] = {
        var powers: [UInt8] = []
        var power = 1
        for _ in 0..<510 {
            powers.append(UInt8(power))
            power <<= 1
            if power > 0xFF { power ^= 0x11D }
        }
        return powers
    }()

    /// The exponents by power. The one of 0 is meaningless.
    private static let exponents: [Int] = {
        var exponents = [Int](repeating: 0, count: 256)
        for exponent in 0..<255 { exponents[Int(powers[exponent])] = exponent }
        return exponents
    }()

    /// Returns 2 to the power of `exponent`, which is between 0 and 509.
    static func power(_ exponent: Int) -> UInt8 { powers[exponent] }

    static func product(_ one: UInt8, _ other: UInt8) -> UInt8 {
        guard one != 0, other != 0 else { return 0 }
        return powers[exponents[Int(one)] + exponents[Int(other)]]
    }
}
