/// A mask pattern, named after its look (ISO/IEC 18004, 7.8.2, table 10). Applying one evens out
/// dark and light modules and avoids shapes like finder patterns.
enum DataMask: UInt32, Sendable, CaseIterable {
    case checkers, rows, columns, diagonals, bricks, crosses, diamonds, meadow

    /// The three bits for the mask in the format information.
    var indicator: UInt32 { rawValue }

    /// Whether the mask inverts the module in column `x` of row `y`.
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
