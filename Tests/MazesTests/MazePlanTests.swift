import Testing

@testable import Mazes

@Suite struct MazePlanTests {
    /// Creates a plan from rooms in the form of documents.
    private static func plan(_ texts: [MazePoint: String]) -> MazePlan {
        MazePlan(
            rooms: texts.mapValues { text in
                var room = MazeRoom(open: [])
                for direction in MazeDirection.allCases {
                    let side = MazeSides(direction)
                    let capital = Character(direction.letter.uppercased())
                    if text.contains(capital) { room.locked.insert(side) }
                    if text.contains(direction.letter) { room.open.insert(side) }
                }
                room.open.formUnion(room.locked)
                room.kind = text.contains("X") ? .exit : text.contains("D") ? .door : .empty
                room.isStart = text.contains("@")
                return room
            })
    }

    private static func at(_ x: Int, _ y: Int) -> MazePoint { MazePoint(x: x, y: y) }

    @Test(arguments: ["2x2-00000000", "16x9-4b7f8b8b", "2x100-00000003", "32x18-4b7f8b8b"])
    func `finds a shortest path to the exit`(code: String) throws {
        let maze = try Maze(code)
        let plan = maze.plan
        let path = try #require(plan.shortestPath)
        var point = MazePlan.start
        for letter in path {
            let step = try #require(MazeDirection.allCases.first { $0.letter == letter })
            #expect(plan.rooms[point]?.open.contains(step) == true)
            point = point.neighbour(to: step)
        }
        #expect(point == maze.point(of: maze.exit))
        #expect(plan.distances[point] == path.count)
        #expect(plan.distances.count == maze.code.roomCount)
    }

    @Test(arguments: ["", "w", "X", "D@", "NESW", "nESwD", "neswX@"])
    func `writes a room as the documents do`(text: String) {
        #expect(Self.plan([MazePlan.start: text]).rooms[MazePlan.start]?.text == text)
    }

    @Test func `passes a side only in the direction in which it is open`() {
        let plan = Self.plan([
            Self.at(0, 0): "n@", Self.at(0, 1): "es", Self.at(1, 1): "sw", Self.at(1, 0): "wX",
            Self.at(-1, 0): "e",
        ])
        // The room to the west leads to the start, but not back.
        #expect(
            plan.distances == [
                Self.at(0, 0): 0, Self.at(0, 1): 1, Self.at(1, 1): 2, Self.at(1, 0): 3,
            ])
        #expect(plan.shortestPath == "nes")
    }

    @Test func `chooses the nearest exit, and the southernmost of equally near ones`() {
        let plan = Self.plan([
            Self.at(0, 0): "nes@", Self.at(0, 1): "sX", Self.at(0, -1): "nX", Self.at(1, 0): "ew",
            Self.at(2, 0): "wX",
        ])
        #expect(plan.shortestPath == "s")
    }

    @Test func `returns nil if no exit can be reached`() {
        #expect(Self.plan([:]).shortestPath == nil)
        #expect(Self.plan([Self.at(0, 0): "e@"]).shortestPath == nil)
        #expect(Self.plan([Self.at(0, 0): "@", Self.at(1, 0): "wX"]).shortestPath == nil)
        #expect(Self.plan([Self.at(0, 0): "X@"]).shortestPath == "")
    }

    @Test func `draws a maze with lines between its rooms`() throws {
        let drawing = """
            ┌───────────────┬───────────┐
            │             @ │           │
            │   ┌───────╴   │   ┌───╴   │
            │   │           │   │       │
            ├───┤   ┌───────┘   │   ╷   │
            │   │   │           │   │ X │
            │   │   └───┐   ╶───┤   └───┤
            │   │       │       │       │
            │   └───╴   └───╴   └───╴   │
            │                           │
            └───────────────────────────┘

            """
        #expect(try Maze("7x5-c0ffee11").plan.drawing == drawing)
        #expect(Self.plan([:]).drawing == "")
    }

    @Test func `draws locks as dotted lines, and one-way sides as arrows`() {
        let plan = Self.plan([
            Self.at(0, 0): "nE@", Self.at(1, 0): "nwD", Self.at(0, 1): "w", Self.at(1, 1): "",
            Self.at(-1, 1): "s", Self.at(-1, 0): "e", Self.at(-1, -1): "w",
        ])
        let drawing = """
            ┌───────┬───┐
            │   ←   │   │
            │ ↓   ↑ │ ↑ │
            │   → @ ┆ D │
            └───┬───┴───┘
                │
            ╶───┘

            """
        #expect(plan.drawing == drawing)
    }

    @Test func `draws only the part of a very large maze around the start`() {
        var texts = [Self.at(0, 0): "e@"]
        for x in 1...300 { texts[Self.at(x, 0)] = "ew" }
        let lines = Self.plan(texts).drawing.split(separator: "\n")
        #expect(lines.map(\.count) == [1005, 3, 1005, 18])
        #expect(lines.last == "Rooms left out: 50")
    }
}
