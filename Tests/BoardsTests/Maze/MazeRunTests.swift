import JSON
import Mazes
import Sync
import TestBoards
import TestSupport
import Testing

@testable import BoardKit
@testable import MazeBoard

/// Explorations and races: legal actions and their results.
@Suite struct MazeRunTests {
    private var bench = MazeBench()

    /// The states of a run, with a walker of the host wherever one is possible.
    enum Stage: String, CaseIterable {
        case none, exploring, ready, readyWithLost, racing, finished, finishedWithLost, cancelled
        case failed

        var state: String? {
            switch self {
            case .none: nil
            case .readyWithLost: "ready"
            case .finishedWithLost: "finished"
            default: rawValue
            }
        }
    }

    /// Returns a run in a stage. The walker `w_1` is the host's.
    static func bench(in stage: Stage) throws -> MazeBench {
        var bench = MazeBench()
        if stage == .none { return bench }
        if [.readyWithLost, .finishedWithLost].contains(stage) {
            // The lost room is not needed to find the exit.
            bench.board.missing = { server in Set([lostPlace(of: server)]) }
        }
        if stage == .failed { bench.board.missing = { [$0.start] } }
        try bench.ask("explore", ["maze": "9x9-000000ff"])
        try bench.join()
        if stage == .cancelled {
            try bench.tellNews()
            try bench.ask("cancel")
        }
        if [.none, .exploring, .cancelled].contains(stage) { return bench }
        try bench.finishExploring()
        if [.racing, .finished, .finishedWithLost].contains(stage) { try bench.race() }
        if [.finished, .finishedWithLost].contains(stage) { try bench.ask("stop") }
        return bench
    }

    /// Returns the place of a dead end that is not the exit.
    static func lostPlace(of server: MazeServer) -> Int {
        let maze = Maze(MazeCode("9x9-000000ff")!)
        return (0..<81).first { place in
            place != server.start && place != server.exit
                && MazeDirection.allCases.count(where: { maze[place].open.contains($0) }) == 1
        } ?? 0
    }

    @Test(arguments: MazeSize.allCases)
    func `finds the rooms in about twelve seconds at any size, unless conditions are chosen`(
        size: MazeSize
    ) throws {
        for (conditions, seconds) in [nil: 12, "seed": 12, "plain": 0, "latency=5": 0] {
            var bench = MazeBench()
            var arguments: [String: JSON] = ["size": .string(size.rawValue)]
            arguments["conditions"] = conditions.map(JSON.string)
            try bench.ask("explore", arguments)
            let pace = try #require(bench.job?.pace)
            let time = pace * (size.width * size.height) / .seconds(1)
            expectEqual(time.rounded(), Double(seconds), "\(conditions ?? "none")")
        }
        var lost = try Self.bench(in: .readyWithLost)
        try lost.ask("retry")
        expectEqual(lost.job?.pace, .zero)
    }

    @Test(arguments: Stage.allCases)
    func `permits only the legal actions in each state`(stage: Stage) throws {
        let bench = try Self.bench(in: stage)
        expectEqual(bench.state, stage.state)
        let legal: Set<String> =
            switch stage {
            case .none: ["explore"]
            case .exploring: ["cancel", "join", "leave"]
            case .ready: ["explore", "race", "replay", "join", "leave"]
            case .readyWithLost: ["explore", "race", "replay", "retry", "join", "leave"]
            case .racing: ["step", "stop", "join", "leave"]
            case .finished: ["explore", "race", "replay", "join", "leave"]
            case .finishedWithLost: ["explore", "race", "replay", "retry", "join", "leave"]
            case .cancelled: ["explore", "replay", "leave"]
            case .failed: ["explore", "leave"]
            }
        let side = MazeBench.side(bench.path.first ?? "n")
        let arguments: [String: [String: JSON]] = [
            "step": ["walker": "w_1", "to": .string(side)], "leave": ["walker": "w_1"],
        ]
        for verb in [
            "explore", "cancel", "retry", "race", "stop", "join", "step", "leave", "replay",
        ] {
            let code = bench.code(verb, arguments[verb] ?? [:])
            if legal.contains(verb) {
                expectNil(code, "\(verb)")
            } else if stage == .none, ["step", "leave"].contains(verb) {
                expectEqual(code, .notFound, "\(verb)")
            } else {
                expectEqual(code, .conflict, "\(verb)")
            }
        }
        expectEqual(MazeInvariants.faults(in: bench.document()), [])
    }

    @Test func `explains a refusal in words`() throws {
        func message(_ verb: String, in stage: Stage) throws -> String? {
            try Self.bench(in: stage).refusal(verb)?.message
        }
        try expectEqual(message("join", in: .none), "There is no maze yet; explore one")
        try expectEqual(message("race", in: .exploring), "The maze is still being explored")
        try expectEqual(message("cancel", in: .ready), "Nothing is being explored")
        try expectEqual(message("retry", in: .ready), "No room is lost")
        try expectEqual(message("explore", in: .racing), "A race is under way")
        try expectEqual(message("stop", in: .finished), "No race is under way")
        try expectEqual(
            message("join", in: .cancelled), "This maze was cancelled; explore another one")
        try expectEqual(
            message("replay", in: .failed), "This maze could not be explored; explore another one")
    }

    @Test(arguments: ["explore", "cancel", "retry", "stop", "race", "replay"])
    mutating func `refuses to let guests and screens begin or end a run`(verb: String) throws {
        let party = try bench.add("Ada Lovelace")
        let others: [Principal] = [
            MazeBench.waiting(party), MazeBench.screen, MazeBench.engineer,
            Principal(role: Role(rawValue: "waiter"), device: "d_waiter"),
            Principal(joinLink: "j_1"),
            Principal(guestOf: Subject(board: "maze", id: "m_1")),
        ]
        for principal in others {
            expectEqual(bench.code(verb, by: principal), .forbidden, "\(principal)")
        }
        expectEqual(bench.code("report", by: MazeBench.owner), .unknownAction)
        expectEqual(bench.code("undo", by: MazeBench.owner), .unknownAction)
    }

    @Test mutating func `answers with the ids of runs`() throws {
        let first = try bench.ask("explore", ["maze": " 9x9-000000ff "], by: MazeBench.owner)
        expectEqual(first, ["run": "m_1", "maze": "9x9-000000ff"])
        try expectEqual(bench.ask("cancel"), .null)
        let second = try bench.ask("explore", ["size": "small"])
        expectEqual(second["run"], "m_2")
        let maze = try #require(second["maze"]?.text)
        #expect(maze.hasPrefix("16x9-"))
        try bench.finishExploring()
        // Without a size, the new maze has the default size.
        let third = try bench.ask("explore")
        expectEqual(third["maze"]?.text?.hasPrefix("32x18-"), true)
        try bench.ask("cancel")
        let fourth = try bench.ask("explore")
        #expect(fourth["run"] == "m_4" && fourth["maze"] != third["maze"])
        try bench.ask("cancel")
        try bench.ask("configure", ["size": "huge"], by: MazeBench.owner)
        try expectEqual(bench.ask("explore")["maze"]?.text?.hasPrefix("60x60-"), true)
    }

    @Test(arguments: ["9x9-000000ff", "2x2-00000001", "16x9-12345678", "2x100-0000abcd"], [0, 30])
    mutating func `finds exactly the rooms of the maze`(
        code: String, failurePercent: Int
    ) throws {
        bench.board.failurePercent = failurePercent
        try bench.ask("explore", ["maze": .string(code), "concurrency": 64])
        var found = 0
        while bench.job != nil {
            bench.wait(10)
            try bench.tellNews()
            expectEqual(MazeInvariants.faults(in: bench.document()), [])
            let run = try #require(bench.run)
            #expect(run["found"]?.integer ?? 0 >= found)
            found = run["found"]?.integer ?? 0
        }
        let plan = Maze(try #require(MazeCode(code))).plan
        #expect(bench.state == "ready" && bench.run?["problems"] == nil)
        #expect(failurePercent > 0 || bench.run?["retries"] == 0)
        expectEqual(
            bench.rooms,
            Dictionary(
                uniqueKeysWithValues: plan.rooms.map {
                    ($0.key.description, .string($0.value.text))
                }))
    }

    @Test func `counts lost rooms, and finds them by a retry`() throws {
        var bench = try Self.bench(in: .finishedWithLost)
        var run = try #require(bench.run)
        #expect(run["found"] == 80 && run["lost"] == 1 && run["frontier"] == 0)
        #expect(run["problems"]?["unknown_room"]?["count"] == 1)
        expectEqual(run["problems"]?["unknown_room"]?["first"]?.text?.hasPrefix("R"), true)
        try bench.ask("replay")
        bench.board.missing = { _ in [] }
        bench.wait(seconds: 5)
        try bench.ask("retry")
        run = try #require(bench.run)
        #expect(run["state"] == "exploring" && run["id"] == "m_1" && run["found"] == 80)
        for member in ["endedAt", "raceAt", "path"] { expectNil(run[member], "\(member)") }
        #expect(bench.document()?["replay"] == nil)
        try bench.finishExploring()
        run = try #require(bench.run)
        #expect(run["state"] == "ready" && run["found"] == 81 && run["lost"] == 0)
        expectNil(run["problems"])
        expectEqual(MazeInvariants.faults(in: bench.document()), [])
        expectEqual(bench.code("retry"), .conflict)
    }

    @Test mutating func `ignores late news of a cancelled run or an earlier attempt`()
        throws
    {
        bench.board.missing = { [MazeRunTests.lostPlace(of: $0)] }
        try bench.ask("explore", ["maze": "9x9-000000ff"])
        try bench.tellNews()
        var late = bench
        try late.ask("cancel")
        let document = late.document()
        #expect(document?["run"]?["state"] == "cancelled")
        #expect(throws: Rejection.self) { try late.tellNews() }
        expectEqual(late.document(), document)
        // The next run is another one.
        try late.ask("explore", ["maze": "9x9-000000ff"])
        let news = MazeNews(
            attempt: 1, rooms: [], progress: try #require(try bench.tellNews()).progress,
            isEnd: true)
        for id in ["m_1", "m_2", "m_3"] {
            let report = ConnectorReport(id: id, result: .done(news))
            #expect(throws: Rejection.self) { try late.ask("report", by: .hub, connector: report) }
        }
        expectEqual(late.state, "exploring")
        // News of the first attempt changes nothing in the second.
        try bench.finishExploring()
        let attempt = bench.venue.board(MazeGame.self)?.run?.attempt
        try bench.ask("retry")
        let old = MazeNews(
            attempt: try #require(attempt), rooms: [], progress: news.progress, isEnd: true)
        let report = ConnectorReport(id: "m_1", result: .done(old))
        #expect(throws: Rejection.self) { try bench.ask("report", by: .hub, connector: report) }
        expectEqual(bench.state, "exploring")
    }

    @Test func `fails if it finds nothing or can't begin`()
        throws
    {
        var bench = try Self.bench(in: .failed)
        #expect(bench.run?["found"] == 0 && bench.rooms.isEmpty)
        expectEqual(bench.run?["problems"]?.members?.keys.sorted(), ["unknown_room"])
        try bench.ask("explore")
        let report = ConnectorReport(id: "m_2", result: .failed(.unknownTarget))
        try bench.ask("report", by: .hub, connector: report)
        expectEqual(bench.state, "failed")
        #expect(bench.run?["problems"]?["unreachable"] == ["count": 1])
        expectEqual(MazeInvariants.faults(in: bench.document()), [])
        // The found rooms stay.
        bench.board.missing = { _ in [] }
        try bench.ask("explore", ["maze": "9x9-000000ff"])
        try bench.tellNews()
        let count = bench.rooms.count
        let late = ConnectorReport(id: "m_3", result: .failed(.unknownTarget))
        try bench.ask("report", by: .hub, connector: late)
        #expect(bench.state == "ready" && bench.run?["found"]?.integer == count)
        expectEqual(MazeInvariants.faults(in: bench.document()), [])
    }

    @Test mutating func `finds known rooms again after a new attempt`() throws {
        try bench.ask("explore", ["maze": "9x9-000000ff"])
        try bench.tellNews()
        let count = bench.rooms.count
        var again = MazeExplorer(
            try #require(bench.job), at: MazeServer(try #require(MazeCode("9x9-000000ff"))),
            seed: 7)
        while let news = again.next() {
            let report = ConnectorReport(id: "m_1", result: .done(news))
            try bench.ask("report", by: .hub, connector: report)
            #expect(bench.rooms.count >= count)
            expectEqual(MazeInvariants.faults(in: bench.document()), [])
        }
        #expect(bench.state == "ready" && bench.rooms.count == 81)
        expectEqual(MazeInvariants.faults(in: bench.document()), [])
    }

    @Test mutating func `moves all walkers to the start of a new run`() throws {
        try bench.explore()
        let walker = try bench.join()
        try bench.race()
        try bench.walk(walker, bench.path)
        expectEqual(bench.state, "finished")
        #expect(bench.walker(walker)?["place"] == 1)
        try bench.ask("explore", ["size": "small"])
        expectEqual(
            bench.walker(walker), ["label": "House", "colour": 0, "x": 0, "y": 0, "steps": 0])
        #expect(bench.rooms.isEmpty)
    }

    @Test mutating func `begins a race only if the exit was found`() throws {
        bench.board.missing = { [$0.exit] }
        try bench.explore()
        expectEqual(bench.state, "ready")
        expectEqual(bench.code("race"), .conflict)
        expectEqual(bench.refusal("race")?.message, "The exit was not found, so nobody could win")
    }
}
