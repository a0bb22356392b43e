import Testing

@testable import QRCode

/// Reads symbols of one version as ISO/IEC 18004, 12 has readers do it, by the tables of the
/// standard and by nothing that the room knows. It mends nothing: what has an error is refused.
struct SymbolReader {
    private let version: VersionVector
    private let size: Int
    private let formats: [FormatVector]
    /// The modules that codewords stand in, in their order.
    private let path: [(x: Int, y: Int)]

    init(size: Int) throws {
        self.size = size
        version = try #require(QRCodeVectors.versions.get().first { $0.version * 4 + 17 == size })
        formats = try QRCodeVectors.formats.get()
        path = Self.path(of: version, size: size)
    }

    /// The text of a symbol of any version, and the level at which it is written.
    static func read(_ code: QRCode) throws -> (text: String, correction: QRCode.Correction) {
        let reader = try SymbolReader(size: code.size)
        let grid = ModuleGrid(code)
        let level = try reader.format(of: grid).correction
        let bytes = try reader.bytes(in: reader.codewords(of: grid), correction: level)
        return (try #require(String(validating: bytes, as: UTF8.self)), level)
    }

    /// The level and the mask, which both copies have to say.
    func format(of grid: ModuleGrid) throws -> (correction: QRCode.Correction, mask: DataMask) {
        // The highest bit first, as figure 25 numbers them from 14 to 0.
        var first = (0..<6).map { grid[$0, 8] } + [grid[7, 8], grid[8, 8], grid[8, 7]]
        first += (0..<6).reversed().map { grid[8, $0] }
        var second = (0..<7).map { grid[8, size - 1 - $0] }
        second += (0..<8).map { grid[size - 8 + $0, 8] }
        try #require(first == second)
        let bits = String(first.map { $0 ? "1" : "0" })
        let row = try #require(formats.first { $0.bits == bits })
        return (row.correction, row.mask)
    }

    /// What stands in the modules that are not reserved; those left over have to be light.
    func codewords(of grid: ModuleGrid) throws -> [UInt8] {
        let mask = try format(of: grid).mask.rawValue
        try #require(path.count == version.codewords * 8 + version.remainderBits)
        var codewords = [UInt8](repeating: 0, count: version.codewords + 1)
        for place in path.indices {
            let module = path[place]
            let isTurned = Self.isTurned(by: mask, row: module.y, column: module.x)
            if grid[module.x, module.y] != isTurned { codewords[place / 8] |= 0x80 >> (place % 8) }
        }
        try #require(codewords.removeLast() == 0)
        return codewords
    }

    private static func path(of version: VersionVector, size: Int) -> [(x: Int, y: Int)] {
        var path: [(x: Int, y: Int)] = []
        var isUpwards = true
        var right = size - 1
        while right > 0 {
            for step in 0..<size {
                let y = isUpwards ? size - 1 - step : step
                for x in [right, right - 1] where !version.isReserved(x, y, size: size) {
                    path.append((x, y))
                }
            }
            isUpwards.toggle()
            right -= right == 8 ? 3 : 2
        }
        return path
    }

    /// The text's bytes, in codewords whose blocks are all without error.
    func bytes(in codewords: [UInt8], correction: QRCode.Correction) throws -> [UInt8] {
        let groups = version.level(correction).groups
        let lengths = groups.flatMap { Array(repeating: ($0.data, $0.codewords), count: $0.blocks) }
        var blocks = lengths.map { _ in [UInt8]() }
        var rest = codewords[...]
        for place in 0..<(lengths.map(\.0).max() ?? 0) {
            for (index, length) in lengths.enumerated() where place < length.0 {
                blocks[index].append(rest.removeFirst())
            }
        }
        let data = blocks.flatMap(\.self)
        while !rest.isEmpty {
            for index in blocks.indices { blocks[index].append(rest.removeFirst()) }
        }
        for (block, length) in zip(blocks, lengths) {
            try #require(block.count == length.1)
            try #require(Self.isFaultless(block, correctionCount: length.1 - length.0))
        }
        return try message(in: data)
    }

    /// The bytes of the one segment, after which there is padding only.
    private func message(in data: [UInt8]) throws -> [UInt8] {
        // From the mode on, all stands half a byte aside.
        let nibbles = data.flatMap { [$0 >> 4, $0 & 15] }
        let shifted = stride(from: 1, to: nibbles.count - 1, by: 2).map {
            nibbles[$0] << 4 | nibbles[$0 + 1]
        }
        try #require(nibbles[0] == 0b0100)
        let countBytes = version.version < 10 ? 1 : 2
        let count = shifted.prefix(countBytes).reduce(0) { $0 << 8 | Int($1) }
        try #require(nibbles[2 * (countBytes + count) + 1] == 0)
        let codewords: [UInt8] = [0b1110_1100, 0b0001_0001]
        for (place, codeword) in data.dropFirst(1 + countBytes + count).enumerated() {
            try #require(codeword == codewords[place % 2])
        }
        return Array(shifted.dropFirst(countBytes).prefix(count))
    }

    /// The conditions of table 10, with its names for row and column.
    static func isTurned(by mask: UInt32, row i: Int, column j: Int) -> Bool {
        switch mask {
        case 0b000: (i + j) % 2 == 0
        case 0b001: i % 2 == 0
        case 0b010: j % 3 == 0
        case 0b011: (i + j) % 3 == 0
        case 0b100: (i / 2 + j / 3) % 2 == 0
        case 0b101: (i * j) % 2 + (i * j) % 3 == 0
        case 0b110: ((i * j) % 2 + (i * j) % 3) % 2 == 0
        default: ((i + j) % 2 + (i * j) % 3) % 2 == 0
        }
    }

    /// Whether the block's polynomial is zero at each root of the generator.
    static func isFaultless(_ block: [UInt8], correctionCount: Int) -> Bool {
        timesRoots.prefix(correctionCount).allSatisfy { timesRoot in
            block.reduce(0) { timesRoot[Int($0)] ^ $1 } == 0
        }
    }

    /// What each element becomes when it is multiplied by each root, as far as any generator has
    /// it.
    private static let timesRoots: [[UInt8]] = {
        var root: UInt8 = 1
        return (0..<30).map { _ in
            defer { root = product(root, 2) }
            return (0...255).map { product($0, root) }
        }
    }()

    private static func product(_ one: UInt8, _ other: UInt8) -> UInt8 {
        var sum: UInt16 = 0
        for place in (0..<8).reversed() {
            sum = sum << 1 ^ (sum & 0x80 != 0 ? 0x11D : 0)
            if other >> place & 1 == 1 { sum ^= UInt16(one) }
        }
        return UInt8(sum)
    }
}

extension VersionVector {
    /// Whether codewords keep off a module.
    fileprivate func isReserved(_ x: Int, _ y: Int, size: Int) -> Bool {
        if x == 6 || y == 6 { return true }
        if x < 9 && y < 9 || x < 9 && y >= size - 8 || x >= size - 8 && y < 9 { return true }
        if information != nil, x < 6 && y >= size - 11 || x >= size - 11 && y < 6 { return true }
        guard let last = alignment.last,
            let column = alignment.first(where: { abs($0 - x) <= 2 }),
            let row = alignment.first(where: { abs($0 - y) <= 2 })
        else { return false }
        return ![[6, 6], [6, last], [last, 6]].contains([column, row])
    }
}

extension ModuleGrid {
    init(_ code: QRCode) {
        self.init(size: code.size)
        for y in 0..<size {
            for x in 0..<size { self[x, y] = code[x, y] }
        }
    }
}
