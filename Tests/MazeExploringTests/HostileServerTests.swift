import Mazes
import TestSupport
import Testing

@testable import MazeExploring

/// Hostile servers: every problem is counted, the rest is drawn, and the exploration ends.
@Suite struct HostileServerTests {
    private typealias Place = MazePoint
    private typealias Problem = MazeExploration.Problem
    private typealias Subject = MazeExploration.Request.Subject
    private typealias Answer = MazeExploration.Answer

    private static let long = String(repeating: "x", count: 201)

    /// Bodies for the room `b`, to the east of the start.
    private static let badRooms: [String] = [
        "", "[]", #""b""#, "null", "{", #"{"id":"b","type":"EMPTY"}"#,
        #"{"type":"EMPTY","rooms":{}}"#, #"{"id":"b","rooms":{}}"#,
        #"{"id":"b","type":"TRAP","rooms":{}}"#, #"{"id":"b","type":"empty","rooms":{}}"#,
        #"{"id":"c","type":"EMPTY","rooms":{}}"#, #"{"id":7,"type":"EMPTY","rooms":{}}"#,
        #"{"id":"b","type":"EMPTY","rooms":[]}"#,
        #"{"id":"b","type":"EMPTY","rooms":{}} and more"#,
        #"{"id":"b","type":"EMPTY","rooms":{"east":{"room":"\#(long)"}}}"#,
        #"{"id":"b","type":"EMPTY","rooms":{"east":{"lock":"\#(long)"}}}"#,
        #"{"id":"b","type":"EMPTY","rooms":{}}"# + String(repeating: " ", count: 16_384),
    ]

    private static func server(_ body: String) -> ServedMaze {
        var server = ServedMaze()
        server.start = "a"
        server.add("a", #"{"east":{"room":"b"}}"#)
        server.rooms["b"] = body
        return server
    }

    private func first(_ id: String?, count: Int = 1) -> MazeExploration.Sighting {
        .init(count: count, first: id)
    }

    @Test(arguments: badRooms)
    func `loses a room whose answer is invalid or about another room`(body: String) {
        let run = SimulatedExploration.run(of: Self.server(body))
        #expect(run.ended?.problems == [.badRoom: first("b")])
        #expect(run.ended?.lostCount == 1 && run.ended?.retryCount == 0)
        #expect(run.drawing == [Place(x: 0, y: 0): "e@"] && run.faults == [])
    }

    @Test func `reads an answer of 16 KiB and ids of 200 characters`() {
        let id = String(repeating: "é", count: 200)
        let body =
            #"{"id":"b","type":"EXIT","rooms":{"west":{"room":"a"},"east":{"room":"\#(id)"}}}"#
        let spaces = String(repeating: " ", count: 16_384 - body.utf8.count)
        var server = Self.server(body + spaces)
        server.add(id, #"{"west":{"room":"b"}}"#)
        let run = SimulatedExploration.run(of: server)
        #expect(run.ended?.problems == [:])
        #expect(run.drawing[Place(x: 1, y: 0)] == "ewX" && run.drawing.count == 3)
    }

    @Test(arguments: [302, 304, 400, 403, 410], [Subject.room("b"), .lock("l")])
    private func `any other status counts as a bad answer`(status: Int, subject: Subject) {
        let run = SimulatedExploration.run(
            of: OneAnswer(subject: subject, answer: .response(status: status, body: [])))
        let room = subject == .lock("l") ? "a" : "b"
        #expect(run.ended?.problems == [.badRoom: first(room)])
        #expect(run.ended?.lostCount == 1 && run.faults == [])
    }

    @Test(arguments: [401, 404], [Subject.room("b"), .lock("l")])
    private func `loses a room or lock that the server does not know`(
        status: Int, subject: Subject
    ) {
        let run = SimulatedExploration.run(
            of: OneAnswer(subject: subject, answer: .response(status: status, body: [])))
        let room = subject == .lock("l") ? "a" : "b"
        #expect(run.ended?.problems == [.unknownRoom: first(room)])
        #expect(run.ended?.lostCount == 1 && run.ended?.retryCount == 0)
    }

    @Test(arguments: ["", "{}", #"{"room":7}"#, #"{"room":""}"#, #"{"room":"\#(long)"}"#])
    func `loses a lock whose answer names no room`(body: String) {
        let run = SimulatedExploration.run(
            of: OneAnswer(
                subject: .lock("l"), answer: .response(status: 200, body: Array(body.utf8))))
        #expect(run.ended?.problems == [.badRoom: first("a")])
        #expect(run.ended?.lostCount == 1 && run.ended?.lockCount == 0)
        #expect(run.drawing == [Place(x: 0, y: 0): "eS@", Place(x: 1, y: 0): "w"])
    }

    /// A maze of three rooms, in which one request has another answer.
    private struct OneAnswer: SimulatedServer {
        let subject: Subject
        let answer: Answer

        func answer(
            _ subject: Subject, using generator: inout SeededGenerator
        ) -> (answer: Answer, after: Duration)? {
            if subject == self.subject { return (answer, .zero) }
            var server = HostileServerTests.server(
                #"{"id":"b","type":"EMPTY","rooms":{"west":{"room":"a"}}}"#)
            server.add("a", #"{"east":{"room":"b"},"south":{"lock":"l"}}"#)
            server.add("d", type: "DOOR", #"{"north":{"room":"a"}}"#)
            server.locks["l"] = "d"
            return server.answer(subject, using: &generator)
        }
    }

    private static let badConnections: [String] = [
        #""up":{"room":"c"}"#, #""North":{"room":"c"}"#, #""":{}"#, #""north":{}"#,
        #""north":"c""#, #""north":null"#, #""north":[]"#, #""north":{"wall":"c"}"#,
        #""north":{"room":7}"#, #""north":{"room":""}"#, #""north":{"lock":""}"#,
        #""north":{"lock":false}"#, #""north":{"room":"c","lock":"l"}"#,
        #""north":{"room":"c","lock":null}"#,
    ]

    @Test(arguments: badConnections)
    func `skips an invalid connection`(connection: String) {
        let run = SimulatedExploration.run(
            of: Self.server(
                #"{"id":"b","type":"EMPTY","rooms":{"west":{"room":"a"},\#(connection)}}"#))
        #expect(run.ended?.problems == [.badConnection: first("b")])
        #expect(run.drawing == [Place(x: 0, y: 0): "e@", Place(x: 1, y: 0): "w"])
        #expect(run.ended?.lostCount == 0)
    }

    /// Inconsistent mazes: connections, locks, and the expected drawing and problems.
    private static let oddMazes: [OddMaze] = [
        OddMaze(
            "a one-sided way", ["a": "east b", "b": ""], [:], ["0,0": "e@", "1,0": ""],
            [.oneSided: .init(count: 1, first: "a")]),
        OddMaze(
            "a one-sided way back",
            ["a": "north b", "b": "south a east c", "c": "south d", "d": "north c west a"],
            [:], ["0,0": "n@", "0,1": "es", "1,1": "s", "1,0": "nw"],
            [.oneSided: .init(count: 2, first: "b")]),
        OddMaze(
            "a one-sided way through a lock", ["a": "east !l", "b": ""], ["l": "b"],
            ["0,0": "E@", "1,0": ""], [.oneSided: .init(count: 1, first: "a")]),
        OddMaze(
            "a one-sided way through a lock that is open",
            [
                "a": "north !l east b", "b": "west a north c", "c": "west !l south b",
                "d": "south a",
            ],
            ["l": "d"], ["0,0": "Ne@", "1,0": "nw", "1,1": "sW", "0,1": "sD"],
            [.oneSided: .init(count: 1, first: "c")]),
        OddMaze(
            "a one-sided way through a lock to a room that is found",
            ["a": "north d east b", "b": "west a north c", "c": "west !l south b", "d": "south a"],
            ["l": "d"], ["0,0": "ne@", "1,0": "nw", "1,1": "sW", "0,1": "sD"],
            [.oneSided: .init(count: 1, first: "c")]),
        OddMaze(
            "a room that leads to itself", ["a": "east a"], [:], ["0,0": "@"],
            [.contradiction: .init(count: 1, first: "a")]),
        OddMaze(
            "a room on two sides of another", ["a": "north b east b", "b": "south a"], [:],
            ["0,0": "n@", "0,1": "s"], [.contradiction: .init(count: 1, first: "a")]),
        OddMaze(
            "two rooms at one place",
            ["a": "north b east d", "b": "south a east c", "c": "west b south x", "d": "west a"],
            [:], ["0,0": "ne@", "0,1": "es", "1,1": "w", "1,0": "w"],
            [.contradiction: .init(count: 1, first: "c")]),
        OddMaze(
            "a lock that opens the room before it", ["a": "east !l"], ["l": "a"], ["0,0": "@"],
            [.contradiction: .init(count: 1, first: "a")]),
        OddMaze(
            "a lock before two places", ["a": "north !l east !l", "b": "south a"], ["l": "b"],
            ["0,0": "N@", "0,1": "s"], [.contradiction: .init(count: 1, first: "a")]),
        OddMaze(
            "a lock that opens another room than is there, which leads through it",
            [
                "a": "north b east d", "b": "south a east c", "c": "west b south !l",
                "d": "west a north c",
            ],
            ["l": "b"], ["0,0": "ne@", "0,1": "es", "1,1": "w", "1,0": "nw"],
            [.contradiction: .init(count: 1, first: "c"), .oneSided: .init(count: 1, first: "d")]),
        OddMaze(
            "a lock that is named again after it has contradicted",
            ["a": "north !l east b", "b": "west a north c", "c": "west !l south b"], ["l": "a"],
            ["0,0": "e@", "1,0": "nw", "1,1": "s"], [.contradiction: .init(count: 2, first: "a")]),
        OddMaze(
            "one lock from two sides, and another of the same room",
            [
                "a": "north !l east b", "b": "west a north c", "c": "west !l south b",
                "d": "south a east c north e",
                "e": "south !m",
            ], ["l": "d", "m": "d"],
            ["0,0": "Ne@", "1,0": "nw", "1,1": "sW", "0,1": "nesD", "0,2": "S"], [:]),
    ]

    struct OddMaze: CustomTestStringConvertible {
        let testDescription: String
        let rooms: [String: String]
        let locks: [String: String]
        let drawing: [String: String]
        let problems: [MazeExploration.Problem: MazeExploration.Sighting]

        /// - Parameter rooms: The directions and targets of each room, such as `north b east !l`.
        init(
            _ name: String, _ rooms: [String: String], _ locks: [String: String],
            _ drawing: [String: String],
            _ problems: [MazeExploration.Problem: MazeExploration.Sighting]
        ) {
            testDescription = name
            (self.rooms, self.locks, self.drawing, self.problems) = (
                rooms, locks, drawing, problems
            )
        }

        var server: ServedMaze {
            var server = ServedMaze()
            server.start = "a"
            server.locks = locks
            for (id, text) in rooms {
                let words = text.split(separator: " ")
                let connections = stride(from: 0, to: words.count, by: 2).map { index in
                    let to = words[index + 1]
                    return to.hasPrefix("!")
                        ? #""\#(words[index])":{"lock":"\#(to.dropFirst())"}"#
                        : #""\#(words[index])":{"room":"\#(to)"}"#
                }
                let type =
                    drawing.values.contains { $0.contains("D") } && id == "d" ? "DOOR" : "EMPTY"
                server.add(id, type: type, "{\(connections.joined(separator: ","))}")
            }
            return server
        }
    }

    @Test(arguments: oddMazes)
    func `draws an inconsistent maze by its first statements`(maze: OddMaze) {
        let run = SimulatedExploration.run(of: maze.server, concurrency: 1)
        let drawing = run.drawing.map { ($0.key.description, $0.value) }
        #expect(Dictionary(uniqueKeysWithValues: drawing) == maze.drawing)
        #expect(run.ended?.problems == maze.problems)
        #expect(run.isReachable && run.faults == [] && run.ended?.lostCount == 0)
        for seed in 1...10 as ClosedRange<UInt64> {
            let run = SimulatedExploration.run(
                of: TroubledServer(
                    maze.server, latencyMax: .milliseconds(400), failureCountMax: 1),
                concurrency: 8, seed: seed)
            #expect(run.isReachable && run.faults == [] && run.ended?.lostCount == 0)
        }
    }

    @Test func `reports a room again if its lock turns out to lead elsewhere`() {
        var server = ServedMaze()
        server.start = "a"
        server.locks = ["l": "a"]
        server.add("a", #"{"east":{"lock":"l"}}"#)
        // The room is reported once if the lock is opened first.
        for (latency, toldCount) in [(Duration.zero, 1), (.milliseconds(60), 2)] {
            server.latency = latency
            let run = SimulatedExploration.run(of: server, concurrency: 1)
            #expect(run.batchSizes.reduce(0, +) == toldCount)
            #expect(run.drawing == [Place(x: 0, y: 0): "@"] && run.faults == [])
        }
    }

    @Test func `ends an endless maze at 40,000 rooms`() {
        let run = SimulatedExploration.run(of: EndlessMaze(), concurrency: 64)
        #expect(run.drawing.count == 40_000 && run.ended?.foundCount == 40_000)
        #expect(run.ended?.problems.keys.map(\.self) == [.tooMany])
        #expect(run.ended?.frontierCount == 0 && run.faults == [])
    }

    @Test func `ends an endless corridor 2,000 rooms away`() {
        var server = EndlessMaze()
        server.isCorridor = true
        let run = SimulatedExploration.run(of: server)
        #expect(run.drawing.count == 2001 && run.faults == [])
        #expect(run.ended?.problems == [.tooMany: first("2000,0")])
    }

    @Test(arguments: [1, 16])
    func `ends a slow endless maze after ten minutes`(concurrency: Int) {
        var server = EndlessMaze()
        server.latency = .milliseconds(4900)
        var run = SimulatedExploration.run(of: server, concurrency: concurrency)
        #expect(run.ended?.problems == [.tooMany: first(nil)])
        #expect(run.asked.count <= 123 * concurrency && run.isReachable && run.faults == [])
        #expect(run.endedAt - run.beganAt == .seconds(600))
        // The remaining rooms are lost. A retry gets ten more minutes.
        run.retry()
        #expect(run.endedAt - run.beganAt == .seconds(600))
        #expect(run.ended?.problems == [.tooMany: first(nil)] && run.isReachable)
    }

    @Test func `ends within its limits, whatever a server answers`() throws {
        for seed in 1...300 as ClosedRange<UInt64> {
            let concurrency = [1, 4, 16, 64][Int(seed % 4)]
            var run = SimulatedExploration.run(
                of: RandomServer(seed: seed), concurrency: concurrency, seed: seed)
            for _ in 0..<2 {
                #expect(run.faults == [], "seed \(seed)")
                let ended = try #require(run.ended)
                #expect(run.isReachable && ended.foundCount == run.drawing.count, "seed \(seed)")
                #expect(ended.frontierCount == 0)
                let problems = ended.problems
                let lostByProblem = [Problem.badRoom, .unknownRoom].reduce(0) {
                    $0 + (problems[$1]?.count ?? 0)
                }
                #expect(lostByProblem <= ended.lostCount)
                // A connection through a lock counts only if the lock is open.
                let ways = run.oneSidedWays
                let count = problems[.oneSided]?.count ?? 0
                #expect((ways.certainCount...ways.count).contains(count), "seed \(seed)")
                #expect(run.endedAt - run.beganAt <= .seconds(600))
                if ended.lostCount == 0 { break }
                run.retry()
            }
        }
    }
}
