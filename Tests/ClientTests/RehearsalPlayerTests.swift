import JSON
import Testing

@testable import Client

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
        let steps = Rehearsal.plan(seed: seed)
        let player = RehearsalPlayer(
            steps, through: session(in: world), speed: .max, report: { lines.append($0) })
        let summary = try player.play()
        #expect(summary.rejectedCount == 0 && summary.skippedCount == 0)
        #expect(board.accepted.count == steps.count)
        #expect(lines.count == steps.count)
        #expect(summary.partyCount > 30)
        #expect(board.count("waiting") == 0 && board.count("ready") == 0)
        #expect(board.count("seated") == summary.seatedCount)
        #expect(board.count("no_show") == summary.noShowCount)
        #expect(board.count("cancelled") == summary.cancelledCount)
        #expect(board.notices.isEmpty && summary.noticeCount > 0)
        #expect(lines.last?.hasSuffix("(0 waiting, 0 ready)") == true)
        #expect(!summary.wasStopped)
        #expect("\(summary)".hasPrefix("Done: parties \(summary.partyCount), seated "))
    }

    @Test func `no line has anybody's name or phone`() throws {
        var lines: [String] = []
        let steps = Rehearsal.plan(seed: 7)
        _ = try RehearsalPlayer(
            steps, through: session(in: TestWorld([hub(of: TestBoard())])), speed: .max,
            report: { lines.append($0) }
        ).play()
        let text = lines.joined(separator: "\n")
        for step in steps {
            guard case .party(_, .arrive(let details)) = step.act else { continue }
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
        let steps = [
            Rehearsal.Step(second: 61_200, act: .notice(0, .post(text: "One", isUrgent: false))),
            Rehearsal.Step(second: 64_800, act: .notice(1, .post(text: "Two", isUrgent: true))),
        ]
        let summary = try RehearsalPlayer(
            steps, through: session(in: world), speed: .times(60), report: { _ in }
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
            Rehearsal.plan(seed: 1), through: session(in: TestWorld([hub])), speed: .max,
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
        let steps = Rehearsal.plan(arrivals: [Arrival(second: 61_200, size: 2)], seed: 1)
        let summary = try RehearsalPlayer(
            steps, through: session(in: TestWorld([hub])), speed: .max, report: { _ in }
        ).play()
        #expect(summary.partyCount == 0)
        #expect(summary.rejectedCount + summary.skippedCount == steps.count)
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
        let steps = Rehearsal.plan(seed: 5)
        let summary = try RehearsalPlayer(
            steps, through: session(in: TestWorld(hubs)), speed: .max, report: { _ in }
        ).play()
        #expect(summary.reconnectCount > 5)
        #expect(summary.rejectedCount == 0)
        #expect(board.accepted.count == steps.count)
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
        let step = Rehearsal.Step(second: 0, act: .notice(0, .post(text: "Hi", isUrgent: false)))
        let summary = try RehearsalPlayer(
            [step], through: session(in: world), speed: .max, report: { _ in }
        ).play()
        #expect(ids.count == 3 && Set(ids.compactMap(\.text)).count == 1)
        #expect(summary.noticeCount == 1 && summary.rejectedCount == 0)
        #expect(world.now >= .milliseconds(3_500))
    }

    @Test func `a token that may not act ends it`() throws {
        let hub = TestHub { message, hub in
            hub.say(["type": "reject", "id": message["id"] ?? .null, "code": "forbidden"])
        }
        let player = RehearsalPlayer(
            Rehearsal.plan(seed: 1), through: session(in: TestWorld([hub])), speed: .max,
            report: { _ in })
        #expect(throws: ClientError.rejected(code: "forbidden", message: "forbidden")) {
            try player.play()
        }
    }

    @Test func `a hub that is not there at first ends it`() throws {
        let player = RehearsalPlayer(
            Rehearsal.plan(seed: 1), through: session(in: TestWorld()), speed: .max,
            report: { _ in })
        #expect(throws: ClientError.unreachable("nobody is there")) { try player.play() }
    }

    @Test func `it stops when told, also while it waits for an answer or for time`() throws {
        let board = TestBoard()
        let world = TestWorld([hub(of: board)])
        let early = try RehearsalPlayer(
            Rehearsal.plan(seed: 1), through: session(in: world), speed: .times(1),
            report: { _ in }, shouldStop: { world.now > .seconds(600) }
        ).play()
        #expect(early.wasStopped)
        #expect("\(early)".hasPrefix("Stopped: "))
        #expect(early.duration >= .seconds(600) && early.duration < .seconds(601))
        let silent = TestWorld([TestHub()])
        let unanswered = try RehearsalPlayer(
            Rehearsal.plan(seed: 1), through: session(in: silent), speed: .max,
            report: { _ in }, shouldStop: { silent.now > .seconds(5) }
        ).play()
        #expect(unanswered.wasStopped && unanswered.partyCount == 0)
    }
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
