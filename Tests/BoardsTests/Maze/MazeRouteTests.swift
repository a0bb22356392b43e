import JSON
import Mazes
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import MazeBoard

/// The maze API, and the records of runs.
@Suite struct MazeRouteTests {
    private var bench = MazeBench()

    init() { bench.requestMilliseconds = 1_000 }

    private func code(_ text: String) throws -> MazeCode { try #require(MazeCode(text)) }

    /// Returns the locks of a maze, each with the places from which it is visible.
    private func locks(of code: MazeCode) -> [String: Set<Int>] {
        var locks: [String: Set<Int>] = [:]
        for place in 0..<code.roomCount {
            let ways = bench.room(MazeRoomID(code, place: place))?.json["rooms"]?.members ?? [:]
            for case let lock? in ways.values.map({ $0["lock"]?.text }) {
                locks[lock, default: []].insert(place)
            }
        }
        return locks
    }

    // MARK: Guests

    @Test mutating func `refuses guests while the maze is closed, but not the explorer`() throws {
        let waiting = MazeBench.waiting("p_1")
        let explorer = MazeBench.guest(of: "m_1")
        let paths = [
            "api/plain/start", "api/plain/rooms/R0", "api/plain/unlock", "runs", "runs/m_1",
        ]
        for isOpen in [true, false] {
            let owner = Principal(role: .owner, device: "d_owner")
            try bench.ask("configure", ["guests": .bool(isOpen)], by: owner)
            for path in paths {
                let method = path.hasSuffix("unlock") ? BoardRoute.Method.post : .get
                func status(_ principal: Principal) -> Int? {
                    var copy = bench
                    return copy.request(method, path, by: principal)?.status
                }
                #expect((status(waiting) == 403) == !isOpen, "\(path)")
                #expect(status(explorer) != 403)
                #expect(status(MazeBench.host) != 403)
            }
        }
    }

    // MARK: Mazes

    @Test(arguments: ["2x2-00000000", "9x9-000000ff", "3x40-4b7f8b8b"])
    func `finds the maze of the code by walking through all locks`(
        text: String
    ) throws {
        let code = try code(text)
        let maze = Maze(code)
        let start = try #require(bench.start(["maze": text]))
        expectEqual(start.json["maze"]?.text, text)
        #expect(!start.isLasting)
        var points = [start.json["id"]?.text ?? "": MazePlan.start]
        var next = points.map { ($0.key, $0.value) }
        var rooms: [MazePoint: MazeRoom] = [:]
        while let (id, point) = next.popLast() {
            let answer = try #require(bench.room(id))
            #expect(answer.status == 200 && answer.type == "application/json")
            #expect(answer.isLasting)
            expectEqual(answer.json["id"]?.text, id)
            var room = MazeRoom(
                kind: try #require(answer.json["type"]?.text.flatMap(MazeRoom.Kind.init)),
                isStart: point == MazePlan.start, open: [])
            for (name, way) in answer.json["rooms"]?.members ?? [:] {
                let direction = try #require(MazeDirection(rawValue: name))
                room.open.insert(direction)
                expectEqual(way.members?.count, 1)
                if let lock = way["lock"]?.text {
                    room.locked.insert(direction)
                    #expect(lock.utf8.count <= 64)
                }
                let other =
                    way["room"] ?? way["lock"]?.text.flatMap { bench.unlock($0)?.json["room"] }
                let otherID = try #require(other?.text)
                if points.updateValue(point.neighbour(to: direction), forKey: otherID) == nil {
                    next.append((otherID, point.neighbour(to: direction)))
                }
            }
            rooms[point] = room
        }
        expectEqual(MazePlan(rooms: rooms), maze.plan)
    }

    @Test func `draws a room's walls as old clients do`() throws {
        let code = try code("9x9-000000ff")
        for place in 0..<code.roomCount {
            let room = try #require(bench.room(MazeRoomID(code, place: place))?.json)
            let walls = ["south", "east", "north", "west"].map {
                room["rooms"]?[$0] == nil ? "1" : "0"
            }
            let tile: String
            switch room["type"]?.text {
            case "DOOR": tile = "d"
            case "EXIT": tile = "t"
            default: tile = walls.joined()
            }
            expectEqual(room["tileUrl"]?.text, "/boards/maze/tiles/tileset-\(tile).svg")
        }
    }

    @Test func `has the same lock on all sides, and opens its door each time`() throws {
        let code = try code("9x9-000000ff")
        let maze = Maze(code)
        let doors = (0..<code.roomCount).filter { maze[$0].kind == .door }
        let locks = locks(of: code)
        #expect(locks.count == doors.count && !doors.isEmpty)
        for (lock, places) in locks {
            let opened = try #require(bench.unlock(lock)?.json["room"]?.text)
            expectEqual(bench.unlock(lock)?.json["room"]?.text, opened)
            let door = try #require(MazeRoomID(opened)?.place)
            let beside = MazeDirection.allCases.filter { maze[door].open.contains($0) }
                .compactMap { code.place(beside: door, to: $0) }
            #expect(doors.contains(door))
            expectEqual(places, Set(beside))
        }
    }

    @Test func `makes a new maze without a code, medium unless a size is given`()
        throws
    {
        let mazes = (0..<3).compactMap { _ in bench.start()?.json["maze"]?.text }
        expectEqual(Set(mazes).count, 3)
        #expect(mazes.allSatisfy { $0.hasPrefix("32x18-") })
        for size in MazeSize.allCases {
            let maze = try #require(bench.start(["size": size.rawValue])?.json["maze"]?.text)
            #expect(maze.hasPrefix("\(size.width)x\(size.height)-"))
        }
    }

    @Test func `caches the most recently used mazes, and remakes others`() throws {
        func isKept(_ seed: UInt32) -> Bool {
            let code = MazeCode(width: 2, height: 2, seed: seed)
            return bench.start(["maze": code?.description ?? ""])?.computationCount == 0
        }
        #expect(!(0..<32 as Range<UInt32>).contains(where: isKept))
        #expect((0..<32 as Range<UInt32>).allSatisfy(isKept))
        #expect(!isKept(32))
        // The least recently used maze was dropped.
        #expect((1..<33 as Range<UInt32>).allSatisfy(isKept))
        #expect(!isKept(0))
    }

    // MARK: Problems

    @Test(arguments: [
        (["maze": "1x2-00000000"], "bad_maze"), (["maze": "32x18"], "bad_maze"),
        (["maze": ""], "bad_maze"), (["maze": "32X18-4b7f8b8b"], "bad_maze"),
        (["size": "tiny"], "bad_request"), (["size": ""], "bad_request"),
        (["size": "small", "maze": "2x2-00000000"], "bad_request"),
    ])
    func `refuses an impossible start`(query: [String: String], code: String) {
        let refused = bench.start(query)
        expectEqual(refused?.status, 400)
        expectEqual(refused?.code, code)
    }

    @Test func `refuses unknown conditions on every route`() {
        for answer in [
            bench.start(under: "bad"), bench.room("R0", under: "latency=1001"),
            bench.unlock("", under: "plain,plain"),
        ] {
            expectEqual(answer?.status, 400)
            expectEqual(answer?.code, "bad_conditions")
        }
        expectNil(bench.read("api//start"))
        expectNil(bench.read("api/plain/rooms/"))
        expectNil(bench.read("api/plain/rooms/a/b"))
    }

    @Test func `returns 404 for an unknown room`() throws {
        let id = MazeRoomID(try code("2x2-00000000"), place: 0).description
        expectEqual(bench.room(id)?.status, 200)
        for wrong in ["R", "x", id.lowercased(), id + "0", String(id.dropLast()) + "g"] {
            expectEqual(bench.room(wrong)?.status, 404)
            expectEqual(bench.room(wrong)?.code, "unknown_room")
        }
    }

    @Test func `returns 404 for an unknown lock, and 400 for a malformed request`() throws {
        let code = try code("9x9-000000ff")
        let maze = Maze(code)
        let lock = try #require(locks(of: code).keys.first)
        let others = MazeLocks(of: code)
        let start = others.lock(of: MazeRoomID(code, place: maze.start))
        for wrong in ["", "x", "\(lock)A", String(lock.reversed()), start] {
            expectEqual(bench.unlock(wrong)?.status, 404)
            expectEqual(bench.unlock(wrong)?.code, "unknown_lock")
        }
        for content in ["", "[]", "{}", "{\"lock\":1}", "{\"lock\":null}", "{\"lock\":"] {
            let refused = bench.unlock(with: content)
            expectEqual(refused?.status, 400)
            expectEqual(refused?.code, "bad_request")
        }
    }

    // MARK: Conditions

    @Test func `fails as many requests for a room as the conditions say`() throws {
        let id = MazeRoomID(try code("2x2-00000000"), place: 0)
        for conditions in ["failures=4096", "failures=4096,timeout=0"] {
            for _ in 0..<10 {
                let failed = try #require(bench.room(id, under: conditions))
                expectEqual(failed.status, 504)
                expectEqual(failed.code, "timeout")
                expectEqual(failed.delay, (conditions.hasSuffix("0") ? .zero : .seconds(2)))
            }
        }
        let api = MazeAPI(seed: 1)
        let half = try #require(MazeConditions("failures=2048"))
        let failureCount = (0..<4_096).count { _ in api.failsNext(under: half) }
        #expect((1_900...2_200).contains(failureCount))
        let never = try #require(MazeConditions("after=0"))
        #expect(!(0..<100).contains { _ in api.failsNext(under: never) })
    }

    @Test func `never fails the first requests for a room under each of the conditions`() throws {
        let id = MazeRoomID(try code("2x2-00000000"), place: 0)
        for conditions in ["failures=4096,after=3", "after=3,failures=4096,timeout=1"] {
            // Other requests don't count.
            expectEqual(bench.room("R", under: conditions)?.status, 404)
            expectEqual(bench.start(under: conditions)?.status, 200)
            let statuses = (0..<5).map { _ in bench.room(id, under: conditions)?.status }
            expectEqual(statuses, [200, 200, 200, 504, 504])
        }
    }

    @Test func `fails only requests for a room`() throws {
        let lock = try #require(locks(of: code("9x9-000000ff")).keys.first)
        expectEqual(bench.start(under: "failures=4096")?.status, 200)
        expectEqual(bench.room("R", under: "failures=4096")?.status, 404)
        expectEqual(bench.unlock(lock, under: "failures=4096")?.status, 200)
    }

    @Test func `delays each answer by the latency, give or take a fifth`() throws {
        let id = MazeRoomID(try code("2x2-00000000"), place: 0)
        var delays: Set<Duration> = []
        for _ in 0..<20 {
            for answer in [
                bench.start(under: "latency=100"), bench.room(id, under: "latency=100"),
                bench.room("R", under: "latency=100"), bench.unlock("x", under: "latency=100"),
            ] {
                let delay = try #require(answer?.delay)
                #expect((.milliseconds(80)...(.milliseconds(120))).contains(delay))
                delays.insert(delay)
            }
        }
        #expect(delays.count > 1)
        expectEqual(bench.room(id)?.delay, .zero)
    }

    @Test mutating func `answers at most 10,000 requests a second`() throws {
        let id = MazeRoomID(try code("2x2-00000000"), place: 0)
        for _ in 0..<10_000 where bench.room(id)?.status != 200 {
            Issue.record("a request was refused")
        }
        let refused = try #require(bench.room(id))
        expectEqual(refused.status, 429)
        expectEqual(refused.code, "rate_limited")
        expectEqual(refused.retryInSeconds, 1)
        expectEqual(bench.start(under: "bad")?.code, "rate_limited")
        bench.now = bench.now.adding(milliseconds: 1_000)
        expectEqual(bench.room(id)?.status, 200)
    }

    // MARK: Records

    @Test mutating func `lists the last eight runs, the newest first`() throws {
        expectEqual(bench.read("runs")?.json, ["runs": []])
        let rooms = [(MazePlan.start, MazeRoom(isStart: true, open: []))]
        for seed in 1...9 { try bench.explore("2x2-0000000\(seed)", finding: rooms) }
        try bench.ask("explore", ["maze": "2x2-0000000a"])
        let runs = try #require(bench.read("runs")?.json["runs"]?.elements)
        expectEqual(runs.map { $0["run"]?.text }, (3...10).reversed().map { "m_\($0)" })
        #expect(runs.first?["state"] == "exploring" && runs.first?["maze"] == "2x2-0000000a")
        expectEqual(
            runs.last,
            [
                "run": "m_3", "maze": "2x2-00000003", "startedAt": "2026-11-20T18:00:06.000Z",
                "found": 1, "state": "ready",
            ])
        expectEqual(bench.read("runs/m_2")?.code, "no_run")
    }

    @Test mutating func `records rooms and steps in order, and the maze as text`() throws {
        let rooms = [
            (MazePlan.start, MazeRoom(isStart: true, open: .east)),
            (MazePoint(x: 1, y: 0), MazeRoom(kind: .exit, open: .west)),
        ]
        try bench.explore("2x2-00000001", finding: rooms)
        let walker = try bench.ask("join")["walker"] ?? .null
        try bench.ask("race", ["countdown": 0])
        try bench.ask("step", ["walker": walker, "to": "east"])
        let record = try #require(bench.read("runs/m_1"))
        expectEqual(record.type, "application/json")
        expectEqual(
            record.json,
            [
                "run": "m_1", "maze": "2x2-00000001",
                "rooms": [[1_000, "0,0", "e@"], [1_000, "1,0", "wX"]],
                "steps": [[1_000, "w_1", 1, 0]], "labels": ["w_1": "House"],
            ])
        let drawn = try #require(bench.read("runs/m_1", ["format": "text"]))
        expectEqual(drawn.type, "text/plain; charset=utf-8")
        expectEqual(drawn.text, MazePlan(rooms: Dictionary(uniqueKeysWithValues: rooms)).drawing)
        expectEqual(bench.read("runs/m_1", ["format": "xml"])?.code, "bad_request")
        for run in ["m_2", "m_01", "1"] {
            expectEqual(bench.read("runs/\(run)")?.status, 404)
        }
    }

    @Test func `answers everybody who is signed in`() {
        for route in MazeGame.module.routes { expectEqual(route.access, .everybody) }
    }
}
