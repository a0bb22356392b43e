import Testing

@testable import QRCode

@Suite struct PenaltyTests {
    private static func grid(_ rows: [String]) -> ModuleGrid {
        var grid = ModuleGrid(size: rows.count)
        for (y, row) in rows.enumerated() {
            for (x, character) in row.enumerated() { grid[x, y] = character == "#" }
        }
        return grid
    }

    @Test(arguments: [
        ("#.#.#.#.#.", 0), ("####.####.", 0), ("#####.#.#.", 3), (".....#.#.#", 3),
        ("######.#.#", 4), (".#.#######", 5), ("#####.....", 6), ("##########", 8), ("", 0),
    ])
    func `a run of five costs three, and each module more costs one`(line: String, penalty: Int) {
        #expect(ModuleGrid.linePenalty(line.map { $0 == "#" }) == penalty)
    }

    @Test(arguments: [
        // Beside light modules, before or after or both.
        ("##....#.###.#.##", 40), ("##.#.###.#....##", 40), ("##....#.###.#....##", 40),
        // Three light ones are none.
        ("##...#.###.#...##", 0), ("#.#.###.#.##", 0),
        // The quiet zone is light.
        ("#.###.#.##", 40), ("##.#.###.#", 40), ("##..#.###.#.", 40),
        // Almost.
        ("##....#.##.#....##", 0), ("##....#.####.#...##", 0), ("##....##.###.#...##", 0),
        // Two of them.
        ("#.###.#....#.###.#", 80),
    ])
    func `what looks like a finder pattern beside a light area costs forty`(
        line: String, penalty: Int
    ) {
        #expect(ModuleGrid.linePenalty(line.map { $0 == "#" }) == penalty)
    }

    @Test(arguments: [
        (["#.#", ".#.", "#.#"], 0), (["##.", "##.", "..#"], 3), (["###", "##.", "..#"], 3),
        (["###", "###", "#.#"], 6), (["...", "...", "..."], 12),
    ])
    func `each square of two by two costs three`(rows: [String], penalty: Int) {
        #expect(Self.grid(rows).blockPenalty == penalty)
    }

    /// How many of a hundred modules are dark, and what that costs.
    @Test(arguments: [
        (50, 0), (46, 0), (54, 0), (45, 10), (55, 10), (41, 10), (59, 10), (40, 20), (60, 20),
        (0, 100), (100, 100),
    ])
    func `each five percent off the half cost ten`(darkCount: Int, penalty: Int) {
        var grid = ModuleGrid(size: 10)
        for place in 0..<darkCount { grid[place % 10, place / 10] = true }
        #expect(grid.balancePenalty == penalty)
    }

    @Test func `a symbol's penalty is that of its rows, columns, squares and balance`() {
        let grid = Self.grid([
            "#####", "#.#.#", ".#.#.", "#.#.#", "#..#.",
        ])
        // A row of five, and 15 of 25 are dark.
        #expect(grid.penalty == 3 + 20)
    }
}
