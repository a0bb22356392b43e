import JSON
import MazeExploring
import Mazes
import TestSupport
import Testing

/// Mazes in files, with what is expected of them.
@Suite struct RecordedMazeTests {
    private typealias Subject = MazeExploration.Request.Subject
    private typealias Answer = MazeExploration.Answer

    /// A server that gives what a file has, with its faults.
    private struct RecordedServer: SimulatedServer {
        let maze: JSON
        private var counts: [String: Int] = [:]

        init(_ maze: JSON) { self.maze = maze }

        mutating func answer(
            _ subject: Subject, using generator: inout SeededGenerator
        ) -> (answer: Answer, after: Duration)? {
            let (name, page): (String, JSON?) =
                switch subject {
                case .start: ("start", maze["start"])
                case .room(let id): (id, maze["rooms"]?[id])
                case .lock(let lock): (lock, maze["locks"]?[lock].map { ["room": $0] })
                }
            let fault = maze["faults"]?[name]
            counts[name, default: 0] += 1
            let latency = Duration.milliseconds(fault?["delay_ms"]?.integer ?? 10)
            if let status = fault?["status"]?.integer,
                counts[name, default: 0] <= fault?["times"]?.integer ?? .max
            {
                return (.response(status: status, body: []), latency)
            }
            if let raw = fault?["raw"]?.text {
                return (.response(status: 200, body: Array(raw.utf8)), latency)
            }
            guard let page else { return (.response(status: 401, body: []), latency) }
            return (.response(status: 200, body: page.canonical), latency)
        }
    }

    @Test(arguments: ["perfect", "loops", "damaged"], [1, 16])
    func `a recorded maze is explored as its file expects`(name: String, concurrency: Int) throws {
        let maze = try VectorFile.load("recorded-mazes/\(name)")
        let run = SimulatedExploration.run(of: RecordedServer(maze), concurrency: concurrency)
        let drawing = run.drawing.map { ($0.key.description, JSON.string($0.value)) }
        #expect(.object(Dictionary(uniqueKeysWithValues: drawing)) == maze["drawing"])
        let ended = try #require(run.ended)
        let problems = ended.problems.map { problem, sighting in
            let json = JSON(present: [
                "count": JSON(sighting.count), "first": sighting.first.map { .string($0) },
            ])
            return (problem.rawValue, json)
        }
        let figures: JSON = [
            "found": JSON(ended.foundCount), "lost": JSON(ended.lostCount),
            "doors": JSON(ended.doorCount), "locks": JSON(ended.lockCount),
            "problems": .object(Dictionary(uniqueKeysWithValues: problems)),
        ]
        #expect(figures == maze["expected"])
        #expect(run.faults == [] && run.isReachable)
    }
}
