import JSON
import MazeExploring
import TestSupport
import Testing

/// Explorations of sound mazes: their requests and results.
@Suite struct MazeExplorationTests {
    private typealias Subject = MazeExploration.Request.Subject

    private static func maze(
        _ seed: UInt64 = 1, width: Int = 9, height: Int = 7
    ) -> GridMaze {
        GridMaze(
            seed: seed, width: width, height: height,
            hasLockForEachSide: seed.isMultiple(of: 2))
    }

    @Test(arguments: [1, 2, 3, 7, 16, 64])
    func `draws a sound maze for any order of answers, with and without failures`(
        concurrency: Int
    ) {
        for seed in 1...6 as ClosedRange<UInt64> {
            let maze = Self.maze(seed)
            for failureCountMax in [0, 4] {
                let server = TroubledServer(
                    maze.server, latencyMax: .milliseconds(300), failureCountMax: failureCountMax)
                let run = SimulatedExploration.run(
                    of: server, concurrency: concurrency, seed: seed * 100)
                #expect(run.faults == [])
                #expect(run.drawing == maze.drawing, "seed \(seed)")
                #expect(run.ended?.problems == [:])
                #expect(run.ended?.lostCount == 0 && run.ended?.frontierCount == 0)
                #expect(run.ended?.foundCount == maze.drawing.count)
                #expect(run.ended?.doorCount == maze.drawing.values.count { $0.contains("D") })
                #expect(run.ended?.lockCount == maze.server.locks.count)
                #expect(
                    run.ended?.retryCount == run.asked.count - 1 - maze.drawing.count
                        - maze.server.locks.count)
                #expect((run.ended?.retryCount == 0) == (failureCountMax == 0))
                #expect(run.exploration.maze == "4x4-00000000")
                #expect(run.flightCountMax <= concurrency)
            }
        }
    }

    @Test func `requests rooms in the order in which they were named`() throws {
        let server = Self.maze().server
        let run = SimulatedExploration.run(of: server, concurrency: 1)
        var named: [Subject] = [.start, .room(try #require(server.start))]
        var count = 1
        while count < named.count {
            defer { count += 1 }
            guard case .room(let id) = named[count] else {
                guard case .lock(let lock) = named[count] else { continue }
                let room = Subject.room(try #require(server.locks[lock]))
                if !named.contains(room) { named.append(room) }
                continue
            }
            let room = try JSON(parsing: #require(server.rooms[id]))
            for direction in ["north", "east", "south", "west"] {
                guard let connection = room["rooms"]?[direction] else { continue }
                let next =
                    connection["room"]?.text.map { Subject.room($0) }
                    ?? connection["lock"]?.text.map { Subject.lock($0) }
                if let next, !named.contains(next) { named.append(next) }
            }
        }
        #expect(run.asked.map(\.subject) == named)
    }

    @Test func `keeps as many requests in flight as allowed`() {
        var server = EndlessMaze()
        server.latency = .milliseconds(10)
        var run = SimulatedExploration(of: server, concurrency: 64)
        run.start()
        while run.asked.count < 1000 { _ = run.step() }
        #expect(run.flightCountMax == 64)
        #expect(
            SimulatedExploration.run(of: Self.maze().server, concurrency: 0).flightCountMax == 1)
    }

    /// Answers one room after 4.9 seconds, and all others after 10 ms.
    private struct OneSlowRoom: SimulatedServer {
        let server: ServedMaze
        let slow: Subject

        func answer(
            _ subject: Subject, using generator: inout SeededGenerator
        ) -> (answer: MazeExploration.Answer, after: Duration)? {
            server.answer(subject, using: &generator).map {
                ($0.answer, .milliseconds(subject == slow ? 4900 : 10))
            }
        }
    }

    @Test func `a slow room does not delay others`() throws {
        var server = ServedMaze()
        server.start = "a"
        server.add("a", #"{"north":{"room":"slow"},"east":{"room":"b0"}}"#)
        server.add("slow", #"{"south":{"room":"a"}}"#)
        for number in 0..<40 {
            let back = number == 0 ? "a" : "b\(number - 1)"
            let on = number == 39 ? "" : #","east":{"room":"b\#(number + 1)"}"#
            server.add("b\(number)", #"{"west":{"room":"\#(back)"}\#(on)}"#)
        }
        let run = SimulatedExploration.run(
            of: OneSlowRoom(server: server, slow: .room("slow")), concurrency: 2)
        #expect(run.drawing.count == 42 && run.faults == [])
        let first = try #require(run.asked.first)
        let last = try #require(run.asked.last)
        #expect(last.at - first.at < .seconds(1))
    }

    @Test func `reports rooms in batches of at most 256`() {
        var run = SimulatedExploration(of: EndlessMaze(), concurrency: 64)
        run.start()
        while run.drawing.count < 2000 { _ = run.step() }
        #expect(run.batchSizes.allSatisfy { $0 <= 256 })
        #expect(run.batchSizes.contains { $0 > 250 })
        #expect(run.faults == [])
    }

    @Test func `requests and accepts nothing after a cancel at any step`() {
        let server = TroubledServer(
            Self.maze(3, width: 5, height: 4).server, latencyMax: .milliseconds(200),
            failureCountMax: 2)
        var isOver = false
        for stepCount in 0... where !isOver {
            var run = SimulatedExploration(of: server, concurrency: 5, seed: 5)
            if stepCount > 0 { run.start() }
            for _ in 0..<stepCount where !isOver { isOver = !run.step() }
            guard !isOver else { break }
            let wasEnded = run.ended != nil
            run.cancel()
            let count = run.drawing.count
            while run.step() {}
            #expect(run.faults == [] || wasEnded)
            #expect(run.drawing.count == count && run.exploration.progress.foundCount == count)
            #expect(run.isReachable)
            var generator = SeededGenerator(seed: 0)
            var exploration = run.exploration
            let now = run.now + .seconds(700)
            #expect(exploration.woke(at: now, using: &generator) == [])
            #expect(exploration.start(at: now) == [])
            if !wasEnded { #expect(exploration.retry(at: now) == []) }
            #expect(exploration.cancel() == [])
        }
    }

    @Test func `drops an answer of another run and a second answer`() throws {
        var generator = SeededGenerator(seed: 0)
        let answer = MazeExploration.Answer.response(
            status: 200, body: Array(#"{"id":"a"}"#.utf8))
        var older = MazeExploration(run: 1, concurrency: 1)
        var newer = MazeExploration(run: 2, concurrency: 1)
        let asked = [older.start(at: .zero), newer.start(at: .zero)].compactMap { actions in
            guard case .ask(let request) = actions.first else {
                return nil as MazeExploration.Request?
            }
            return request
        }
        try #require(asked.count == 2)
        #expect(newer.answered(answer, to: asked[0].id, at: .zero, using: &generator) == [])
        #expect(newer.answered(answer, to: asked[1].id, at: .zero, using: &generator) != [])
        #expect(newer.answered(answer, to: asked[1].id, at: .zero, using: &generator) == [])
    }
}
