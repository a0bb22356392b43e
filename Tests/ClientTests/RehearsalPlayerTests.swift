import JSON
import Testing

@testable import Boards
@testable import Client
@testable import Rehearsal

struct RehearsalPlayerTests {
    private func session(in world: TestWorld) -> SyncSession {
        SyncSession(with: TestWorld.address, venue: "main", token: "t", views: [], in: world)
    }

    private func hub(of board: TestBoard) -> TestHub {
        TestHub { message, hub in hub.say(board.answer(message)) }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `an evening ends with everybody gone and nothing rejected`(seed: UInt64) throws {
        let board = TestBoard()
        let world = TestWorld([hub(of: board)])
        var lines: [String] = []
        let rehearsal = Rehearsal(seed: seed)
        let player = RehearsalPlayer(
            rehearsal, through: session(in: world), speed: .max, report: { lines.append($0) })
        let summary = try player.play()
        #expect(summary.rejectedCount == 0 && summary.skippedCount == 0)
        #expect(board.accepted.count == rehearsal.steps.count)
        #expect(lines.count == rehearsal.steps.count)
        #expect(summary.count("parties") > 30)
        #expect(board.count("waiting") == 0 && board.count("ready") == 0)
        #expect(board.count("seated") == summary.count("seated"))
        #expect(board.count("no_show") == summary.count("no-shows"))
        #expect(board.count("cancelled") == summary.count("cancelled"))
        #expect(board.notices.isEmpty && summary.count("notices") > 0)
        #expect(lines.last?.hasSuffix("(0 waiting, 0 ready)") == true)
        #expect(!summary.wasStopped)
        let count = summary.count("parties")
        #expect("\(summary)".hasPrefix("Done: parties \(count), seated "))
    }

    @Test func `no line has anybody's name or phone`() throws {
        var lines: [String] = []
        let rehearsal = Rehearsal(seed: 7)
        _ = try RehearsalPlayer(
            rehearsal, through: session(in: TestWorld([hub(of: TestBoard())])), speed: .max,
            report: { lines.append($0) }
        ).play()
        let text = lines.joined(separator: "\n")
        let list = try #require(rehearsal.parts.lazy.compactMap { $0 as? WaitlistRehearsal }.first)
        for step in list.steps {
            guard case .arrive(let details) = step.act else { continue }
            #expect(!text.contains(details.name))
            if let phone = details.phone { #expect(!text.contains(phone)) }
        }
        #expect(lines.contains { $0.contains("party 1 of") && $0.contains("arrives") })
    }

    @Test func `at sixty times the speed of life an hour takes a minute`() throws {
        let world = TestWorld([
            TestHub { message, hub in
                if message["type"] == "ping" {
                    hub.say(["type": "pong", "n": message["n"] ?? .null])
                } else {
                    hub.say(["type": "ack", "id": message["id"] ?? .null, "rev": 1])
                }
            }
        ])
        let rehearsal = Rehearsal([Bells(seconds: [61_200, 64_800])])
        let summary = try RehearsalPlayer(
            rehearsal, through: session(in: world), speed: .times(60), report: { _ in }
        ).play()
        #expect(summary.duration >= .seconds(60) && summary.duration < .seconds(61))
        #expect(world.dialCount == 1)
    }

    @Test func `what others did first is counted, and the evening goes on`() throws {
        let board = TestBoard()
        var count = 0
        let hub = TestHub { message, hub in
            count += 1
            if count == 60 { board.seatAll() }
            hub.say(board.answer(message))
        }
        let summary = try RehearsalPlayer(
            Rehearsal(seed: 1), through: session(in: TestWorld([hub])), speed: .max,
            report: { _ in }
        ).play()
        #expect(summary.rejectedCounts.keys.sorted() == ["conflict"])
        #expect(summary.rejectedCount > 0)
        #expect("\(summary)".contains("\(summary.rejectedCount) conflict"))
        #expect(board.count("waiting") == 0 && board.count("ready") == 0)
    }

    @Test func `a party that was not taken in is left out`() throws {
        let hub = TestHub { message, hub in
            hub.say([
                "type": "reject", "id": message["id"] ?? .null, "code": "invalid",
                "problems": [["field": "name", "message": "Name is a required field."]],
            ])
        }
        let rehearsal = Rehearsal(arrivals: [Arrival(second: 61_200, size: 2)], seed: 1)
        let summary = try RehearsalPlayer(
            rehearsal, through: session(in: TestWorld([hub])), speed: .max, report: { _ in }
        ).play()
        #expect(summary.count("parties") == 0)
        #expect(summary.rejectedCount + summary.skippedCount == rehearsal.steps.count)
        #expect(summary.skippedCount > 0)
    }

    @Test func `over a break every step is carried out once`() throws {
        let board = TestBoard()
        let answers = Answers(of: board)
        let hubs = (0..<40).map { _ -> TestHub in
            var count = 0
            return TestHub { message, hub in
                count += 1
                let answer = answers.answer(message)
                // Every tenth mutation is carried out, but its answer is lost.
                if count == 10 { hub.cut() } else { hub.say(answer) }
            }
        }
        let rehearsal = Rehearsal(seed: 5)
        let summary = try RehearsalPlayer(
            rehearsal, through: session(in: TestWorld(hubs)), speed: .max, report: { _ in }
        ).play()
        #expect(summary.reconnectCount > 5)
        #expect(summary.rejectedCount == 0)
        #expect(board.accepted.count == rehearsal.steps.count)
    }

    @Test func `a hub that asks for patience gets it, under the same id`() throws {
        var ids: [JSON] = []
        let hub = TestHub { message, hub in
            let id = message["id"] ?? .null
            ids.append(id)
            switch ids.count {
            case 1:
                hub.say([
                    "type": "reject", "id": id, "code": "rate_limited", "retryInMs": 2_500,
                ])
            case 2: hub.say(["type": "reject", "id": id, "code": "unavailable"])
            default: hub.say(["type": "ack", "id": id, "rev": 1])
            }
        }
        let world = TestWorld([hub])
        let rehearsal = Rehearsal([Bells(seconds: [0])])
        let summary = try RehearsalPlayer(
            rehearsal, through: session(in: world), speed: .max, report: { _ in }
        ).play()
        #expect(ids.count == 3 && Set(ids.compactMap(\.text)).count == 1)
        #expect(summary.count("rung") == 1 && summary.rejectedCount == 0)
        #expect(world.now >= .milliseconds(3_500))
    }

    @Test func `a token that may not act ends it`() throws {
        let hub = TestHub { message, hub in
            hub.say(["type": "reject", "id": message["id"] ?? .null, "code": "forbidden"])
        }
        let player = RehearsalPlayer(
            Rehearsal(seed: 1), through: session(in: TestWorld([hub])), speed: .max,
            report: { _ in })
        #expect(throws: ClientError.rejected(code: "forbidden", message: "forbidden")) {
            try player.play()
        }
    }

    @Test func `a hub that is not there at first ends it`() throws {
        let player = RehearsalPlayer(
            Rehearsal(seed: 1), through: session(in: TestWorld()), speed: .max,
            report: { _ in })
        #expect(throws: ClientError.unreachable("nobody is there")) { try player.play() }
    }

    @Test func `it stops when told, also while it waits for an answer or for time`() throws {
        let board = TestBoard()
        let world = TestWorld([hub(of: board)])
        let early = try RehearsalPlayer(
            Rehearsal(seed: 1), through: session(in: world), speed: .times(1),
            report: { _ in }, shouldStop: { world.now > .seconds(600) }
        ).play()
        #expect(early.wasStopped)
        #expect("\(early)".hasPrefix("Stopped: "))
        #expect(early.duration >= .seconds(600) && early.duration < .seconds(601))
        let silent = TestWorld([TestHub()])
        let unanswered = try RehearsalPlayer(
            Rehearsal(seed: 1), through: session(in: silent), speed: .max,
            report: { _ in }, shouldStop: { silent.now > .seconds(5) }
        ).play()
        #expect(unanswered.wasStopped && unanswered.count("parties") == 0)
    }
}

/// Rings a bell at certain times.
private struct Bells: RehearsalPart {
    let seconds: [Int]
    private var rungCount = 0

    init(seconds: [Int]) { self.seconds = seconds }

    init(arrivals: [Arrival], document: JSON?, using random: inout SplitMix64) {
        self.init(seconds: arrivals.map(\.second))
    }

    func mutation(at step: Int) -> RehearsalMutation? { RehearsalMutation("bell.ring", [:]) }

    mutating func accepted(_ step: Int, rev: Int, result: JSON?) -> String {
        rungCount += 1
        return "the bell rings"
    }

    mutating func rejected(_ step: Int) {}

    var tally: String { "" }
    var counts: [RehearsalCount] { [RehearsalCount("rung", rungCount)] }
}

/// Answers what was asked before as it was answered then, as the protocol has it.
private final class Answers {
    private let board: TestBoard
    private var answers: [String: JSON] = [:]

    init(of board: TestBoard) { self.board = board }

    func answer(_ message: JSON) -> JSON {
        guard let id = message["id"]?.text else { return board.answer(message) }
        let answer = answers[id] ?? board.answer(message)
        answers[id] = answer
        return answer
    }
}
