import CivilDates
import JSON
import TestSupport
import Testing

@testable import Client
@testable import Rehearsal

/// A recorded evening, played to a hub with prepared answers.
struct EveningPlayerTests {
    private func player(
        _ lines: [String], at hubs: [TestResponder], documents: [String: JSON] = [:],
        speed: RehearsalSpeed = .max, in world: TestWorld? = nil,
        report: @escaping (String) -> Void = { _ in },
        shouldStop: @escaping () -> Bool = { false }
    ) throws -> EveningPlayer {
        EveningPlayer(
            try Self.evening(lines), on: CivilDate(year: 2026, month: 12, day: 31),
            documents: documents,
            through: HTTPClient(TestWorld.address, token: "t", in: world ?? TestWorld(hubs)),
            venue: "main", speed: speed, report: report, shouldStop: shouldStop)
    }

    private static func evening(_ lines: [String]) throws(RecordingFault) -> RecordedEvening {
        try RecordedEvening(parsing: Array(lines.joined(separator: "\n").utf8))
    }

    private static let bells = [
        #"{"at":"18:00:00","action":"bell.ring","args":{}}"#,
        #"{"at":"17:00:00","action":"bell.ring","args":{"name":"Ada"}}"#,
    ]

    /// Answers every mutation with a new id.
    private final class Hub {
        var asked: [JSON] = []
        /// The codes of rejections, by the number of the mutation.
        var rejected: [Int: String] = [:]

        /// Returns responders that each answer one request.
        func peers(_ count: Int = 9) -> [TestResponder] {
            (0..<count).map { _ in TestResponder(toMutation: answer) }
        }

        private func answer(_ message: JSON) -> JSON {
            asked.append(message)
            let id = message["id"] ?? .null
            if let code = rejected[asked.count] {
                return ["type": "reject", "id": id, "code": .string(code)]
            }
            let made: JSON = ["thing": .string("t_\(asked.count)")]
            return ["type": "ack", "id": id, "rev": JSON(asked.count + 40), "result": made]
        }
    }

    @Test func `later changes refer to the results of earlier ones`() throws {
        let hub = Hub()
        var lines: [String] = []
        let summary = try player(
            [
                #"{"at":"17:00:00","action":"a.add","args":{"name":"Ada"},"as":"ada"}"#,
                #"{"at":"17:01:00","action":"a.join","args":{"of":["$ada.thing",{"it":"$ada.thing"}]}}"#,
                #"{"at":"17:02:00","action":"a.undo","args":{"rev":"$ada.rev"}}"#,
                #"{"at":"17:03:00","action":"a.plan","args":{"on":"$day+1","at":"$dayT19:30","n":2}}"#,
            ], at: hub.peers(), report: { lines.append($0) }
        ).play()
        expectEqual(
            hub.asked.map { $0["args"] },
            [
                ["name": "Ada"], ["of": ["t_1", ["it": "t_1"]]], ["rev": 41],
                ["on": "2027-01-01", "at": "2026-12-31T19:30", "n": 2],
            ])
        expectEqual(lines, ["17:00  a.add", "17:01  a.join", "17:02  a.undo", "17:03  a.plan"])
        #expect("\(summary)".hasPrefix("Done: 4 changes, rejected 0, in "))
    }

    @Test func `skips what the house already has, and uses it instead`() throws {
        let hub = Hub()
        let summary = try player(
            [
                #"{"at":"17:00:00","action":"a.add","args":{},"as":"one","unless":"a/all things"}"#,
                #"{"at":"17:00:00","action":"a.add","args":{},"as":"two","unless":"a/all things"}"#,
                #"{"at":"17:00:00","action":"a.add","args":{},"as":"three","unless":"a/all others"}"#,
                #"{"at":"17:01:00","action":"a.use","args":{"all":["$one.thing","$two.thing","$three.thing"]}}"#,
            ], at: hub.peers(),
            documents: ["a/all": ["things": ["x_1": [:]], "others": [:]]]
        ).play()
        expectEqual(hub.asked.map { $0["action"]?.text }, ["a.add", "a.use"])
        expectEqual(hub.asked.last?["args"], ["all": ["x_1", "x_1", "t_1"]])
        #expect(summary.acceptedCount == 2 && summary.skippedCount == 0)
    }

    @Test func `counts rejected changes, and skips those that depend on them`() throws {
        let hub = Hub()
        hub.rejected[1] = "conflict"
        let summary = try player(
            [
                #"{"at":"17:00:00","action":"a.add","args":{},"as":"ada"}"#,
                #"{"at":"17:01:00","action":"a.end","args":{"thing":"$ada.thing"}}"#,
                #"{"at":"17:02:00","action":"a.add","args":{}}"#,
            ], at: hub.peers()
        ).play()
        #expect(summary.acceptedCount == 1 && summary.skippedCount == 1)
        #expect("\(summary)".contains("rejected 1 (1 conflict), skipped 1"))
    }

    @Test func `plays an hour in a minute at sixty times real time`() throws {
        let hub = Hub()
        let world = TestWorld(hub.peers())
        let summary = try player(Self.bells, at: [], speed: .times(60), in: world).play()
        #expect(summary.duration >= .seconds(60) && summary.duration < .seconds(61))
        #expect(hub.asked.first?["args"]?["name"] == "Ada" && world.dialCount == 2)
    }

    @Test func `a speed is a factor, or as fast as the hub answers`() {
        #expect(RehearsalSpeed("60") == .times(60) && RehearsalSpeed("0.5") == .times(0.5))
        #expect(RehearsalSpeed("max") == .max && RehearsalSpeed("0") == .max)
        for text in ["", "fast", "-1", "inf", "nan"] { #expect(RehearsalSpeed(text) == nil) }
    }

    @Test func `carries out every change once across reconnections`() throws {
        var answered: Set<String> = []
        let hubs = (1...40).map { number in
            TestResponder(toMutation: { message in
                answered.insert(message["id"]?.text ?? "")
                // Every third mutation is carried out, but its answer is lost.
                if number.isMultiple(of: 3) { return nil }
                return ["type": "ack", "id": message["id"] ?? .null, "rev": 1]
            })
        }
        let lines = Array(repeating: Self.bells[0], count: 20)
        let summary = try player(lines, at: hubs).play()
        #expect(summary.reconnectCount > 5 && summary.rejectedCount == 0)
        #expect(summary.acceptedCount == 20 && answered.count == 20)
    }

    @Test func `waits as the hub asks, and repeats the same id`() throws {
        var ids: [JSON] = []
        let hubs = (0..<3).map { _ in
            TestResponder(toMutation: { message in
                let id = message["id"] ?? .null
                ids.append(id)
                return switch ids.count {
                case 1:
                    ["type": "reject", "id": id, "code": "rate_limited", "retryInMs": 2_500]
                case 2: ["type": "reject", "id": id, "code": "unavailable"]
                default: ["type": "ack", "id": id, "rev": 1]
                }
            })
        }
        let world = TestWorld(hubs)
        let summary = try player([Self.bells[0]], at: [], in: world).play()
        #expect(ids.count == 3 && Set(ids.compactMap(\.text)).count == 1)
        #expect(summary.acceptedCount == 1 && summary.rejectedCount == 0)
        #expect(world.now >= .milliseconds(3_500))
    }

    @Test func `a token without rights ends the evening, as does an absent hub`() throws {
        let hub = Hub()
        hub.rejected[1] = "forbidden"
        let refused = try player(Self.bells, at: hub.peers())
        #expect(throws: ClientError.rejected(code: "forbidden", message: "forbidden")) {
            try refused.play()
        }
        let alone = try player(Self.bells, at: [])
        #expect(throws: ClientError.unreachable("nobody is there")) { try alone.play() }
    }

    @Test func `stops on request, even while waiting for an answer or for time`() throws {
        let world = TestWorld(Hub().peers())
        let early = try player(
            Self.bells, at: [], speed: .times(1), in: world,
            shouldStop: { world.now > .seconds(600) }
        ).play()
        #expect(early.wasStopped && "\(early)".hasPrefix("Stopped: "))
        #expect(early.duration >= .seconds(600) && early.duration < .seconds(601))
        let silent = TestWorld(Hub().peers(1) + (0..<9).map { _ in TestResponder { _, _ in } })
        let unanswered = try player(
            Self.bells, at: [], in: silent, shouldStop: { silent.now > .seconds(5) }
        ).play()
        #expect(unanswered.wasStopped && unanswered.acceptedCount == 1)
    }

    @Test(arguments: [
        "", "[]", #"{"at":"17:00","action":"a.b","args":{}}"#,
        #"{"at":"17:00:60","action":"a","args":{}}"#,
        #"{"at":"17:00:00","args":{}}"#, #"{"at":"17:00:00","action":"a.b","args":[]}"#,
        #"{"at":"17:00:00","action":"a.b","args":{},"unless":"a/b"}"#, "not JSON",
    ])
    func `names a faulty line`(line: String) throws {
        let fault = #expect(throws: RecordingFault.self) {
            try Self.evening([Self.bells[0], line.isEmpty ? "{}" : line])
        }
        #expect(fault?.line == 2 && fault?.description.contains("Line 2") == true)
    }
}
