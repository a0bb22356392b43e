/// Rooms by their points: a whole maze, or the part that an explorer has found. A side may be open
/// from one room and closed from the other, and may lead to a missing room.
public struct MazePlan: Sendable, Equatable {
    /// The point of the start room.
    public static let start = MazePoint(x: 0, y: 0)

    public var rooms: [MazePoint: MazeRoom]

    /// Creates a plan. The start room is the one at `start`.
    public init(rooms: [MazePoint: MazeRoom]) { self.rooms = rooms }

    /// The number of steps from the start to each reachable room. Doors count as open.
    public var distances: [MazePoint: Int] {
        guard rooms[Self.start] != nil else { return [:] }
        var distances = [Self.start: 0]
        distances.reserveCapacity(rooms.count)
        var found = [Self.start]
        var next = 0
        while next < found.count {
            let point = found[next]
            let distance = distances[point]! + 1
            next += 1
            for direction in MazeDirection.allCases where leads(from: point, to: direction) {
                let other = point.neighbour(to: direction)
                guard distances[other] == nil else { continue }
                distances[other] = distance
                found.append(other)
            }
        }
        return distances
    }

    /// A shortest path from the start to the nearest exit, as the letters of its steps (`eenns`),
    /// or `nil` if no exit can be reached. Doors count as open.
    public var shortestPath: String? {
        let distances = distances
        let exits = rooms.filter { $0.value.kind == .exit && distances[$0.key] != nil }.keys
        // Break ties by position, so that the path is always the same.
        guard var point = exits.min(by: { key($0, in: distances) < key($1, in: distances) }) else {
            return nil
        }
        var path: [Character] = []
        while let distance = distances[point], distance > 0 {
            let step = MazeDirection.allCases.first { direction in
                let before = point.neighbour(to: direction.opposite)
                return distances[before] == distance - 1 && leads(from: before, to: direction)
            }!
            path.append(step.letter)
            point = point.neighbour(to: step.opposite)
        }
        return String(path.reversed())
    }

    private func key(_ point: MazePoint, in distances: [MazePoint: Int]) -> (Int, Int, Int) {
        (distances[point]!, point.y, point.x)
    }

    /// Whether a room in this direction exists and can be entered.
    private func leads(from point: MazePoint, to direction: MazeDirection) -> Bool {
        rooms[point]?.open.contains(direction) == true
            && rooms[point.neighbour(to: direction)] != nil
    }
}
