import TestSupport
import Testing

@testable import Mazes

@Suite struct MazeTests {
    @Test func `makes the same mazes as the other implementation`() throws {
        for vector in try MazeVectors.load().cases {
            let maze = try Maze(vector.code)
            #expect(MazeVectors.digest(of: maze.rows) == vector.sha256)
            if let rows = vector.rows { #expect(maze.rows == rows) }
            #expect(MazeRoomID(maze.code, place: maze.start).description == vector.start)
            #expect(MazeRoomID(maze.code, place: maze.exit).description == vector.exit)
        }
    }

    @Test func `makes the same mazes of all shapes as the other implementation`() throws {
        let many = try MazeVectors.load().many
        let lines = try (0..<many.count).flatMap { index in
            let seed = index &* 0x9E37_79B1
            let code = MazeCode(
                width: 2 + Int(index % 19), height: 2 + Int(index % 23), seed: seed)
            let maze = Maze(try #require(code))
            return [maze.code.description] + maze.rows
        }
        #expect(MazeVectors.digest(of: lines) == many.sha256)
    }

    /// The expected numbers come from the authors' program.
    @Test func `generates the numbers of SplitMix64`() {
        var numbers = MazeNumbers(state: 1_234_567)
        #expect(
            (0..<3).map { _ in numbers.next() } == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            ])
    }

    @Test(arguments: 0..<10)
    func `every maze is sound`(part: Int) {
        var generator = SeededGenerator(seed: UInt64(part))
        for _ in 0..<1_000 {
            let sides = (0..<2).map { _ in Int.random(in: 2...10, using: &generator) }
            let code = MazeCode(width: sides[0], height: sides[1], seed: generator.next())!
            #expect(MazeFaults(in: Maze(code)).texts == [], "\(code)")
        }
    }

    @Test(
        arguments: [
            (2, 2, 500), (2, 100, 20), (100, 2, 20), (3, 33, 20), (9, 7, 50), (8, 8, 50),
            (60, 60, 2), (100, 100, 2),
        ])
    func `mazes of odd sizes are sound`(width: Int, height: Int, count: UInt32) {
        for index in 0..<count {
            let seed = UInt32.max / count * index
            let code = MazeCode(width: width, height: height, seed: seed)!
            #expect(MazeFaults(in: Maze(code)).texts == [], "\(code)")
        }
    }

    @Test func `opens about one dead end in six`() {
        var (loops, deadEnds) = (0, 0)
        for seed in 0..<20 as Range<UInt32> {
            let maze = Maze(MazeCode(width: 30, height: 30, seed: seed)!)
            let sides = (0..<900).map { maze[$0].open.count }
            loops += sides.reduce(0, +) / 2 - 899
            deadEnds += sides.filter { $0 == 1 }.count
        }
        // Each loop opens one or two dead ends.
        #expect(deadEnds + loops < 6 * loops && 6 * loops < deadEnds + 2 * loops)
    }

    @Test func `counts points from the start`() throws {
        let maze = try Maze("16x9-4b7f8b8b")
        #expect(maze.point(of: maze.start) == MazePlan.start)
        // The start is in column 9 of row 6.
        #expect(maze.point(of: 0).description == "-9,-6")
        #expect(maze.point(of: 143).description == "6,2")
    }
}

/// The faults of a maze, found without the code that made it.
private struct MazeFaults {
    private(set) var texts: Set<String> = []
    private let maze: Maze
    private let rooms: [MazeRoom]

    init(in maze: Maze) {
        self.maze = maze
        rooms = (0..<maze.code.roomCount).map { maze[$0] }
        checkSides()
        checkKinds()
        checkDistances()
    }

    /// Returns the neighbours of a place, computed from coordinates.
    private func neighbours(of place: Int) -> [(direction: MazeDirection, place: Int?)] {
        let width = maze.code.width
        let (x, y) = (place % width, place / width)
        return [
            (.north, y + 1 < maze.code.height ? place + width : nil),
            (.east, x + 1 < width ? place + 1 : nil), (.south, y > 0 ? place - width : nil),
            (.west, x > 0 ? place - 1 : nil),
        ]
    }

    private mutating func checkSides() {
        for (place, room) in rooms.enumerated() {
            for (direction, other) in neighbours(of: place) {
                let isOpen = room.open.contains(direction)
                let isDoor = other.map { rooms[$0].kind == .door } ?? false
                let isOpenBack = other.map { rooms[$0].open.contains(direction.opposite) }
                if isOpen != isOpenBack ?? false { texts.insert("one-sided") }
                if room.locked.contains(direction) != (isOpen && isDoor) { texts.insert("locks") }
                if room.kind == .door, isDoor { texts.insert("doors beside each other") }
            }
        }
    }

    private mutating func checkKinds() {
        let doorCount = rooms.count < 64 ? 0 : rooms.count / 40
        if rooms.count(where: { $0.kind == .door }) != doorCount { texts.insert("doors") }
        if rooms.count(where: { $0.kind == .exit }) != 1 { texts.insert("exits") }
        if rooms.indices.filter({ rooms[$0].isStart }) != [maze.start] { texts.insert("starts") }
        if rooms[maze.start].kind != .empty { texts.insert("start is not empty") }
        if rooms[maze.exit].kind != .exit { texts.insert("exit is elsewhere") }
    }

    private mutating func checkDistances() {
        var distances: [Int?] = Array(repeating: nil, count: rooms.count)
        distances[maze.start] = 0
        var wave = [maze.start]
        var steps = 0
        while !wave.isEmpty {
            steps += 1
            var next: [Int] = []
            for place in wave {
                for case (let direction, let other?) in neighbours(of: place)
                where distances[other] == nil && rooms[place].open.contains(direction) {
                    distances[other] = steps
                    next.append(other)
                }
            }
            wave = next
        }
        let reached = distances.compactMap { $0 }
        guard reached.count == rooms.count else {
            texts.insert("rooms that can't be reached")
            return
        }
        let farther = reached.count { $0 > reached[maze.exit] }
        if farther >= max(1, rooms.count / 10) { texts.insert("exit is too near") }
    }
}
