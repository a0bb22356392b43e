/// A square grid of modules.
struct ModuleGrid: Sendable, Equatable {
    let size: Int
    /// The modules, row by row.
    private var isDark: [Bool]

    /// Creates a grid of light modules.
    init(size: Int) {
        self.size = size
        isDark = Array(repeating: false, count: size * size)
    }

    /// Whether the module in column `x` of row `y` is dark.
    subscript(x: Int, y: Int) -> Bool {
        get { isDark[y * size + x] }
        set { isDark[y * size + x] = newValue }
    }
}
