import MazeExploring
import TestSupport

/// A random server: rooms that lead anywhere, malformed rooms, and failures.
struct RandomServer: SimulatedServer {
    typealias Answer = MazeExploration.Answer

    private var generator: SeededGenerator
    /// The number of distinct ids and locks.
    private let nameCount: Int
    /// The percentage of answers that are not a room.
    private let nonsensePercentage: Int
    private let latencyMax: Duration

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed &* 77)
        nameCount = [3, 10, 40, 200].randomElement(using: &generator)!
        nonsensePercentage = [0, 5, 20, 60].randomElement(using: &generator)!
        latencyMax = .milliseconds([0, 100, 7000].randomElement(using: &generator)!)
    }

    private mutating func chance(_ percentage: Int) -> Bool {
        Int.random(in: 0..<100, using: &generator) < percentage
    }

    private mutating func name() -> String {
        "r\(Int.random(in: 0..<nameCount, using: &generator))"
    }

    mutating func answer(
        _ subject: MazeExploration.Request.Subject, using _: inout SeededGenerator
    ) -> (answer: Answer, after: Duration)? {
        let latency = latencyMax * Double.random(in: 0...1, using: &generator)
        if chance(nonsensePercentage) {
            if chance(10) { return nil }
            return (nonsense(), latency)
        }
        var text =
            switch subject {
            case .start: #"{"id":"r0"}"#
            case .room(let id): room(id)
            case .lock: #"{"room":"\#(name())"}"#
            }
        if chance(nonsensePercentage / 2) {
            // Lose or repeat a part of the answer.
            let part = text.prefix(Int.random(in: 0...text.count, using: &generator))
            text = chance(50) ? String(part) : part + text
        }
        return (.response(status: 200, body: Array(text.utf8)), latency)
    }

    private mutating func room(_ id: String) -> String {
        var connections: [String] = []
        for direction in ["north", "east", "south", "west"] where chance(60) {
            let key = chance(75) ? "room" : "lock"
            connections.append(#""\#(direction)":{"\#(key)":"\#(name())"}"#)
        }
        if chance(nonsensePercentage) { connections.append(#""down":{"room":"\#(name())"}"#) }
        let type = ["EMPTY", "DOOR", "EXIT"].randomElement(using: &generator)!
        return
            #"{"type":"\#(type)","id":"\#(id)","rooms":{\#(connections.joined(separator: ","))}}"#
    }

    private mutating func nonsense() -> Answer {
        let status = [200, 204, 302, 400, 401, 404, 429, 500, 503, 599, 0, -1].randomElement(
            using: &generator)!
        if chance(20) { return .noAnswer }
        let retryAfter: Duration? =
            chance(30)
            ? .seconds([-5, 0, 2, 1_000_000_000].randomElement(using: &generator)!) : nil
        let bytes = (0..<Int.random(in: 0..<40, using: &generator)).map { _ in
            UInt8.random(in: 0...255, using: &generator)
        }
        return .response(status: status, retryAfter: retryAfter, body: bytes)
    }
}
