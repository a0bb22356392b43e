extension MazePlan {
    /// The maze as text, with north at the top: lines for walls, dotted lines for locks, `@` for
    /// the start, `D` for a door, `X` for the exit. An arrow marks a side that is open in one
    /// direction only. Lines end with a newline and have no trailing spaces.
    ///
    /// A very large maze is cut to the part around the start, followed by a line with the number of
    /// omitted rooms.
    public var drawing: String {
        let drawn = MazePlan(rooms: rooms.filter { $0.key.isDrawn })
        let points = drawn.rooms.keys
        guard let west = points.map(\.x).min(), let east = points.map(\.x).max(),
            let south = points.map(\.y).min(), let north = points.map(\.y).max()
        else { return "" }
        var text = ""
        // Each row has the border above it. The last pass writes the southernmost border.
        for y in (south - 1...north).reversed() {
            text += drawn.line(columns: west - 1...east) { drawn.border(northOf: $0, y) }
            guard y >= south else { break }
            text += drawn.line(columns: west - 1...east) { drawn.room(x: $0, y) }
        }
        let leftOut = rooms.count - drawn.rooms.count
        return leftOut == 0 ? text : text + "Rooms left out: \(leftOut)\n"
    }

    /// Joins the texts of the columns and removes trailing spaces. The column before the first room
    /// has only the line to the east of it.
    private func line(columns: ClosedRange<Int>, _ column: (Int) -> String) -> String {
        var line = String(column(columns.lowerBound).suffix(1))
        for x in columns.dropFirst() { line += column(x) }
        while line.last == " " { line.removeLast() }
        return line + "\n"
    }

    /// Returns a room and the line to the east of it.
    private func room(x: Int, _ y: Int) -> String {
        let point = MazePoint(x: x, y: y)
        let mark =
            switch rooms[point] {
            case let room? where room.isStart: "@"
            case let room? where room.kind == .door: "D"
            case let room? where room.kind == .exit: "X"
            default: " "
            }
        return " \(mark) \(edge(eastOf: point).vertical)"
    }

    /// Returns the line to the north of a room and the corner at the end of it.
    private func border(northOf x: Int, _ y: Int) -> String {
        let point = MazePoint(x: x, y: y)
        let lines = [
            edge(eastOf: point.neighbour(to: .north)), edge(northOf: point.neighbour(to: .east)),
            edge(eastOf: point), edge(northOf: point),
        ]
        let corner = lines.enumerated().reduce(0) { $0 | ($1.element.isLine ? 1 << $1.offset : 0) }
        return edge(northOf: point).horizontal + String(Self.corners[corner])
    }

    /// The corners, indexed by the directions with a line: 1 north, 2 east, 4 south, 8 west.
    private static let corners = Array(" ╵╶└╷│┌├╴┘─┴┐┤┬┼")

    private func edge(northOf point: MazePoint) -> Edge { edge(of: point, to: .north) }

    private func edge(eastOf point: MazePoint) -> Edge { edge(of: point, to: .east) }

    private func edge(of point: MazePoint, to direction: MazeDirection) -> Edge {
        let (near, far) = (rooms[point], rooms[point.neighbour(to: direction)])
        let (out, back) = (direction, direction.opposite)
        let isLocked = near?.locked.contains(out) == true || far?.locked.contains(back) == true
        return switch (near?.open.contains(out), far?.open.contains(back)) {
        case (nil, nil): .nothing
        case (true, false): .forwards
        case (false, true): .backwards
        case (true, _), (_, true): isLocked ? .lock : .gap
        default: .wall
        }
    }

    /// The edge between two neighbours.
    private enum Edge {
        case nothing, gap, wall, lock
        /// Open only towards the north or the east.
        case forwards
        /// Open only towards the south or the west.
        case backwards

        var isLine: Bool { self == .wall || self == .lock }

        var horizontal: String {
            switch self {
            case .nothing, .gap: "   "
            case .wall: "───"
            case .lock: "┄┄┄"
            case .forwards: " ↑ "
            case .backwards: " ↓ "
            }
        }

        var vertical: String {
            switch self {
            case .nothing, .gap: " "
            case .wall: "│"
            case .lock: "┆"
            case .forwards: "→"
            case .backwards: "←"
            }
        }
    }
}

extension MazePoint {
    /// Whether the point is drawn. A foreign maze may be too large to draw whole.
    fileprivate var isDrawn: Bool { (-250...250).contains(x) && (-250...250).contains(y) }
}
