import MazeExploring
import Mazes
import TestSupport

/// A sound maze made from a seed, and its expected drawing.
struct GridMaze {
    typealias Place = MazePoint

    private static let directions = ["north", "east", "south", "west"]
    private static let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)]

    private(set) var server = ServedMaze()
    private(set) var drawing: [Place: String] = [:]

    /// - Parameter hasLockForEachSide: Whether each side of a door has its own lock.
    init(seed: UInt64, width: Int, height: Int, hasLockForEachSide: Bool) {
        var generator = SeededGenerator(seed: seed)
        let places = (0..<width * height).map { Place(x: $0 % width, y: $0 / width) }
        let ids = places.map { _ in
            "R" + String(UInt64.random(in: 0 ... .max, using: &generator), radix: 16)
        }
        func neighbour(_ index: Int, _ side: Int) -> Int? {
            let x = places[index].x + Self.steps[side].0
            let y = places[index].y + Self.steps[side].1
            guard (0..<width).contains(x), (0..<height).contains(y) else { return nil }
            return y * width + x
        }
        var open = Array(repeating: Set<Int>(), count: places.count)
        func connect(_ index: Int, _ side: Int, _ other: Int) {
            open[index].insert(side)
            open[other].insert((side + 2) % 4)
        }
        let start = Int.random(in: 0..<places.count, using: &generator)
        var path = [start]
        var seen: Set<Int> = [start]
        while let last = path.last {
            let sides = (0..<4).filter { side in
                neighbour(last, side).map { !seen.contains($0) } ?? false
            }
            guard let side = sides.randomElement(using: &generator) else {
                path.removeLast()
                continue
            }
            let next = neighbour(last, side)!
            connect(last, side, next)
            seen.insert(next)
            path.append(next)
        }
        for _ in 0..<places.count / 8 {
            let index = Int.random(in: 0..<places.count, using: &generator)
            let side = Int.random(in: 0..<4, using: &generator)
            if let other = neighbour(index, side) { connect(index, side, other) }
        }
        let exit = places.indices.filter { $0 != start }.randomElement(using: &generator)!
        var doors: Set<Int> = []
        for index in places.indices where index != start && index != exit {
            let isFree = (0..<4).allSatisfy { side in
                neighbour(index, side).map { !doors.contains($0) } ?? true
            }
            if isFree, Int.random(in: 0..<10, using: &generator) == 0 { doors.insert(index) }
        }
        server.start = ids[start]
        for index in places.indices {
            var text = ""
            var connections: [String] = []
            for side in 0..<4 where open[index].contains(side) {
                let other = neighbour(index, side)!
                let letter = Self.directions[side].prefix(1)
                if doors.contains(other) {
                    let lock = "lock of \(other)" + (hasLockForEachSide ? " from \(index)" : "")
                    server.locks[lock] = ids[other]
                    connections.append(#""\#(Self.directions[side])":{"lock":"\#(lock)"}"#)
                    text += letter.uppercased()
                } else {
                    connections.append(#""\#(Self.directions[side])":{"room":"\#(ids[other])"}"#)
                    text += letter
                }
            }
            if doors.contains(index) { text += "D" }
            if index == exit { text += "X" }
            if index == start { text += "@" }
            let type = doors.contains(index) ? "DOOR" : index == exit ? "EXIT" : "EMPTY"
            server.add(ids[index], type: type, "{\(connections.joined(separator: ","))}")
            let place = Place(
                x: places[index].x - places[start].x, y: places[index].y - places[start].y)
            drawing[place] = text
        }
    }
}
