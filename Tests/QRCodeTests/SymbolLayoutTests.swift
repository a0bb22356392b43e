import Testing

@testable import QRCode

@Suite struct SymbolLayoutTests {
    private static let finder = [
        "#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######",
    ]
    private static let alignment = ["#####", "#...#", "#.#.#", "#...#", "#####"]

    /// The modules from column `x` of row `y` on.
    private static func part(
        of grid: ModuleGrid, _ x: Int, _ y: Int, width: Int, height: Int
    ) -> [String] {
        (y..<y + height).map { row in
            String((x..<x + width).map { grid[$0, row] ? "#" : "." })
        }
    }

    /// A symbol with its bytes, mask and format.
    private static func grid(of version: SymbolVersion) -> ModuleGrid {
        var layout = SymbolLayout(version: version)
        layout.place(MessageCodewords([1, 2, 3], version: version, correction: .low))
        return layout.masked(by: .rows, correction: .low)
    }

    @Test(arguments: SymbolVersion.allCases)
    func `finder patterns stand in three corners, apart from all else`(version: SymbolVersion) {
        let grid = Self.grid(of: version)
        let far = version.size - 7
        let light = String(repeating: ".", count: 8)
        for (x, y) in [(0, 0), (far, 0), (0, far)] {
            #expect(Self.part(of: grid, x, y, width: 7, height: 7) == Self.finder)
            // Towards the middle in both directions.
            let (left, top) = (x == 0 ? 0 : x - 1, y == 0 ? 0 : y - 1)
            let row = Self.part(of: grid, left, y == 0 ? 7 : y - 1, width: 8, height: 1)
            let column = Self.part(of: grid, x == 0 ? 7 : x - 1, top, width: 1, height: 8)
            #expect(row == [light])
            #expect(column.joined() == light)
        }
    }

    @Test(arguments: SymbolVersion.allCases)
    func `timing patterns run from one finder pattern to the other`(version: SymbolVersion) {
        let grid = Self.grid(of: version)
        for place in 8..<version.size - 8 {
            #expect(grid[place, 6] == (place % 2 == 0))
            #expect(grid[6, place] == (place % 2 == 0))
        }
    }

    @Test func `alignment patterns stand at all places of annex E`() throws {
        for row in try QRCodeVectors.versions.get() where row.version > 1 {
            let grid = Self.grid(of: SymbolVersion(number: row.version))
            let last = try #require(row.alignment.last)
            for y in row.alignment {
                for x in row.alignment where ![[6, 6], [6, last], [last, 6]].contains([x, y]) {
                    #expect(
                        Self.part(of: grid, x - 2, y - 2, width: 5, height: 5) == Self.alignment)
                }
            }
        }
    }

    @Test func `the version stands at two corners, from 7 on`() throws {
        for row in try QRCodeVectors.versions.get() {
            guard let information = row.information else { continue }
            let version = SymbolVersion(number: row.version)
            let grid = Self.grid(of: version)
            let far = version.size - 11
            // Figures 27 and 28: the lowest bit is the one nearest to the symbol's corner.
            let bits = information.reversed().map { $0 == "1" }
            let below = (0..<6).flatMap { x in (0..<3).map { grid[x, far + $0] } }
            let beside = (0..<6).flatMap { y in (0..<3).map { grid[far + $0, y] } }
            #expect(below == bits)
            #expect(beside == bits)
        }
    }

    @Test(arguments: SymbolVersion.allCases)
    func `one module is always dark, and both formats say the same`(version: SymbolVersion) throws {
        let reader = try SymbolReader(size: version.size)
        let layout = SymbolLayout(version: version)
        for mask in DataMask.allCases {
            let grid = layout.masked(by: mask, correction: .low)
            #expect(grid[8, 4 * version.number + 9])
            #expect(try reader.format(of: grid) == (.low, mask))
        }
    }
}
