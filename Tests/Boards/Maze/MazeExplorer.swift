import BoardKit
package import MazeBoard
package import MazeExploring
import Mazes
import TestSupport

/// Runs a job of the maze as the hub's carrier does, at a server in memory and in simulated time.
/// Answers come in any order.
package struct MazeExplorer {
    package let job: MazeJob
    package let server: MazeServer
    package private(set) var exploration: MazeExploration
    /// The percentage of requests that fail. No request fails so often that a room is lost.
    private let failurePercent: Int
    private var failureCounts: [MazeExploration.Request.Subject: Int] = [:]
    private var generator: SeededGenerator
    private var now = Duration.zero
    private var wakesAt: Duration?
    private var flights: [MazeExploration.Request] = []
    private var news: ArraySlice<MazeNews> = []

    /// - Parameter last: the previous exploration, whose lost rooms are explored again.
    package init(
        _ job: MazeJob, at server: MazeServer, after last: MazeExploration? = nil,
        seed: UInt64 = 1, failurePercent: Int = 0
    ) {
        self.job = job
        self.server = server
        self.failurePercent = failurePercent
        generator = SeededGenerator(seed: seed)
        exploration = last ?? MazeExploration(run: job.attempt, concurrency: job.concurrency)
        perform(last == nil ? exploration.start(at: now) : exploration.retry(at: now))
    }

    /// Continues until there is news. Returns `nil` after the end.
    package mutating func next() -> MazeNews? {
        while news.isEmpty {
            guard let wakesAt else { return nil }
            now += .milliseconds(1)
            if now >= wakesAt || flights.isEmpty {
                now = max(now, wakesAt)
                perform(exploration.woke(at: now, using: &generator))
            } else {
                let flight = flights.remove(
                    at: .random(in: flights.indices, using: &generator))
                let isFailure =
                    Int.random(in: 0..<100, using: &generator) < failurePercent
                    && failureCounts[flight.subject, default: 0] < 4
                if isFailure { failureCounts[flight.subject, default: 0] += 1 }
                let answer =
                    isFailure
                    ? MazeExploration.Answer.response(status: 503, body: [])
                    : server.answer(flight.subject)
                perform(exploration.answered(answer, to: flight.id, at: now, using: &generator))
            }
        }
        return news.popFirst()
    }

    private mutating func perform(_ actions: [MazeExploration.Action]) {
        for action in actions {
            switch action {
            case .ask(let request): flights.append(request)
            case .abandon(let id): flights.removeAll { $0.id == id }
            case .wait(let time): wakesAt = time
            case .found(let batch):
                news.append(
                    MazeNews(
                        attempt: job.attempt, rooms: batch.rooms, progress: batch.progress,
                        isEnd: false))
            case .ended(let progress):
                wakesAt = nil
                news.append(
                    MazeNews(
                        attempt: job.attempt, rooms: [], progress: progress,
                        maze: exploration.maze.flatMap { MazeCode($0) }, isEnd: true))
            }
        }
    }
}
