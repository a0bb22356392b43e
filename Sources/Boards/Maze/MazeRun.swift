import JSON
import MazeExploring
import Sync

/// One exploration of a maze, and its races.
struct MazeRun: Sendable {
    enum State: String, Sendable, CaseIterable {
        case exploring
        /// Explored, perhaps with lost rooms.
        case ready
        case racing
        case finished
        case cancelled
        /// No room was found.
        case failed

        var takesWalkers: Bool { self != .cancelled && self != .failed }
    }

    enum Source: Sendable, Equatable {
        /// The conditions are `nil` unless somebody has chosen them.
        case own(maze: String, MazeConditions?)
        case foreign(address: String)
    }

    let number: Int
    let source: Source
    let concurrency: Int
    var startedAt: Instant
    /// The revision of the event that began the exploration or its latest repetition.
    var attempt: Int
    /// Whether this attempt explores only the lost rooms of an earlier one.
    var isRetried = false
    var state = State.exploring
    /// The maze's code, if its server has sent it.
    var maze: String?
    var endedAt: Instant?
    var figures = MazeFigures()
    /// The time at which the race begins or began; `nil` before the first race.
    var raceAt: Instant?
    var firstFinishAt: Instant?
    var finishedCount = 0
    /// The first walker at the exit, even after it has left.
    var winner: MazeWinner?
    /// The beginning of the pause before the next race or maze begins automatically.
    var pausedSince: Instant?
    /// A shortest way from the start to the exit, once a race has ended.
    var path: String?

    var name: String { Self.name(of: number) }

    /// Whether the rooms are found at a pace at which people can watch. With other conditions,
    /// people want to see their effect instead.
    var isPaced: Bool {
        guard case .own(_, let conditions) = source, !isRetried else { return false }
        return conditions == nil || conditions == .seed
    }

    /// Moves all times after the hub's clock was set.
    mutating func shift(byMilliseconds milliseconds: Int64) {
        startedAt = startedAt.adding(milliseconds: milliseconds)
        endedAt = endedAt?.adding(milliseconds: milliseconds)
        raceAt = raceAt?.adding(milliseconds: milliseconds)
        firstFinishAt = firstFinishAt?.adding(milliseconds: milliseconds)
        pausedSince = pausedSince?.adding(milliseconds: milliseconds)
    }

    static func name(of number: Int) -> String { "m_\(number)" }

    /// Returns the members of a view's `run`.
    ///
    /// - Parameter isForHosts: whether to include the explored server.
    func members(isForHosts: Bool) -> [String: JSON] {
        var members = figures.members
        members["id"] = .string(name)
        members["state"] = .string(state.rawValue)
        members["maze"] = maze.map(JSON.string)
        members["startedAt"] = .string(startedAt.description)
        members["endedAt"] = (endedAt?.description).map(JSON.string)
        members["raceAt"] = (raceAt?.description).map(JSON.string)
        members["winner"] = winner?.json
        members["path"] = path.map(JSON.string)
        if isForHosts {
            if case .foreign(let address) = source { members["url"] = .string(address) }
            members["concurrency"] = JSON(concurrency)
        }
        return members
    }
}

/// The first walker at the exit in a race.
struct MazeWinner: Sendable, Equatable {
    var label: String
    /// The time since the beginning of the race.
    var milliseconds: Int

    var json: JSON { ["label": .string(label), "ms": JSON(milliseconds)] }
}

struct MazeFigures: Sendable {
    private(set) var members: [String: JSON] = [
        "found": 0, "frontier": 0, "lost": 0, "doors": 0, "retries": 0,
    ]

    init() {}

    init(_ progress: MazeExploration.Progress) {
        members = [
            "found": JSON(progress.foundCount), "frontier": JSON(progress.frontierCount),
            "lost": JSON(progress.lostCount), "doors": JSON(progress.doorCount),
            "retries": JSON(progress.retryCount),
        ]
        if !progress.problems.isEmpty { members["problems"] = progress.problemsByCode }
    }

    init(in data: JSON) {
        for name in ["found", "frontier", "lost", "doors", "retries", "problems"] {
            if let value = data[name] { members[name] = value }
        }
    }

    var lostCount: Int { members["lost"]?.integer ?? 0 }

    /// Sets the numbers of rooms and doors to those that the views list. A repeated exploration
    /// reports fewer.
    mutating func count(rooms: Int, doors: Int) {
        members["found"] = JSON(rooms)
        members["doors"] = JSON(doors)
    }

    /// Records that the exploration could not continue.
    mutating func noteUnreachable() {
        var problems = members["problems"]?.members ?? [:]
        let count = problems[MazeExploration.Problem.unreachable.rawValue]?["count"]?.integer ?? 0
        problems[MazeExploration.Problem.unreachable.rawValue] = ["count": JSON(count + 1)]
        members["problems"] = .object(problems)
        members["frontier"] = 0
    }
}
