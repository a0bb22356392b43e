import MazeExploring
import TestSupport

/// A simulated server.
protocol SimulatedServer {
    /// The answer to a request and its latency, or `nil` if it is never answered.
    mutating func answer(
        _ subject: MazeExploration.Request.Subject, using generator: inout SeededGenerator
    ) -> (answer: MazeExploration.Answer, after: Duration)?
}

/// A server with a table of answers.
struct ServedMaze: SimulatedServer {
    var start: String?
    /// The bodies of rooms by id.
    var rooms: [String: String] = [:]
    /// The ids of rooms by their locks.
    var locks: [String: String] = [:]
    var latency = Duration.zero

    /// - Parameter connections: The connections in the API's form: `{"east":{"room":"b"}}`.
    mutating func add(_ id: String, type: String = "EMPTY", _ connections: String) {
        rooms[id] = #"{"id":"\#(id)","type":"\#(type)","rooms":\#(connections)}"#
    }

    func answer(
        _ subject: MazeExploration.Request.Subject, using generator: inout SeededGenerator
    ) -> (answer: MazeExploration.Answer, after: Duration)? {
        let body =
            switch subject {
            case .start: start.map { #"{"id":"\#($0)","maze":"4x4-00000000"}"# }
            case .room(let id): rooms[id]
            case .lock(let lock): locks[lock].map { #"{"room":"\#($0)"}"# }
            }
        guard let body else { return (.response(status: 404, body: []), latency) }
        return (.response(status: 200, body: Array(body.utf8)), latency)
    }
}

/// A server with an endless maze: a plane of rooms, or a corridor to the east.
struct EndlessMaze: SimulatedServer {
    var isCorridor = false
    var latency = Duration.zero

    func answer(
        _ subject: MazeExploration.Request.Subject, using generator: inout SeededGenerator
    ) -> (answer: MazeExploration.Answer, after: Duration)? {
        guard case .room(let id) = subject else {
            return (.response(status: 200, body: Array(#"{"id":"0,0"}"#.utf8)), latency)
        }
        let numbers = id.split(separator: ",").compactMap { Int($0) }
        let (x, y) = (numbers[0], numbers[1])
        var ways = [("east", x + 1, y), ("west", x - 1, y)]
        if isCorridor, x == 0 { ways.removeLast() }
        if !isCorridor { ways += [("north", x, y + 1), ("south", x, y - 1)] }
        let connections = ways.map { #""\#($0)":{"room":"\#($1),\#($2)"}"# }.joined(separator: ",")
        let body = #"{"id":"\#(id)","type":"EMPTY","rooms":{\#(connections)}}"#
        return (.response(status: 200, body: Array(body.utf8)), latency)
    }
}

/// A server that delays or fails another server's answers.
struct TroubledServer<Server: SimulatedServer>: SimulatedServer {
    typealias Answer = MazeExploration.Answer
    typealias Subject = MazeExploration.Request.Subject

    var server: Server
    var latencyMax = Duration.milliseconds(40)
    /// The maximum number of failures of each room and lock.
    var failureCountMax = 0
    private var failuresLeft: [Subject: Int] = [:]

    init(_ server: Server, latencyMax: Duration, failureCountMax: Int) {
        self.server = server
        self.latencyMax = latencyMax
        self.failureCountMax = failureCountMax
    }

    mutating func answer(
        _ subject: Subject, using generator: inout SeededGenerator
    ) -> (answer: Answer, after: Duration)? {
        let left =
            failuresLeft[subject] ?? Int.random(in: 0...failureCountMax, using: &generator)
        failuresLeft[subject] = max(0, left - 1)
        let part = Double.random(in: 0...1, using: &generator)
        let latency = latencyMax * (part * part * part)
        guard left > 0 else {
            return server.answer(subject, using: &generator).map { ($0.answer, $0.after + latency) }
        }
        switch Int.random(in: 0..<24, using: &generator) {
        case 0: return nil
        case 1: return (.noAnswer, latency)
        // The answer comes after the timeout.
        case 2: return (.response(status: 200, body: Array("{}".utf8)), .seconds(5) + latency)
        case 3..<8:
            return (.response(status: 429, retryAfter: .milliseconds(300), body: []), latency)
        default: return (.response(status: 504, body: []), latency)
        }
    }
}
