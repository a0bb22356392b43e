/// Makes a maze by the steps described for `Maze`. Each draws numbers: run each once, in order.
struct MazeMaker {
    /// One pick in this many continues at a random room of the tree instead of its tip. A lower
    /// number gives more dead ends and shorter ways.
    private static let picksPerBranch = 8

    /// The place of the start.
    let start: Int
    /// The connections of each room, by place.
    private(set) var sides: [MazeSides]

    private let code: MazeCode
    private var numbers: MazeNumbers

    init(_ code: MazeCode) {
        self.code = code
        let name = UInt64(code.width) << 40 | UInt64(code.height) << 32 | UInt64(code.seed)
        numbers = MazeNumbers(state: name)
        start = numbers.next(below: code.roomCount)
        sides = Array(repeating: [], count: code.roomCount)
    }

    /// Connects all rooms by a spanning tree.
    mutating func growTree() {
        var list = [start]
        var wasListed = Array(repeating: false, count: code.roomCount)
        wasListed[start] = true
        while !list.isEmpty {
            var index = list.count - 1
            if numbers.next(below: Self.picksPerBranch) == 0 {
                index = numbers.next(below: list.count)
            }
            let directions = directions(from: list[index]) { !wasListed[$0] }
            if directions.isEmpty {
                list.remove(at: index)
            } else {
                let found = connect(list[index], to: numbers.pick(from: directions))
                wasListed[found] = true
                list.append(found)
            }
        }
    }

    /// Opens one dead end in six to make loops.
    mutating func openDeadEnds() {
        var deadEnds = sides.indices.filter(isDeadEnd)
        // Each loop uses up two dead ends at most, so the list does not run out.
        for _ in 0..<(deadEnds.count + 3) / 6 {
            var place: Int
            repeat { place = numbers.take(from: &deadEnds) } while !isDeadEnd(place)
            let open = sides[place]
            let walls = directions(from: place) { _ in true }.filter { !open.contains($0) }
            _ = connect(place, to: numbers.pick(from: walls))
        }
    }

    /// Returns the place of the exit, one of the rooms farthest from the start.
    mutating func chosenExit() -> Int {
        let distances = distances()
        let farthest = sides.indices.sorted {
            (distances[$1], $0) < (distances[$0], $1)
        }.prefix(max(1, sides.count / 10))
        let deadEnds = farthest.filter(isDeadEnd)
        return numbers.pick(from: deadEnds.isEmpty ? Array(farthest) : deadEnds)
    }

    /// Returns for each place whether its room is a door. Doors are not adjacent, and no door is a
    /// dead end, where it would hide nothing.
    mutating func chosenDoors(exit: Int) -> [Bool] {
        var isDoor = Array(repeating: false, count: sides.count)
        guard sides.count >= 64 else { return isDoor }
        // At least a third of the rooms of a tree on this grid are not dead ends, and a door
        // excludes at most five of them, so the list does not run out.
        var candidates = sides.indices.filter { $0 != start && $0 != exit && !isDeadEnd($0) }
        var missing = sides.count / 40
        while missing > 0 {
            let place = numbers.take(from: &candidates)
            guard directions(from: place, where: { isDoor[$0] }).isEmpty else { continue }
            isDoor[place] = true
            missing -= 1
        }
        return isDoor
    }

    private func isDeadEnd(_ place: Int) -> Bool { sides[place].count == 1 }

    /// Returns the directions of the neighbours for which the condition holds.
    private func directions(
        from place: Int, where condition: (Int) -> Bool
    ) -> [MazeDirection] {
        MazeDirection.allCases.filter { direction in
            code.place(beside: place, to: direction).map(condition) ?? false
        }
    }

    /// Connects a room and its neighbour. Returns the neighbour's place.
    private mutating func connect(_ place: Int, to direction: MazeDirection) -> Int {
        let other = code.place(beside: place, to: direction)!
        sides[place].insert(MazeSides(direction))
        sides[other].insert(MazeSides(direction.opposite))
        return other
    }

    /// Returns the number of steps from the start to each place.
    private func distances() -> [Int] {
        var distances = Array(repeating: 0, count: sides.count)
        var wasFound = Array(repeating: false, count: sides.count)
        wasFound[start] = true
        var found = [start]
        var next = 0
        while next < found.count {
            let place = found[next]
            next += 1
            for direction in MazeDirection.allCases where sides[place].contains(direction) {
                let other = code.place(beside: place, to: direction)!
                guard !wasFound[other] else { continue }
                wasFound[other] = true
                distances[other] = distances[place] + 1
                found.append(other)
            }
        }
        return distances
    }
}
