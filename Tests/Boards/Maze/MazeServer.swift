import JSON
package import MazeExploring
package import Mazes

/// A server of one maze, in memory.
package struct MazeServer {
    package typealias Subject = MazeExploration.Request.Subject

    private let code: MazeCode
    private let maze: Maze
    /// The places of rooms that the server does not know although other rooms lead to them.
    package var missing: Set<Int> = []
    /// Whether a room has no passage to another room that leads to it.
    package var isClosed: (_ place: Int, _ other: Int) -> Bool = { _, _ in false }

    package init(_ code: MazeCode) {
        self.code = code
        maze = Maze(code)
    }

    package var plan: MazePlan { maze.plan }
    package var start: Int { maze.start }
    package var exit: Int { maze.exit }

    package func answer(_ subject: Subject) -> MazeExploration.Answer {
        guard let answer = body(of: subject) else { return .response(status: 404, body: []) }
        return .response(status: 200, body: answer.canonical)
    }

    private func body(of subject: Subject) -> JSON? {
        switch subject {
        case .start: ["id": .string("R\(maze.start)"), "maze": .string(code.description)]
        case .room(let id): place(id).map(room)
        case .lock(let lock): place(lock).map { ["room": .string("R\($0)")] }
        }
    }

    private func place(_ name: String) -> Int? {
        Int(name.dropFirst()).flatMap { missing.contains($0) ? nil : $0 }
    }

    private func room(_ place: Int) -> JSON {
        let room = maze[place]
        var ways: [String: JSON] = [:]
        for direction in MazeDirection.allCases where room.open.contains(direction) {
            guard let other = code.place(beside: place, to: direction), !isClosed(place, other)
            else { continue }
            ways[direction.rawValue] =
                room.locked.contains(direction)
                ? ["lock": .string("L\(other)")] : ["room": .string("R\(other)")]
        }
        return [
            "id": .string("R\(place)"), "type": .string(room.kind.rawValue), "rooms": .object(ways),
        ]
    }
}
