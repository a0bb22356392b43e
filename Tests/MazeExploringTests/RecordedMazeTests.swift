import JSON
import MazeExploring
import Mazes
import TestSupport
import Testing

/// Mazes in files with their expected results.
@Suite struct RecordedMazeTests {
    private struct RecordedServer: SimulatedServer {
        var maze: RecordedMaze

        mutating func answer(
            _ subject: MazeExploration.Request.Subject, using generator: inout SeededGenerator
        ) -> (answer: MazeExploration.Answer, after: Duration)? {
            let answer =
                switch subject {
                case .start: maze.answer(to: .start)
                case .room(let id): maze.answer(to: .room(id))
                case .lock(let lock): maze.answer(to: .lock(lock))
                }
            return (
                .response(status: answer.status, body: answer.body),
                .milliseconds(answer.milliseconds)
            )
        }
    }

    @Test(arguments: ["perfect", "loops", "damaged"], [1, 16])
    func `explores a recorded maze as its file expects`(name: String, concurrency: Int) throws {
        let maze = try RecordedMaze(name)
        let run = SimulatedExploration.run(
            of: RecordedServer(maze: maze), concurrency: concurrency)
        let drawing = run.drawing.map { ($0.key.description, JSON.string($0.value)) }
        #expect(.object(Dictionary(uniqueKeysWithValues: drawing)) == maze.file["drawing"])
        let ended = try #require(run.ended)
        let figures: JSON = [
            "found": JSON(ended.foundCount), "lost": JSON(ended.lostCount),
            "doors": JSON(ended.doorCount), "locks": JSON(ended.lockCount),
            "problems": ended.problemsByCode,
        ]
        #expect(figures == maze.file["expected"])
        #expect(run.faults == [] && run.isReachable)
    }
}
