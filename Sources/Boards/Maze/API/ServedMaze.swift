import Mazes

/// A maze as the API serves it.
struct ServedMaze: Sendable {
    private let maze: Maze
    /// The locks of the doors, by place.
    private let locks: [Int: String]

    /// Makes a maze. That takes some milliseconds, so loops must not call it.
    init(_ code: MazeCode) {
        maze = Maze(code)
        let doors = (0..<code.roomCount).filter { [maze] in maze[$0].kind == .door }
        guard !doors.isEmpty else {
            locks = [:]
            return
        }
        let making = MazeLocks(of: code)
        locks = Dictionary(
            uniqueKeysWithValues: doors.map { ($0, making.lock(of: MazeRoomID(code, place: $0))) })
    }

    func isDoor(_ place: Int) -> Bool { locks[place] != nil }

    /// The start room's id, and the maze's code, as JSON.
    var start: String {
        "{\"id\":\"\(MazeRoomID(maze.code, place: maze.start))\",\"maze\":\"\(maze.code)\"}"
    }

    /// The room at a place, as JSON.
    func room(at place: Int) -> String {
        let room = maze[place]
        var connections: [String] = []
        for direction in MazeDirection.allCases where room.open.contains(direction) {
            let other = maze.code.place(beside: place, to: direction)!
            let way =
                locks[other].map { "\"lock\":\"\($0)\"" }
                ?? "\"room\":\"\(MazeRoomID(maze.code, place: other))\""
            connections.append("\"\(direction.rawValue)\":{\(way)}")
        }
        return "{\"id\":\"\(MazeRoomID(maze.code, place: place))\","
            + "\"type\":\"\(room.kind.rawValue)\","
            + "\"tileUrl\":\"/boards/maze/tiles/tileset-\(tile(of: room)).svg\","
            + "\"rooms\":{\(connections.joined(separator: ","))}}"
    }

    /// Returns the picture of a room, for clients that draw y downwards: its walls clockwise from
    /// the top.
    private func tile(of room: MazeRoom) -> String {
        switch room.kind {
        case .door: "d"
        case .exit: "t"
        case .empty:
            [MazeDirection.south, .east, .north, .west]
                .map { room.open.contains($0) ? "0" : "1" }.joined()
        }
    }
}
