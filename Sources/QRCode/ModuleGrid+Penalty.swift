extension ModuleGrid {
    /// How hard the symbol is to read (ISO/IEC 18004, 7.8.3.1, table 11). Lower is better.
    var penalty: Int {
        var sum = blockPenalty + balancePenalty
        for line in 0..<size {
            sum += Self.linePenalty((0..<size).lazy.map { self[$0, line] })
            sum += Self.linePenalty((0..<size).lazy.map { self[line, $0] })
        }
        return sum
    }

    /// Returns the penalty of a row or a column, for runs of one colour and for shapes like finder
    /// patterns.
    static func linePenalty(_ line: some Sequence<Bool>) -> Int {
        var sum = 0
        var runLength = 0
        var last: Bool?
        var window: UInt16 = 0
        for isDark in line {
            runLength = isDark == last ? runLength + 1 : 1
            last = isDark
            // Three points for a run of five modules, and one for each further module.
            if runLength == 5 { sum += 3 } else if runLength > 5 { sum += 1 }
            window = window << 1 | (isDark ? 1 : 0)
            if looksLikeFinder(window) { sum += 40 }
        }
        // The quiet zone after the line counts as light modules, like the one before it.
        for _ in 0..<4 {
            window <<= 1
            if looksLikeFinder(window) { sum += 40 }
        }
        return sum
    }

    /// Whether the seven modules in the middle of the last fifteen look like a finder pattern (1
    /// dark, 1 light, 3 dark, 1 light, 1 dark), with four light modules before or after them.
    private static func looksLikeFinder(_ window: UInt16) -> Bool {
        window >> 4 & 0x7F == 0b101_1101 && (window >> 11 & 0xF == 0 || window & 0xF == 0)
    }

    /// Three points for each two-by-two square of one colour.
    var blockPenalty: Int {
        var sum = 0
        for y in 1..<size {
            for x in 1..<size {
                let isDark = self[x, y]
                if isDark == self[x - 1, y], isDark == self[x, y - 1], isDark == self[x - 1, y - 1]
                {
                    sum += 3
                }
            }
        }
        return sum
    }

    /// Ten points for each five percent by which dark modules deviate from half.
    var balancePenalty: Int {
        var darkCount = 0
        for y in 0..<size {
            for x in 0..<size where self[x, y] { darkCount += 1 }
        }
        let moduleCount = size * size
        return 10 * (abs(2 * darkCount - moduleCount) * 10 / moduleCount)
    }
}
