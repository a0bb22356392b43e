import ArgumentParser
import JSON
import MazeExploring
import MazeFetching
import Mazes
import Terminal
import Time

/// `tablecast maze`: commands about mazes that need no hub.
struct MazeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "maze", abstract: "Explore mazes.", subcommands: [Explore.self])

    struct Explore: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Explore the maze behind an API, and draw it.",
            discussion: """
                Prints the maze, and then what was found as a line of JSON. Ends with status 0 when \
                the maze is whole, with 2 when rooms are lost or something is wrong with them, and \
                with 1 when there is no maze. Ctrl-C ends it with what was found until then. \
                TABLECAST_AUTHORITY names the authority of the server's certificate, in PEM.
                """)

        @Argument(
            help: "The API: http://localhost:8080/v1/main/maze/api/plain.",
            transform: MazeAddress.init)
        var base: MazeAddress

        @Option(help: "A token for the API (TABLECAST_TOKEN).")
        var token: String?

        @Option(help: "The code of the maze; by default a new one.", transform: mazeCode)
        var maze: MazeCode?

        @Option(help: "How many requests may be under way, 1 to 64.")
        var concurrency = 16

        @Flag(help: "Print no maze.")
        var quiet = false

        func validate() throws {
            guard MazeExploration.concurrencies.contains(concurrency) else {
                throw ValidationError("--concurrency must be a whole number from 1 to 64.")
            }
        }

        func run() throws {
            let interruption = Interruption()
            let fetcher = MazeFetcher(
                base, maze: maze, token: token ?? Environment.text("TOKEN"), allowsLocal: true,
                authoritiesPath: Environment.text("AUTHORITY"))
            var exploration = MazeExploration(run: 1, concurrency: concurrency)
            var plan = MazePlan(rooms: [:])
            let startedAt = MachineTime.monotonic
            _ = fetcher.explore(
                &exploration, isWanted: { !interruption.isRequested },
                found: { batch in
                    for found in batch.rooms { plan.rooms[found.place] = found.room }
                })
            let time = MachineTime.monotonic - startedAt
            if !quiet { print(plan.drawing, terminator: "") }
            let line = report(exploration, in: time).canonicalText
            print(TerminalText.escaped(line, as: .json))
            // The exit status that shells report for a command ended by a signal.
            if let signal = interruption.signal { throw ExitCode(128 + signal) }
            let progress = exploration.progress
            if progress.foundCount == 0 {
                let failure = fetcher.failure ?? "the server has no start"
                throw HubError("There is no maze at \(base.text): \(failure).")
            }
            if progress.lostCount > 0 || !progress.problems.isEmpty { throw ExitCode(2) }
        }

        private func report(_ exploration: MazeExploration, in time: Duration) -> JSON {
            let progress = exploration.progress
            let seconds = max(time / .seconds(1), 0.001)
            return [
                "maze": exploration.maze.map { .string($0) } ?? .null,
                "rooms": JSON(progress.foundCount), "doors": JSON(progress.doorCount),
                "locks": JSON(progress.lockCount), "lost": JSON(progress.lostCount),
                "retries": JSON(progress.retryCount), "problems": progress.problemsByCode,
                "seconds": .number((seconds * 1000).rounded() / 1000),
                "roomsPerSecond": .number((Double(progress.foundCount) / seconds).rounded()),
            ]
        }
    }
}

private func mazeCode(_ text: String) throws -> MazeCode {
    guard let code = MazeCode(text) else {
        throw ValidationError("It must look like 32x18-4b7f8b8b, with 2 to 100 rooms a side.")
    }
    return code
}
