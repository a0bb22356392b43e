/// A square of modules.
struct ModuleGrid: Sendable, Equatable {
    let size: Int
    /// Row by row.
    private var isDark: [Bool]

    /// All light.
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
