import JSON
import Mazes
import ShippedBoards
import Sync

@testable import BoardKit
@testable import MazeBoard
@testable import MazeExploring

/// Calls the board's plain HTTP routes as the hub does.
struct MazeRouteBench {
    struct Answer {
        var status: Int
        var text: String
        var type: String?
        /// Whether the answer may be cached for good.
        var isLasting = false
        var retryInSeconds: Int?
        /// The delay of the answer.
        var delay = Duration.zero
        /// The number of computations for the answer.
        var computationCount = 0

        var json: JSON { (try? JSON(parsing: text)) ?? .null }
        /// The code of a problem.
        var code: String?
    }

    private var venue: Venue
    private var mutationCount = 0
    /// Friday, 20 November 2026, 18:00 in UTC. Time stands still unless a test says otherwise.
    var now = Instant(milliseconds: 1_795_197_600_000)

    static let host = Principal(role: .host, device: "d_host")

    init() {
        let record = VenueRecord(
            slug: "main", epoch: "k3f9", name: "Da Ada", timeZone: "America/New_York",
            settings: VenueProfile.initial(labels: .full), createdAt: now, ticketKey: [])
        venue = Venue(
            record: record,
            boards: BoardRegistry.shipped.boards(for: record, dependencies: .everyone),
            dependencies: VenueDependencies(recall: { _ in nil }, digest: { $0 }))
    }

    // MARK: Requests

    /// The answer to a request below `/v1/main/maze/`, or `nil` if there is no route.
    func request(
        _ method: BoardRoute.Method, _ path: String, _ query: [String: String] = [:],
        content: String = "", by principal: Principal = host
    ) -> Answer? {
        let components = path.split(separator: "/", omittingEmptySubsequences: false)
        guard
            let address = BoardRegistry.shipped.address(
                of: "maze", at: components.map(String.init)),
            let route = address.routes.first(where: { $0.method == method })
        else { return nil }
        var outcome = route.outcome(
            BoardRoute.Request(
                query: query, content: Array(content.utf8), components: address.components,
                principal: principal, at: now), venue)
        var answer = Answer(status: 0, text: "")
        while true {
            switch outcome {
            case .later(let delay, let next):
                answer.delay += delay
                outcome = next
            case .computation(let work):
                answer.computationCount += 1
                outcome = work()(venue)
            case .work(let work): outcome = work()(venue)
            case .answer(let given):
                answer.status = given.status
                answer.text = given.text
                answer.type = given.type ?? route.gives
                if case .lasting = given.freshness { answer.isLasting = true }
                return answer
            case .problem(let problem, let retryInSeconds):
                // The description has to list the problem.
                guard route.problems?.contains(problem) == true else { return nil }
                answer.status = problem.status.rawValue
                answer.code = problem.code
                answer.retryInSeconds = retryInSeconds
                return answer
            default: return nil
            }
        }
    }

    func start(
        _ query: [String: String] = [:], under conditions: String = "plain"
    ) -> Answer? { request(.get, "api/\(conditions)/start", query) }

    func room(_ id: some CustomStringConvertible, under conditions: String = "plain") -> Answer? {
        request(.get, "api/\(conditions)/rooms/\(id)")
    }

    func unlock(_ lock: String, under conditions: String = "plain") -> Answer? {
        let content: JSON = ["lock": .string(lock)]
        return request(.post, "api/\(conditions)/unlock", content: content.canonicalText)
    }

    // MARK: Runs

    @discardableResult
    mutating func ask(
        _ verb: String, _ arguments: [String: JSON] = [:], by principal: Principal = host,
        connector: ConnectorReport? = nil
    ) throws(Rejection) -> JSON {
        mutationCount += 1
        let mutation = Mutation(
            id: "m\(mutationCount)", action: "maze." + verb, arguments: arguments,
            connector: connector)
        let actions = venue.mutate(
            mutation, of: ClientID(number: 1), by: principal, at: now,
            isFromHub: principal == .hub)
        while let batch = venue.takeBatch() { while venue.journaled(batch) != nil {} }
        now = now.adding(milliseconds: 1_000)
        for case .send(_, .reject(_, let rejection)) in actions { throw rejection }
        for case .send(_, .ack(let ack)) in actions { return ack.result ?? .null }
        return .null
    }

    /// Explores a maze in which the explorer finds these rooms.
    mutating func explore(
        _ maze: String, finding rooms: [(MazePoint, MazeRoom)]
    ) throws(Rejection) {
        let run = try ask("explore", ["maze": .string(maze)])["run"]?.text ?? ""
        guard let job = venue.board(MazeGame.self)?.connectors.first?.job as? MazeJob else {
            return
        }
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
