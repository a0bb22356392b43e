import Mazes
import TestSupport
import Testing

@testable import MazeExploring

/// Failed requests are retried, and given up in the end.
@Suite struct FailureTests {
    private typealias Subject = MazeExploration.Request.Subject
    private typealias Answer = MazeExploration.Answer

    /// A corridor of four rooms, of which one gets a wrong answer.
    private struct Corridor: SimulatedServer {
        var server = ServedMaze()
        let special: Subject
        /// The wrong answer, or `nil` if the request is never answered.
        var answer: Answer?
        /// The number of times the wrong answer is given.
        var countMax = Int.max

        init(_ special: Subject, _ answer: Answer?) {
            self.special = special
            self.answer = answer
            server.start = "a"
            server.add("a", #"{"east":{"room":"b"},"south":{"lock":"l"}}"#)
            server.add("b", #"{"west":{"room":"a"},"east":{"room":"c"}}"#)
            server.add("c", #"{"west":{"room":"b"}}"#)
            server.add("d", type: "DOOR", #"{"north":{"room":"a"}}"#)
            server.locks = ["l": "d"]
        }

        mutating func answer(
            _ subject: Subject, using generator: inout SeededGenerator
        ) -> (answer: Answer, after: Duration)? {
            guard subject == special, countMax > 0 else {
                return server.answer(subject, using: &generator)
            }
            countMax -= 1
            return answer.map { ($0, .zero) }
        }
    }

    /// Returns the times between the requests for the special room.
    private func pauses(of run: SimulatedExploration<Corridor>) -> [Duration] {
        let times = run.asked.filter { $0.subject == run.server.special }.map(\.at)
        return zip(times.dropFirst(), times).map { $0 - $1 }
    }

    private static let failures: [(Answer?, waits: Duration)] = [
        (.response(status: 429, body: []), .zero), (.response(status: 500, body: []), .zero),
        (.response(status: 504, body: []), .zero), (Answer.noAnswer, .zero), (nil, .seconds(5)),
    ]

    @Test(arguments: failures)
    private func `tries a failing request five times with growing pauses, then gives it up`(
        answer: Answer?, waits: Duration
    ) {
        for special in [Subject.room("b"), .lock("l")] {
            let run = SimulatedExploration.run(of: Corridor(special, answer))
            let pauses = pauses(of: run)
            #expect(pauses.count == 4)
            for (pause, milliseconds) in zip(pauses, [100, 200, 400, 800]) {
                let least = waits + .milliseconds(milliseconds / 2)
                #expect(pause >= least && pause <= waits + .milliseconds(milliseconds))
            }
            #expect(run.faults == [] && run.isReachable)
            #expect(run.ended?.lostCount == 1 && run.ended?.retryCount == 4)
            #expect(run.ended?.problems == [:])
            let isLock = special == .lock("l")
            #expect(run.drawing.count == (isLock ? 3 : 2))
            // The open side towards a lost room shows that it exists.
            #expect(run.drawing[.init(x: 0, y: 0)] == "eS@")
        }
    }

    @Test func `half of a pause is random`() {
        let first = (1...40).compactMap { seed in
            pauses(
                of: .run(of: Corridor(.room("b"), .response(status: 503, body: [])), seed: seed)
            ).first
        }
        #expect(Set(first).count > 30)
        #expect(
            first.contains { $0 < .milliseconds(60) } && first.contains { $0 > .milliseconds(90) })
    }

    @Test(arguments: [(Duration.seconds(3), Duration.seconds(3)), (.seconds(86_400), .seconds(10))])
    func `obeys Retry-After up to ten seconds`(asked: Duration, pause: Duration) {
        let answer = Answer.response(status: 429, retryAfter: asked, body: [])
        #expect(
            pauses(of: .run(of: Corridor(.room("b"), answer)))
                == Array(repeating: pause, count: 4))
    }

    /// A server that asks for a pause of ten seconds for `b`, and fails for `d`.
    private struct TwoFailures: SimulatedServer {
        var server = Corridor(
            .room("b"), .response(status: 503, retryAfter: .seconds(10), body: []))

        mutating func answer(
            _ subject: Subject, using generator: inout SeededGenerator
        ) -> (answer: Answer, after: Duration)? {
            if subject == .room("d") { return (.response(status: 503, body: []), .zero) }
            return server.answer(subject, using: &generator)
        }
    }

    @Test func `a long pause of one room does not delay another`() throws {
        let run = SimulatedExploration.run(of: TwoFailures())
        let last = try #require(run.asked.last { $0.subject == .room("d") })
        #expect(run.asked.count { $0.subject == .room("d") } == 5)
        #expect(last.at - run.beganAt <= .milliseconds(1500) && run.faults == [])
    }

    @Test func `a retry requests the lost items`() {
        for special in [Subject.room("b"), .lock("l")] {
            for answer in [
                Answer.response(status: 503, body: []), .response(status: 404, body: []),
            ] {
                var server = Corridor(special, answer)
                server.countMax = 10
                var run = SimulatedExploration.run(of: server)
                #expect(run.ended?.lostCount == 1)
                let problems = run.ended?.problems
                run.retry()
                #expect(run.ended?.lostCount == 1 && run.ended?.problems == problems)
                run.server.countMax = 0
                let count = run.asked.count
                run.retry()
                #expect(run.ended?.lostCount == 0 && run.ended?.problems == [:])
                #expect(run.drawing.count == 4 && run.faults == [])
                #expect(run.asked[count].subject == special)
                #expect(run.exploration.progress == run.ended)
                var exploration = run.exploration
                #expect(exploration.retry(at: run.now) == [])
            }
        }
    }

    @Test(arguments: [
        .response(status: 404, body: []), .response(status: 401, body: []),
        .response(status: 503, body: []), Answer.noAnswer, nil,
        .response(status: 200, body: Array(#""a""#.utf8)),
        .response(status: 200, body: Array(#"{"id":""}"#.utf8)),
    ])
    private func `finds nothing without a start`(answer: Answer?) {
        var run = SimulatedExploration.run(of: Corridor(.start, answer))
        #expect(run.ended?.problems == [.unreachable: .init(count: 1, first: nil)])
        #expect(run.ended?.foundCount == 0 && run.ended?.lostCount == 0)
        #expect(run.drawing == [:] && run.faults == [])
        run.server.countMax = 0
        run.retry()
        #expect(run.drawing.count == 4 && run.ended?.problems == [:])
    }

    /// A server that stops answering after some requests.
    private struct DyingServer: SimulatedServer {
        var server = EndlessMaze()
        var countLeft: Int
        let answer: Answer?

        mutating func answer(
            _ subject: Subject, using generator: inout SeededGenerator
        ) -> (answer: Answer, after: Duration)? {
            countLeft -= 1
            return countLeft < 0
                ? answer.map { ($0, .zero) } : server.answer(subject, using: &generator)
        }
    }

    @Test(arguments: [1, 64], [Answer.noAnswer, nil])
    private func `ends after twenty unanswered requests that last at least a second`(
        concurrency: Int, answer: Answer?
    ) {
        var run = SimulatedExploration.run(
            of: DyingServer(countLeft: 30, answer: answer), concurrency: concurrency)
        #expect(run.ended?.problems.keys.map(\.self) == [.unreachable])
        #expect(run.ended?.foundCount == 29 && run.isReachable && run.faults == [])
        #expect((50...30 + 5 * (20 + concurrency)).contains(run.asked.count))
        // Pending requests count as lost, so they can be retried.
        #expect(run.ended?.frontierCount == 0)
        let lost = run.ended?.lostCount ?? 0
        #expect(lost > 10)
        run.server.countLeft = 20
        run.retry()
        #expect(run.ended?.foundCount == 49 && run.isReachable && run.faults == [])
    }
}
