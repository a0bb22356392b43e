import BoardKit
import JSON
import MazeBoard
import Mazes
import ScreenClient
import Sync
import TestBoards
import TestSupport
import Testing

/// The documents and their delivery to watchers.
@Suite struct MazeViewTests {
    private var bench = MazeBench()

    @Test mutating func `is empty before the first run`() {
        let empty: JSON = ["rooms": [:], "walkers": [:]]
        expectEqual(bench.document("maze/display"), empty)
        expectEqual(bench.document("maze/host"), empty)
    }

    @Test mutating func `has the exact document while a maze grows and after all the races`() throws
    {
        let startedAt = bench.now.description
        try bench.ask(
            "explore", ["maze": "2x2-00000001", "conditions": "latency=5", "concurrency": 7])
        expectEqual(
            bench.document("maze/display"),
            [
                "rooms": [:], "walkers": [:],
                "run": [
                    "id": "m_1", "state": "exploring", "maze": "2x2-00000001",
                    "startedAt": .string(startedAt), "found": 0, "frontier": 0, "lost": 0,
                    "doors": 0, "retries": 0,
                ],
            ])
        try bench.finishExploring()
        let endedAt = bench.now.description
        let plan = Maze(try #require(MazeCode("2x2-00000001"))).plan
        let rooms = JSON.object(
            Dictionary(
                uniqueKeysWithValues: plan.rooms.map {
                    ($0.key.description, .string($0.value.text))
                }))
        let party = try bench.add("Ada Lovelace")
        let guest = MazeBench.waiting(party)
        let walker = try bench.join(guest)
        try bench.ask("race")
        let raceAt = bench.now.adding(milliseconds: 3_000).description
        bench.wait(3_250)
        let path = bench.path
        try bench.walk(walker, path, by: guest)
        try bench.ask("replay", ["speed": 8])
        let exit = try #require(plan.rooms.first { $0.value.kind == .exit }?.key)
        var run: [String: JSON] = [
            "id": "m_1", "state": "finished", "maze": "2x2-00000001",
            "startedAt": .string(startedAt), "endedAt": .string(endedAt), "found": 4,
            "frontier": 0, "lost": 0, "doors": 0, "retries": 0, "raceAt": .string(raceAt),
            "winner": ["label": "Ada L.", "ms": JSON(250 + 100 * (path.count - 1))],
            "path": .string(path),
        ]
        var document: [String: JSON] = [
            "rooms": rooms, "run": .object(run),
            "walkers": [
                "w_1": [
                    "label": "Ada L.", "colour": 0, "x": JSON(exit.x), "y": JSON(exit.y),
                    "steps": JSON(path.count), "ms": JSON(250 + 100 * (path.count - 1)),
                    "place": 1,
                ]
            ],
            "replay": ["run": "m_1", "speed": 8, "at": .string(bench.now.description)],
        ]
        // Every reader gets the same bytes.
        let readers: [Principal] = [
            MazeBench.owner, MazeBench.host, MazeBench.engineer, MazeBench.screen, guest,
            Principal(role: Role(rawValue: "waiter"), device: "d_waiter"),
            Principal(guestOf: Subject(board: "orders", id: "o_1")),
        ]
        expectEqual(bench.document("maze/display"), .object(document))
        for principal in readers {
            expectEqual(
                bench.message("maze/display", by: principal), bench.message("maze/display"),
                "\(principal)")
        }
        run["concurrency"] = 7
        document["run"] = .object(run)
        for principal in readers {
            let isStaff = ["owner", "host", "engineer"].contains(principal.role.rawValue)
            expectEqual(
                bench.document("maze/host", by: principal), (isStaff ? .object(document) : nil),
                "\(principal)")
        }
    }

    @Test mutating func `shows the address of a foreign server to the house only`() throws {
        let address = "https://maze.example.org/api"
        try bench.ask("configure", ["apis": [.string(address)]], by: MazeBench.owner)
        try bench.ask("explore", ["url": .string(address)])
        expectEqual(bench.run?["url"]?.text, address)
        #expect(bench.run?["concurrency"] == 16)
        // The maze is known once the server has named it.
        #expect(bench.run?["maze"] == nil)
        try bench.finishExploring()
        #expect(bench.run?["maze"] == "9x9-000000ff")
        let shown = bench.message("maze/display", by: MazeBench.screen) ?? []
        #expect(!String(decoding: shown, as: UTF8.self).contains("example"))
        expectNil(bench.document("maze/settings", by: MazeBench.engineer))
        #expect(bench.document("maze/settings")?["settings"]?["apis"] == [.string(address)])
        // The next run has no address.
        try bench.ask("explore")
        #expect(bench.run?["url"] == nil)
    }

    @Test mutating func `sends each room and each step as a diff`() throws {
        let screen = bench.watch()
        let host = bench.watch("maze/host", by: MazeBench.host)
        try bench.ask("explore", ["maze": "16x9-12345678"])
        bench.wait(50)
        // A document that gets its first run or loses its rooms may be sent whole.
        _ = (bench.heard(screen), bench.heard(host))
        try bench.finishExploring()
        let walker = try bench.join()
        try bench.race()
        try bench.walk(walker, bench.path)
        bench.wait(50)
        let heard = bench.heard(screen)
        #expect(heard.count > 10)
        #expect(heard.allSatisfy { $0["type"] == "diff" })
        #expect(heard.allSatisfy { $0["patch"]?.elements?.isEmpty == false })
        expectEqual(bench.heard(host).count, heard.count)
        expectEqual(bench.faults, [])
        for (id, view) in [(screen, "maze/display"), (host, "maze/host")] {
            expectEqual(bench.watchers[id]?.copy.document, bench.document(view))
        }
    }

    @Test mutating func `sends at most twenty diffs a second`() throws {
        let screen = bench.watch()
        try bench.explore()
        let walkers = try (1...6).map { number in
            try bench.join(Principal(role: .host, device: "d_\(number)"))
        }
        try bench.race()
        _ = bench.heard(screen)
        let path = bench.path.dropLast()
        let began = bench.now
        for letter in path {
            for (index, walker) in walkers.enumerated() {
                try bench.ask(
                    "step", ["walker": .string(walker), "to": .string(MazeBench.side(letter))],
                    by: Principal(role: .host, device: "d_\(index + 1)"))
                bench.wait(12)
            }
        }
        let milliseconds = Int(bench.now.milliseconds(since: began))
        let count = bench.heard(screen).count
        #expect(count <= milliseconds / 50 + 1 && count > milliseconds / 100)
        bench.wait(50)
        expectEqual(bench.watchers[screen]?.copy.document, bench.document("maze/display"))
    }
}
