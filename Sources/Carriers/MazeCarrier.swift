import Delivery
import Destinations
import Locks
import MazeBoard
import MazeExploring
import MazeFetching
import Mazes
import Sync

/// Explores the mazes of all venues.
///
/// The last exploration of each venue stays in memory if rooms were lost, so that these can be
/// tried again.
struct MazeCarrier: ConnectorCarrier {
    private struct Ended: Sendable {
        var run: Int
        var exploration: MazeExploration
    }

    private let own: @Sendable () -> OwnAddress?
    private let ended = Locked<[String: Ended]>([:])

    init(_ surroundings: OutgoingSurroundings) { own = surroundings.ownAddress }

    /// Rooms that appear within this time look simultaneous to people.
    private static let leap = Duration.milliseconds(50)

    var doesLongJobs: Bool { true }

    func carry(
        _ job: any ConnectorJob, telling progress: any ConnectorProgress
    ) -> ConnectorAnswer {
        guard let job = job as? MazeJob, let fetcher = fetcher(of: job) else {
            return .failed(.unknownTarget, secondsMin: nil)
        }
        let last = ended.with { $0.removeValue(forKey: job.venue) }
        let pace = job.pace
        // Concurrent requests end together, so too many would make rooms appear in bursts.
        let together = pace > .zero ? max(1, Int(Self.leap / pace)) : job.concurrency
        var exploration = MazeExploration(
            run: job.attempt, concurrency: min(job.concurrency, together))
        if job.isRetry, let last, last.run == job.run { exploration = last.exploration }
        let end = fetcher.explore(
            &exploration, pace: pace, isWanted: { progress.isWanted },
            found: { batch in
                _ = progress.tell(
                    MazeNews(
                        attempt: job.attempt, rooms: batch.rooms, progress: batch.progress,
                        isEnd: false))
            })
        guard let end else { return .same }
        let maze = exploration.maze.flatMap { MazeCode($0) }
        if end.lostCount > 0 {
            ended.with { [exploration] in
                $0[job.venue] = Ended(run: job.run, exploration: exploration)
            }
        }
        return .done([
            MazeNews(attempt: job.attempt, rooms: [], progress: end, maze: maze, isEnd: true)
        ])
    }

    private func fetcher(of job: MazeJob) -> MazeFetcher? {
        switch job.server {
        case .own(let path, let maze, let ticket):
            guard let own = own(), let address = try? MazeAddress(own.origin + path) else {
                return nil
            }
            return MazeFetcher(
                address, maze: MazeCode(maze), token: ticket, allowsLocal: true,
                authoritiesPath: own.certificatePath, resolvedName: own.resolvedName)
        case .foreign(let address, let allowsPrivate):
            return (try? MazeAddress(address)).map {
                MazeFetcher($0, allowsLocal: allowsPrivate)
            }
        }
    }
}
