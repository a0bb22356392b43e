import JSON
import Mazes
import Sync
import TestBoards
import TestSupport
import Testing

@testable import BoardKit
@testable import MazeBoard

/// Steps, finishes, and the four ends of a race.
@Suite struct MazeRaceTests {
    private var bench = MazeBench()
    private let walker: String
    private let path: String

    /// Explores a maze and adds a walker of the host.
    init() throws {
        try bench.explore()
        walker = try bench.join()
        path = bench.path
    }

    private func refusal(_ side: String, of walker: String? = nil) -> Rejection? {
        bench.refusal("step", ["walker": .string(walker ?? self.walker), "to": .string(side)])
    }

    /// A side of the start room that is a wall.
    private var wall: String {
        let open = bench.rooms["0,0"]?.text?.lowercased() ?? ""
        return MazeBench.side("nesw".first { !open.contains($0) } ?? "n")
    }

    private var firstSide: String { MazeBench.side(path.first ?? "n") }

    @Test mutating func `begins after a countdown of three seconds by default`() throws {
        try bench.ask("race")
        expectEqual(bench.state, "racing")
        expectEqual(bench.run?["raceAt"]?.text, bench.now.adding(milliseconds: 3_000).description)
        let early = refusal(firstSide)
        #expect(early?.code == .conflict && early?.message == "The race has not begun yet")
        bench.wait(2_999)
        expectEqual(refusal(firstSide)?.code, .conflict)
        bench.wait(1)
        expectNil(refusal(firstSide))
        try bench.ask("stop")
        try bench.ask("race", ["countdown": 60])
        expectEqual(bench.run?["raceAt"]?.text, bench.now.adding(milliseconds: 60_000).description)
        try bench.ask("stop")
        try bench.ask("race", ["countdown": 0])
        expectNil(refusal(firstSide))
    }

    @Test mutating func `steps into the next room, and not through a wall`() throws {
        expectEqual(refusal(firstSide)?.message, "No race is under way")
        try bench.race()
        let into = refusal(wall)
        #expect(into?.code == .conflict && into?.message == "There is a wall")
        let offset = ["n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)]
        var (x, y) = (0, 0)
        for (count, letter) in path.enumerated() {
            let result = try bench.ask(
                "step", ["walker": .string(walker), "to": .string(MazeBench.side(letter))])
            (x, y) = (x + offset["\(letter)"]!.0, y + offset["\(letter)"]!.1)
            expectEqual(result, ["x": JSON(x), "y": JSON(y)])
            expectEqual(bench.walker(walker)?["steps"]?.integer, count + 1)
            expectEqual(MazeInvariants.faults(in: bench.document()), [])
            bench.wait(100)
        }
        // A walker at the exit has finished.
        expectEqual(bench.rooms["\(x),\(y)"]?.text?.hasSuffix("X"), true)
        expectEqual(bench.walker(walker)?["ms"]?.integer, (path.count - 1) * 100 + 1)
        expectEqual(bench.state, "finished")
        expectEqual(refusal(firstSide)?.message, "No race is under way")
    }

    @Test mutating func `refuses further steps of a walker at the exit`() throws {
        let slow = try bench.join()
        try bench.race()
        try bench.walk(slow, path.prefix(1))
        try bench.walk(walker, path)
        let after = refusal(firstSide)
        #expect(after?.code == .conflict && after?.message == "This walker is at the exit already")
        expectEqual(bench.state, "racing")
    }

    @Test mutating func `accepts fifteen steps a second, and no more`() throws {
        try bench.race()
        let back = ["n": "s", "e": "w", "s": "n", "w": "e"]
        let there = String(path.prefix(1))
        let sides = [there, back[there] ?? ""].map { MazeBench.side($0.first ?? "n") }
        for count in 0..<15 {
            try bench.ask(
                "step", ["walker": .string(walker), "to": .string(sides[count % 2])])
            bench.wait(60)
        }
        let tooFast = try #require(refusal(sides[1]))
        expectEqual(tooFast.code, .rateLimited)
        expectEqual(tooFast.retryInMilliseconds, 100)
        // A step into a wall is refused at any speed.
        #expect(bench.walker(walker)?["steps"] == 15)
        let other = try bench.join()
        expectNil(refusal(sides[0], of: other))
        bench.wait(99)
        expectEqual(refusal(sides[1])?.code, .rateLimited)
        bench.wait(1)
        expectNil(refusal(sides[1]))
    }

    @Test mutating func `opens all locks in a race`() throws {
        try bench.explore("16x9-12345678")
        let locked = bench.rooms.filter { $0.value.text?.contains(/[NESW]/) == true }
        #expect(!locked.isEmpty)
        // No lock is closed on a walk through the whole maze.
        try bench.race()
        var walk = MazeTour(of: bench.rooms)
        var passed = 0
        while let letter = walk.next() {
            let text = bench.rooms[walk.place]?.text ?? ""
            if text.contains("D") { passed += 1 }
            if text.contains("X") { continue }
            try bench.walk(walker, String(letter))
        }
        #expect(passed > 0)
    }

    @Test mutating func `permits a one-sided passage along its open side only`() throws {
        bench.board.isClosed = { server, _, other in other == server.start }
        try bench.explore()
        #expect(bench.run?["problems"]?["one_sided"] != nil)
        try bench.race()
        let letter = try #require(bench.rooms["0,0"]?.text?.lowercased().first)
        try bench.walk(walker, String(letter))
        let back: [Character: String] = ["n": "south", "e": "west", "s": "north", "w": "east"]
        expectEqual(refusal(back[letter] ?? "")?.message, "There is a wall")
    }

    @Test mutating func `has a wall instead of a passage to a lost room`() throws {
        bench.board.missing = { [MazeRunTests.lostPlace(of: $0)] }
        try bench.explore()
        let sides: [(Character, Int, Int)] = [("n", 0, 1), ("e", 1, 0), ("s", 0, -1), ("w", -1, 0)]
        var tour = MazeTour(of: bench.rooms)
        try bench.race()
        var isRefused = false
        while !isRefused {
            let (x, y) = tour.point
            let text = bench.rooms[tour.place]?.text?.lowercased() ?? ""
            for side in sides
            where text.contains(side.0) && bench.rooms["\(x + side.1),\(y + side.2)"] == nil {
                expectEqual(refusal(MazeBench.side(side.0))?.message, "There is a wall")
                isRefused = true
            }
            guard let letter = tour.next() else { break }
            try bench.walk(walker, String(letter))
        }
        #expect(isRefused)
    }

    // MARK: Ends

    @Test mutating func `ends when all walkers that have moved are at the exit`() throws {
        let second = try bench.join()
        _ = try bench.join(MazeBench.owner)
        try bench.race()
        try bench.walk(second, path.prefix(1))
        try bench.walk(walker, path)
        expectEqual(bench.state, "racing")
        try bench.walk(second, path.dropFirst())
        expectEqual(bench.state, "finished")
        let places = [walker, second].map { bench.walker($0)?["place"] }
        expectEqual(places, [1, 2])
        let path = try #require(bench.run?["path"]?.text)
        expectEqual(path.count, self.path.count)
        expectEqual(MazeInvariants.faults(in: bench.document()), [])
    }

    @Test mutating func `ends when the last walker on the way leaves`() throws {
        let second = try bench.join()
        try bench.race()
        try bench.walk(second, path.prefix(1))
        try bench.walk(walker, path)
        expectEqual(bench.state, "racing")
        try bench.ask("leave", ["walker": .string(second)])
        expectEqual(bench.state, "finished")
    }

    @Test mutating func `ends two minutes after the first walker is at the exit`() throws {
        let second = try bench.join()
        try bench.race()
        try bench.walk(second, path.prefix(1))
        try bench.walk(walker, path)
        bench.wait(119_899)
        expectEqual(bench.state, "racing")
        bench.wait(1)
        expectEqual(bench.state, "finished")
        #expect(bench.walker(second)?["place"] == nil)
        expectEqual(bench.run?["path"]?.text?.count, path.count)
    }

    @Test mutating func `ends ten minutes after its beginning`() throws {
        try bench.ask("race", ["countdown": 60])
        bench.wait(seconds: 659)
        expectEqual(bench.state, "racing")
        bench.wait(seconds: 1)
        expectEqual(bench.state, "finished")
        expectEqual(bench.run?["path"]?.text?.count, path.count)
    }

    @Test mutating func `ends when a host asks, who can begin another in the same maze`() throws {
        try bench.ask("race")
        #expect(bench.run?["path"] == nil)
        try bench.ask("stop")
        #expect(bench.state == "finished" && bench.run?["path"]?.text?.count == path.count)
        try bench.race()
        try bench.walk(walker, path.prefix(3))
        try bench.ask("stop")
        #expect(bench.walker(walker)?["steps"] == 3)
        try bench.ask("race")
        #expect(bench.walker(walker)?["steps"] == 0 && bench.walker(walker)?["x"] == 0)
        #expect(bench.run?["path"] == nil && bench.run?["id"] == "m_1")
        bench.wait(seconds: 3)
        try bench.walk(walker, path)
        #expect(bench.walker(walker)?["place"] == 1)
    }

    @Test mutating func `ranks walkers in the order of their times`() throws {
        var walkers = [walker]
        for _ in 1...5 { walkers.append(try bench.join()) }
        try bench.race()
        for walker in walkers { try bench.walk(walker, path.dropLast()) }
        let last = path.suffix(1)
        for walker in walkers.reversed() { try bench.walk(walker, last) }
        expectEqual(bench.state, "finished")
        expectEqual(walkers.map { bench.walker($0)?["place"]?.integer }, [6, 5, 4, 3, 2, 1])
        expectEqual(MazeInvariants.faults(in: bench.document()), [])
        let winner = bench.venue.board(MazeGame.self)?.records.last?.summary["winner"]
        expectEqual(winner, "House 6")
    }

    @Test mutating func `has no negative times after the clock is set back`() throws {
        let second = try bench.join()
        try bench.race()
        try bench.walk(walker, path.dropLast())
        try bench.walk(second, path)
        bench.setClock(by: -4_000)
        try bench.walk(walker, path.suffix(1))
        #expect(bench.walker(walker)?["place"] == 2)
        expectEqual(MazeInvariants.faults(in: bench.document()), [])
    }

    @Test mutating func `has no negative times after the clock is set back by hours`() throws {
        let second = try bench.join()
        try bench.ask("race", ["countdown": 0])
        bench.wait(seconds: 20)
        try bench.walk(walker, path.dropLast())
        try bench.walk(second, path)
        bench.setClock(by: -7_200_000)
        // The race continues without waiting for hours.
        try bench.walk(walker, path.suffix(1))
        #expect(bench.walker(walker)?["place"] == 2)
        expectEqual(MazeInvariants.faults(in: bench.document()), [])
        expectEqual(bench.state, "finished")
        try bench.ask("race", ["countdown": 0])
        bench.wait(seconds: 300)
        #expect(bench.walkers.isEmpty)
    }
}

/// A walk through all rooms of a maze, with steps back where needed.
private struct MazeTour {
    private let rooms: [String: String]
    private var seen: Set<String> = ["0,0"]
    private var trail: [Character] = []
    private(set) var point = (0, 0)

    init(of rooms: [String: JSON]) { self.rooms = rooms.mapValues { $0.text?.lowercased() ?? "" } }

    var place: String { "\(point.0),\(point.1)" }

    private static let sides: [(letter: Character, back: Character, x: Int, y: Int)] = [
        ("n", "s", 0, 1), ("e", "w", 1, 0), ("s", "n", 0, -1), ("w", "e", -1, 0),
    ]

    /// Returns the next step, or `nil` once all rooms but the exit were visited.
    mutating func next() -> Character? {
        for side in Self.sides where rooms[place]?.contains(side.letter) == true {
            let other = "\(point.0 + side.x),\(point.1 + side.y)"
            guard let text = rooms[other], !text.contains("x"), seen.insert(other).inserted else {
                continue
            }
            point = (point.0 + side.x, point.1 + side.y)
            trail.append(side.back)
            return side.letter
        }
        guard let back = trail.popLast(), let side = Self.sides.first(where: { $0.letter == back })
        else { return nil }
        point = (point.0 + side.x, point.1 + side.y)
        return back
    }
}
