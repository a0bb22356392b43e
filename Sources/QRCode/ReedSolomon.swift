/// The Reed–Solomon code of a block (ISO/IEC 18004, 7.5.2): `correctionCount` codewords mend half
/// as many, wherever they stand.
struct ReedSolomon: Sendable {
    /// The product of all x − 2ⁱ for i below the number of codewords for correction (annex A), from
    /// the second highest coefficient down: the highest is 1.
    let generator: [UInt8]

    init(correctionCount: Int) {
        var generator: [UInt8] = []
        for exponent in 0..<correctionCount {
            let root = GaloisField.power(exponent)
            // Times x, and minus the root times what was there; minus is plus in this field.
            let shifted = generator + [0]
            let scaled = ([1] + generator).map { GaloisField.product($0, root) }
            generator = zip(shifted, scaled).map { $0 ^ $1 }
        }
        self.generator = generator
    }

    /// What has to follow `data`: the remainder of its division by the generator, so that the whole
    /// is divided without one.
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
