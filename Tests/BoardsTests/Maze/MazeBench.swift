import JSON
import Mazes
import ScreenClient
import Sync
import TestBoards

@testable import BoardKit
@testable import MazeBoard
@testable import MazeExploring

/// A venue with a maze, driven by short calls. Explorations run in memory. Time passes only when a
/// test lets it.
typealias MazeBench = VenueBench<BenchedMaze>

struct BenchedMaze: BenchedBoard {
    static let name = "maze"
    static let timeZone = "America/New_York"
    static let labels = LabelPrivacy.firstInitial
    static let requestMilliseconds: Int64 = 0
    static let isPunctual = true

    /// The failure rate of later explorations, in percent.
    var failurePercent = 0
    /// Returns the places that the next exploration's server does not know.
    var missing: (MazeServer) -> Set<Int> = { _ in [] }
    /// Whether a room of the server has no passage to another room that leads to it.
    var isClosed: (_ server: MazeServer, _ place: Int, _ other: Int) -> Bool = { _, _, _ in false }
    fileprivate var explorer: MazeExplorer?
    /// The last finished exploration, for retries.
    fileprivate var explored: MazeExplorer?
}

extension VenueBench where Board == BenchedMaze {
    /// Returns the same venue after a restart of the hub.
    func restarted() -> MazeBench {
        var bench = MazeBench(startID: "again")
        bench.now = now
        return bench.replaying(events)
    }

    // MARK: Explorations

    var job: MazeJob? { venue.board(MazeGame.self)?.connectors.first?.job as? MazeJob }

    private func report(_ news: MazeNews, of run: Int) -> ConnectorReport {
        ConnectorReport(id: "m_\(run)", result: .done(news))
    }

    /// Begins the job of the requested exploration.
    private mutating func beginJob() {
        guard let job, board.explorer?.job != job else { return }
        var server = MazeServer(MazeCode("2x2-00000000")!)
        switch job.server {
        case .own(_, let maze, _): server = MazeServer(MazeCode(maze)!)
        case .foreign: server = MazeServer(MazeCode("9x9-000000ff")!)
        }
        server.missing = board.missing(server)
        server.isClosed = { [isClosed = board.isClosed, server] in isClosed(server, $0, $1) }
        let last = job.isRetry && board.explored?.job.run == job.run ? board.explored : nil
        board.explorer = MazeExplorer(
            job, at: server, after: last?.exploration, seed: UInt64(requestCount),
            failurePercent: board.failurePercent)
    }

    /// Reports the next news of the current or the last job.
    ///
    /// - Returns: The news, or `nil` if there are none.
    @discardableResult
    mutating func tellNews() throws(Rejection) -> MazeNews? {
        beginJob()
        guard let news = board.explorer?.next(), let run = board.explorer?.job.run else {
            return nil
        }
        if news.isEnd { board.explored = board.explorer }
        try ask("report", by: .hub, connector: report(news, of: run))
        return news
    }

    /// Runs the exploration to its end.
    mutating func finishExploring() throws(Rejection) {
        while job != nil {
            wait(10)
            guard try tellNews() != nil else { return }
        }
    }

    mutating func explore(_ maze: String = "9x9-000000ff") throws(Rejection) {
        try ask("explore", ["maze": .string(maze)])
        try finishExploring()
    }

    // MARK: Races

    @discardableResult
    mutating func join(_ principal: Principal = host) throws(Rejection) -> String {
        try ask("join", by: principal)["walker"]?.text ?? ""
    }

    /// Begins a race and waits until it starts.
    mutating func race() throws(Rejection) {
        try ask("race", ["countdown": 0])
        wait(1)
    }

    /// Takes a walker's steps, given as letters, at ten a second.
    mutating func walk(
        _ walker: String, _ path: some StringProtocol, by principal: Principal = host
    ) throws(Rejection) {
        for letter in path {
            try ask(
                "step", ["walker": .string(walker), "to": .string(Self.side(letter))],
                by: principal)
            wait(100)
        }
    }

    static func side(_ letter: Character) -> String {
        ["n": "north", "e": "east", "s": "south", "w": "west"][letter] ?? ""
    }

    /// A shortest path to the exit.
    var path: String {
        MazePlan(rooms: venue.board(MazeGame.self)?.rooms ?? [:]).shortestPath ?? ""
    }

    // MARK: Parties

    /// Adds a party to the waiting list.
    ///
    /// - Returns: The party's id.
    mutating func add(
        _ name: String, _ arguments: [String: JSON] = [:], by principal: Principal = host
    ) throws(Rejection) -> String {
        let all = arguments.merging(["name": .string(name), "size": 2]) { $1 }
        return try ask("waitlist.add", all, by: principal)["party"]?.text ?? ""
    }

    // MARK: Documents

    func document() -> JSON? { document("maze/host") }

    var shown: JSON? { venue.document(of: "maze/host")?.json }
    var run: JSON? { shown?["run"] }
    var state: String? { run?["state"]?.text }
    var rooms: [String: JSON] { shown?["rooms"]?.members ?? [:] }
    var walkers: [String: JSON] { shown?["walkers"]?.members ?? [:] }

    func walker(_ id: String) -> JSON? { walkers[id] }

    /// Starts to watch the display, either from a copy's position or without a copy.
    mutating func watch(from copy: ViewCopy? = nil) -> ClientID {
        watch("maze/display", by: Self.screen, from: copy)
    }

    // MARK: Routes

    func start(_ query: [String: String] = [:], under conditions: String = "plain") -> RouteReply? {
        read("api/\(conditions)/start", query)
    }

    func room(_ id: some CustomStringConvertible, under conditions: String = "plain") -> RouteReply?
    { read("api/\(conditions)/rooms/\(id)") }

    func unlock(_ lock: String, under conditions: String = "plain") -> RouteReply? {
        let content: JSON = ["lock": .string(lock)]
        return unlock(with: content.canonicalText, under: conditions)
    }

    func unlock(with content: String, under conditions: String = "plain") -> RouteReply? {
        var copy = self
        return copy.request(.post, "api/\(conditions)/unlock", content: Array(content.utf8))
    }

    /// Runs an exploration that finds exactly these rooms.
    mutating func explore(
        _ maze: String, finding rooms: [(MazePoint, MazeRoom)]
    ) throws(Rejection) {
        let run = try ask("explore", ["maze": .string(maze)])["run"]?.text ?? ""
        guard let job else { return }
        let progress = MazeExploration.Progress(
            foundCount: rooms.count, frontierCount: 0, lostCount: 0, doorCount: 0, lockCount: 0,
            retryCount: 0, problems: [:])
        let found = rooms.map { MazeExploration.FoundRoom(place: $0, room: $1) }
        for isEnd in [false, true] {
            let news = MazeNews(
                attempt: job.attempt, rooms: isEnd ? [] : found, progress: progress,
                maze: MazeCode(maze), isEnd: isEnd)
            try ask(
                "report", by: .hub, connector: ConnectorReport(id: run, result: .done(news)))
        }
    }
}
