import MazeExploring
import Mazes
import TestSupport

/// An exploration of a simulated server, which records forbidden actions.
struct SimulatedExploration<Server: SimulatedServer> {
    typealias Place = MazePoint
    typealias Subject = MazeExploration.Request.Subject

    private struct Arrival {
        let at: Duration
        let id: MazeExploration.Request.ID
        let answer: MazeExploration.Answer
    }

    var server: Server
    private(set) var exploration: MazeExploration
    private(set) var now = Duration.seconds(1000)
    /// The requests with their times, in order.
    private(set) var asked: [(subject: Subject, at: Duration)] = []
    private(set) var batchSizes: [Int] = []
    private(set) var drawing: [Place: String] = [:]
    private(set) var flightCountMax = 0
    private(set) var ended: MazeExploration.Progress?
    private(set) var beganAt = Duration.zero
    private(set) var endedAt = Duration.zero
    private(set) var isCancelled = false
    /// The forbidden actions of the exploration.
    private(set) var faults: [String] = []

    private let concurrency: Int
    private var generator: SeededGenerator
    private var arrivals: [Arrival] = []
    private var flights: [MazeExploration.Request.ID: Subject] = [:]
    private var failed: Set<Subject> = []
    private var seen: Set<Subject> = []
    private var wakesAt: Duration?
    private var untoldSince: Duration?

    init(of server: Server, concurrency: Int = 16, seed: UInt64 = 1) {
        self.server = server
        self.concurrency = concurrency
        generator = SeededGenerator(seed: seed)
        exploration = MazeExploration(run: 1, concurrency: concurrency)
    }

    /// Explores a server to the end.
    static func run(of server: Server, concurrency: Int = 16, seed: UInt64 = 1) -> Self {
        var simulation = Self(of: server, concurrency: concurrency, seed: seed)
        simulation.start()
        while simulation.step() {}
        return simulation
    }

    mutating func start() {
        beganAt = now
        perform(exploration.start(at: now))
    }

    mutating func retry() {
        ended = nil
        seen = []
        beganAt = now
        perform(exploration.retry(at: now))
        while step() {}
    }

    mutating func cancel() {
        let actions = exploration.cancel()
        isCancelled = true
        perform(actions)
        if !flights.isEmpty { faults.append("Requests are in flight after it was cancelled") }
    }

    /// Advances to the next event and returns whether there was one.
    mutating func step() -> Bool {
        let next = arrivals.indices.min { arrivals[$0].at < arrivals[$1].at }
        let isOver = ended != nil || isCancelled
        if let next, isOver || wakesAt.map({ arrivals[next].at <= $0 }) ?? true {
            let arrival = arrivals[next]
            arrivals.swapAt(next, arrivals.count - 1)
            arrivals.removeLast()
            arrive(arrival)
            return true
        }
        guard !isOver else { return false }
        guard let wakesAt else {
            faults.append("It waits for nothing")
            return false
        }
        now = max(now, wakesAt)
        self.wakesAt = nil
        perform(exploration.woke(at: now, using: &generator))
        return true
    }

    private mutating func arrive(_ arrival: Arrival) {
        now = max(now, arrival.at)
        if let untoldSince, ended == nil, !isCancelled, now > untoldSince + .milliseconds(50) {
            faults.append("What was found is not told after 50 ms")
        }
        let subject = flights.removeValue(forKey: arrival.id)
        if let subject {
            untoldSince = untoldSince ?? now
            switch arrival.answer {
            case .noAnswer, .response(429, _, _), .response(500..<600, _, _): failed.insert(subject)
            case .response: break
            }
        }
        let actions = exploration.answered(
            arrival.answer, to: arrival.id, at: now, using: &generator)
        if subject == nil, !actions.isEmpty { faults.append("It takes an answer of no request") }
        perform(actions)
    }

    private mutating func perform(_ actions: [MazeExploration.Action]) {
        for action in actions {
            if ended != nil { faults.append("Something follows the end") }
            switch action {
            case .ask(let request): ask(request)
            case .abandon(let id):
                guard let subject = flights.removeValue(forKey: id) else {
                    faults.append("It abandons a request that is not in flight")
                    continue
                }
                failed.insert(subject)
            case .wait(let time): wakesAt = time
            case .found(let batch): take(batch)
            case .ended(let progress):
                ended = progress
                endedAt = now
                if !flights.isEmpty { faults.append("Requests are in flight after the end") }
                if progress.foundCount != drawing.count { faults.append("The figures are wrong") }
            }
        }
    }

    private mutating func ask(_ request: MazeExploration.Request) {
        let subject = request.subject
        if isCancelled { faults.append("It asks after it was cancelled") }
        if !seen.insert(subject).inserted, failed.remove(subject) == nil {
            faults.append("It asks again for \(subject)")
        }
        asked.append((subject, now))
        flights[request.id] = subject
        flightCountMax = max(flightCountMax, flights.count)
        if flights.count > concurrency { faults.append("Too many requests are in flight") }
        if let (answer, after) = server.answer(subject, using: &generator) {
            arrivals.append(Arrival(at: now + after, id: request.id, answer: answer))
        }
    }

    private mutating func take(_ batch: MazeExploration.Batch) {
        untoldSince = nil
        batchSizes.append(batch.rooms.count)
        for room in batch.rooms { drawing[room.place] = room.room.text }
        if batch.rooms.count > 256 { faults.append("A batch is too large") }
        if batch.progress.foundCount != drawing.count { faults.append("The figures are wrong") }
    }

    private static var sides: [(letter: Character, back: Character, x: Int, y: Int)] {
        [("n", "s", 0, 1), ("e", "w", 1, 0), ("s", "n", 0, -1), ("w", "e", -1, 0)]
    }

    /// The number of open sides that are closed from the other room, in all and without those
    /// through a lock.
    var oneSidedWays: (count: Int, certainCount: Int) {
        var (count, certainCount) = (0, 0)
        for (place, text) in drawing {
            for side in Self.sides where text.lowercased().contains(side.letter) {
                let next = drawing[Place(x: place.x + side.x, y: place.y + side.y)]
                guard let next, !next.lowercased().contains(side.back) else { continue }
                count += 1
                if text.contains(side.letter) { certainCount += 1 }
            }
        }
        return (count, certainCount)
    }

    /// Whether each drawn room can be reached from the start over open sides.
    var isReachable: Bool {
        var reached: Set<Place> = drawing.isEmpty ? [] : [Place(x: 0, y: 0)]
        var edge = Array(reached)
        while let place = edge.popLast() {
            let text = drawing[place, default: ""].lowercased()
            for side in Self.sides where text.contains(side.letter) {
                let next = Place(x: place.x + side.x, y: place.y + side.y)
                if drawing[next] != nil, reached.insert(next).inserted { edge.append(next) }
            }
        }
        return reached.count == drawing.count
    }
}
