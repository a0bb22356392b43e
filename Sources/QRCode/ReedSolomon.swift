/// The Reed–Solomon code of a block (ISO/IEC 18004, 7.5.2). `correctionCount` codewords correct
/// half as many errors anywhere in the block.
struct ReedSolomon: Sendable {
    /// The coefficients of the product of x − 2ⁱ for all i below the number of correction codewords
    /// (annex A), without the highest, which is 1.
    let generator: [UInt8]

    init(correctionCount: Int) {
        var generator: [UInt8] = []
        for exponent in 0..<correctionCount {
            let root = GaloisField.power(exponent)
            // The product with x minus the root. Minus is plus in this field.
            let shifted = generator + [0]
            let scaled = ([1] + generator).map { GaloisField.product($0, root) }
            generator = zip(shifted, scaled).map { $0 ^ $1 }
        }
        self.generator = generator
    }

    /// Returns the remainder of the division of `data` by the generator. With it appended, the
    /// block is divisible.
    func correction(of data: [UInt8]) -> [UInt8] {
        var remainder = [UInt8](repeating: 0, count: generator.count)
        for codeword in data {
            let factor = codeword ^ remainder.removeFirst()
            remainder.append(0)
            for (place, coefficient) in generator.enumerated() {
                remainder[place] ^= GaloisField.product(coefficient, factor)
            }
        }
        return remainder
    }
}
