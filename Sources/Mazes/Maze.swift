/// # The room `Mazes`
///
/// The mazes that the hub makes, as values: codes, rooms, room ids, locks, paths and drawings. The
/// room depends neither on the network nor on a board.
///
/// # How a maze is made
///
/// A code means the same maze on every hub and in every later version, so nothing below may change.
/// `Tests/Vectors/mazes.json` holds some mazes, and `Tests/Browser/maze` makes them a second time
/// from this description.
///
/// **Words.** The maze is `width` rooms wide and `height` rooms high. `x` counts from 0 in the west,
/// `y` from 0 in the south. The *place* of a room is `y · width + x`. There are `n = width · height`
/// rooms. The *neighbours* of a room are those beside it in the order north (`y + 1`), east
/// (`x + 1`), south, west, without those beyond the edge. A *dead end* is a room with one
/// connection. All divisions are rounded down.
///
/// **Numbers.** SplitMix64 has a state of 64 bits, here at first
/// `width · 2⁴⁰ + height · 2³² + seed`. For each number, modulo 2⁶⁴: add `9e3779b97f4a7c15` to the
/// state; let `z` be the state; `z = (z xor z >> 30) · bf58476d1ce4e5b9`;
/// `z = (z xor z >> 27) · 94d049bb133111eb`; the number is `z xor z >> 31`. A *draw* of `k` takes the
/// next number, multiplies it by `k` and divides by 2⁶⁴, which gives 0 to `k - 1`. To *pick* from a
/// list of `k` elements is to draw from `k` and take the element at this index. To *take* from a list
/// is to pick and to remove the element, so that those after it move up by one.
///
/// 1. **Start.** Draw from `n`: the place of the start.
/// 2. **Tree.** Begin a list with the start. As long as the list is not empty: choose the index of
///    its last element; draw from 8, and if that gives 0, draw from the length of the list and choose
///    that index instead. If the room at the index has neighbours that have never been on the list,
///    pick one of these, connect both, and append it. Otherwise remove the room from the list; those
///    after it move up.
/// 3. **Loops.** List all dead ends by place and let `d` be their number. Do this `(d + 3) / 6`
///    times: take from the list until what was taken is still a dead end; pick one of its neighbours
///    to which it is not connected, and connect both.
/// 4. **Exit.** The distance of a room is the least number of steps from the start. List all rooms by
///    falling distance, those of the same distance by place, and keep the first `n / 10`, but at
///    least one. If there are dead ends among these, keep only the dead ends. Pick one: the exit.
/// 5. **Doors.** If `n` is 64 or more: list all rooms by place that are neither start nor exit nor
///    dead ends. Until there are `n / 40` doors: take from the list; the room becomes a door unless
///    one of its neighbours, connected or not, is a door.

/// The maze of a code. All rooms are connected, and each connection works both ways.
///
/// Creating a maze of 100 by 100 rooms takes some milliseconds.
public struct Maze: Sendable, Equatable {
    /// The code of the maze.
    public let code: MazeCode
    /// The place of the start room. Places count row by row, west to east and south to north.
    public let start: Int
    /// The place of the exit.
    public let exit: Int
    private let sides: [MazeSides]
    private let isDoor: [Bool]

    /// Creates the maze of a code.
    public init(_ code: MazeCode) {
        var maker = MazeMaker(code)
        maker.growTree()
        maker.openDeadEnds()
        exit = maker.chosenExit()
        isDoor = maker.chosenDoors(exit: exit)
        self.code = code
        start = maker.start
        sides = maker.sides
    }

    /// The room at a place.
    ///
    /// - Parameter place: 0 to `code.roomCount - 1`.
    public subscript(place: Int) -> MazeRoom {
        var room = MazeRoom(
            kind: place == exit ? .exit : isDoor[place] ? .door : .empty,
            isStart: place == start, open: sides[place])
        for direction in MazeDirection.allCases
        where room.open.contains(direction) && isDoor[code.place(beside: place, to: direction)!] {
            room.locked.insert(MazeSides(direction))
        }
        return room
    }

    /// The coordinates of a place relative to the start.
    public func point(of place: Int) -> MazePoint {
        let (x, y) = (place % code.width, place / code.width)
        return MazePoint(x: x - start % code.width, y: y - start / code.width)
    }

    /// All rooms by their points.
    public var plan: MazePlan {
        var rooms: [MazePoint: MazeRoom] = [:]
        rooms.reserveCapacity(code.roomCount)
        for place in 0..<code.roomCount { rooms[point(of: place)] = self[place] }
        return MazePlan(rooms: rooms)
    }
}

extension MazeCode {
    /// Returns the place of the neighbour in a direction, connected or not, or `nil` at the edge.
    public func place(beside place: Int, to direction: MazeDirection) -> Int? {
        switch direction {
        case .north: place + width < roomCount ? place + width : nil
        case .east: (place + 1) % width != 0 ? place + 1 : nil
        case .south: place >= width ? place - width : nil
        case .west: place % width != 0 ? place - 1 : nil
        }
    }
}
