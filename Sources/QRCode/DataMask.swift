/// One of the patterns that codewords are combined with, so that dark and light are even and
/// nothing looks like a finder pattern (ISO/IEC 18004, 7.8.2, table 10), named after what it looks
/// like.
enum DataMask: UInt32, Sendable, CaseIterable {
    case checkers, rows, columns, diagonals, bricks, crosses, diamonds, meadow

    /// The three bits that stand for the mask in a symbol.
    var indicator: UInt32 { rawValue }

    /// Whether the mask turns the module in column `x` of row `y` over.
    func covers(_ x: Int, _ y: Int) -> Bool {
        switch self {
        case .checkers: (x + y) % 2 == 0
        case .rows: y % 2 == 0
        case .columns: x % 3 == 0
        case .diagonals: (x + y) % 3 == 0
        case .bricks: (x / 3 + y / 2) % 2 == 0
        case .crosses: x * y % 2 + x * y % 3 == 0
        case .diamonds: (x * y % 2 + x * y % 3) % 2 == 0
        case .meadow: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }
}
