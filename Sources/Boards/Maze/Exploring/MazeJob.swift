import BoardKit
package import MazeExploring
package import Mazes
package import Sync

/// An exploration, or its repetition for the lost rooms.
package struct MazeJob: ConnectorJob {
    package enum Server: Sendable, Equatable {
        ///
        /// - Parameters:
        ///   - path: the path of the API under these conditions.
        ///   - ticket: admits the explorer.
        case own(path: String, maze: String, ticket: String)
        case foreign(address: String, allowsPrivate: Bool)
    }

    package var venue: String
    /// The run's number.
    package var run: Int
    /// The revision of the event that requests the attempt.
    package var attempt: Int
    /// Whether to explore only the lost rooms.
    package var isRetry: Bool
    package var server: Server
    package var concurrency: Int
    /// Whether to find the rooms one after another, so that people can watch.
    package var isPaced = false
}

extension MazeJob {
    /// The duration of a paced exploration, whatever the maze's size. It is long enough to watch,
    /// and short enough for guests who wait for the race.
    private static let showing = Duration.seconds(12)

    /// The time from one request to the next.
    package var pace: Duration {
        guard isPaced, case .own(_, let maze, _) = server, let code = MazeCode(maze) else {
            return .zero
        }
        return Self.showing / code.roomCount
    }
}

/// The results of an exploration since its last report, or its end.
package struct MazeNews: ConnectorResult {
    package var attempt: Int
    package var rooms: [MazeExploration.FoundRoom]
    package var progress: MazeExploration.Progress
    /// The maze's code, if its server has sent one.
    package var maze: MazeCode?
    package var isEnd: Bool

    package init(
        attempt: Int, rooms: [MazeExploration.FoundRoom], progress: MazeExploration.Progress,
        maze: MazeCode? = nil, isEnd: Bool
    ) {
        self.attempt = attempt
        self.rooms = rooms
        self.progress = progress
        self.maze = maze
        self.isEnd = isEnd
    }
}

extension MazeGame {
    /// The current exploration, if any.
    package var connectors: [Connector] {
        guard let run, run.state == .exploring else { return [] }
        let server: MazeJob.Server
        switch run.source {
        case .own(let maze, let conditions):
            server = .own(
                path: "/v1/\(venue)/maze/api/\(conditions ?? .plain)", maze: maze,
                ticket: dependencies.ticket(Subject(board: name, id: run.name)))
        case .foreign(let address):
            server = .foreign(
                address: address,
                allowsPrivate: allowsPrivateAddresses)
        }
        let job = MazeJob(
            venue: venue, run: run.number, attempt: run.attempt, isRetry: run.isRetried,
            server: server, concurrency: run.concurrency, isPaced: run.isPaced)
        return [
            Connector(
                id: run.name, lane: "explore", job: job, since: run.attempt,
                action: MazeAction.report.rawValue)
        ]
    }
}
