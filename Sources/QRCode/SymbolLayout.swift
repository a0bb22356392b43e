/// A symbol's modules, and which of them hold codewords (ISO/IEC 18004, 7.7).
struct SymbolLayout: Sendable {
    private let version: SymbolVersion
    private(set) var modules: ModuleGrid
    /// Dark for the modules of function patterns, format and version, which no codeword and no mask
    /// changes.
    private(set) var reserved: ModuleGrid

    private var size: Int { version.size }

    /// Creates a layout with all patterns. The format stays light until the mask is known.
    init(version: SymbolVersion) {
        self.version = version
        modules = ModuleGrid(size: version.size)
        reserved = ModuleGrid(size: version.size)
        drawTimingPatterns()
        for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] { drawFinderPattern(around: x, y) }
        drawAlignmentPatterns()
        drawFormat(0)
        if version.hasVersionInformation { drawVersion() }
    }

    /// Fills the free modules (7.7.3): in pairs of columns from the right, alternately upwards and
    /// downwards, in each row the right one first. The remaining modules stay light.
    mutating func place(_ message: MessageCodewords) {
        var bits = message.codewords.lazy.flatMap { codeword in
            (0..<8).lazy.map { codeword & 0x80 >> $0 != 0 }
        }.makeIterator()
        for (x, y) in Self.codewordPath(size: size) where !reserved[x, y] {
            guard let bit = bits.next() else { return }
            modules[x, y] = bit
        }
    }

    /// Returns the symbol with a mask applied and the format that names it.
    func masked(by mask: DataMask, correction: QRCode.Correction) -> ModuleGrid {
        var masked = self
        for y in 0..<size {
            for x in 0..<size where !reserved[x, y] && mask.covers(x, y) {
                masked.modules[x, y].toggle()
            }
        }
        masked.drawFormat(ProtectedBits.format(correction: correction, mask: mask))
        return masked.modules
    }

    private static func codewordPath(size: Int) -> [(x: Int, y: Int)] {
        // Column 6 has the timing pattern and is skipped.
        let rightColumns = stride(from: size - 1, to: 0, by: -2).map { $0 > 6 ? $0 : $0 - 1 }
        return rightColumns.enumerated().flatMap { index, right in
            (0..<size).flatMap { step in
                let y = index % 2 == 0 ? size - 1 - step : step
                return [(x: right, y: y), (x: right - 1, y: y)]
            }
        }
    }

    /// Draws alternating modules between the finder patterns (6.3.5).
    private mutating func drawTimingPatterns() {
        for place in 0..<size {
            draw(place % 2 == 0, at: place, 6)
            draw(place % 2 == 0, at: 6, place)
        }
    }

    /// Draws a square in a ring (6.3.3), with the separator around it (6.3.4).
    private mutating func drawFinderPattern(around centreX: Int, _ centreY: Int) {
        for y in max(centreY - 4, 0)...min(centreY + 4, size - 1) {
            for x in max(centreX - 4, 0)...min(centreX + 4, size - 1) {
                let distance = max(abs(x - centreX), abs(y - centreY))
                draw(distance != 2 && distance != 4, at: x, y)
            }
        }
    }

    /// Draws a module in a ring at every crossing outside the finder patterns (6.3.6).
    private mutating func drawAlignmentPatterns() {
        let centres = version.alignmentCentres
        for centreY in centres {
            for centreX in centres where !isInFinderPattern(centreX, centreY) {
                for y in centreY - 2...centreY + 2 {
                    for x in centreX - 2...centreX + 2 {
                        draw(max(abs(x - centreX), abs(y - centreY)) != 1, at: x, y)
                    }
                }
            }
        }
    }

    private func isInFinderPattern(_ x: Int, _ y: Int) -> Bool {
        x < 8 && y < 8 || x < 8 && y >= size - 8 || x >= size - 8 && y < 8
    }

    /// Draws the format twice (7.9.1): around the finder pattern at the top left, and one half
    /// beside each of the others. Also draws the module that is always dark.
    private mutating func drawFormat(_ bits: UInt32) {
        for place in 0..<15 {
            let isDark = bits >> place & 1 == 1
            switch place {
            // Skip the timing patterns.
            case 0..<6: draw(isDark, at: 8, place)
            case 6..<8: draw(isDark, at: 8, place + 1)
            case 8: draw(isDark, at: 7, 8)
            default: draw(isDark, at: 14 - place, 8)
            }
            if place < 8 {
                draw(isDark, at: size - 1 - place, 8)
            } else {
                draw(isDark, at: 8, size - 15 + place)
            }
        }
        draw(true, at: 8, size - 8)
    }

    /// Draws the version twice (7.10): above the finder pattern at the bottom left, and to the left
    /// of the one at the top right.
    private mutating func drawVersion() {
        let bits = ProtectedBits.version(version)
        for place in 0..<18 {
            let isDark = bits >> place & 1 == 1
            draw(isDark, at: place / 3, size - 11 + place % 3)
            draw(isDark, at: size - 11 + place % 3, place / 3)
        }
    }

    private mutating func draw(_ isDark: Bool, at x: Int, _ y: Int) {
        modules[x, y] = isDark
        reserved[x, y] = true
    }
}
