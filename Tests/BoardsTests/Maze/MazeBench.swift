import Client
import JSON
import Mazes
import Sync
import TestBoards

@testable import BoardKit
@testable import MazeBoard

/// Explorations are carried out in memory.
///
/// Time stands still unless a test says otherwise.
struct MazeBench: VenueBench {
    /// A client that watches a view.
    struct Watcher {
        var copy: ViewCopy
        /// Whether the client stops reading, so its connection is full.
        var isSlow = false
        /// The received messages, without the answers to its subscription.
        var heard: [JSON] = []
    }

    private(set) var venue: Venue
    /// The events in the journal.
    private(set) var events: [Event] = []
    private(set) var watchers: [ClientID: Watcher] = [:]
    /// Messages that a copy could not apply.
    private(set) var faults: [String] = []
    var now: Instant
    /// The failure rate of later explorations, in percent.
    var failurePercent = 0
    private var explorer: MazeExplorer?
    /// The last finished exploration, for retries.
    private var explored: MazeExplorer?
    /// The places that the server of the next exploration does not know.
    var missing: (MazeServer) -> Set<Int> = { _ in [] }
    /// Whether a room of the server's does not lead to another that leads to it.
    var isClosed: (_ server: MazeServer, _ place: Int, _ other: Int) -> Bool = { _, _, _ in false }
    private var askCount = 0
    private var clientCount: UInt64 = 1

    /// Friday, 20 November 2026, 18:00 in UTC.
    static let start = Instant(milliseconds: 1_795_197_600_000)

    static func guest(of party: String) -> Principal {
        Principal(guestOf: Subject(board: "waitlist", id: party))
    }

    init(labels: LabelPrivacy = .firstInitial, startID: String = "start") {
        now = Self.start
        venue = Self.emptyVenue("America/New_York", labels, at: Self.start, startID: startID)
    }

    /// The same venue after a restart of the hub.
    func restarted() -> MazeBench {
        var bench = MazeBench(startID: "again")
        bench.now = now
        bench.venue.replay { apply in for event in events { apply(event) } }
        bench.events = events
        return bench
    }

    // MARK: Mutations

    mutating func ask(
        _ verb: String, _ arguments: [String: JSON], by principal: Principal, ifRev: Int?
    ) throws(Rejection) -> JSON {
        try acked(verb, arguments, by: principal, ifRev: ifRev)?.result ?? .null
    }

    @discardableResult
    mutating func ask(
        _ verb: String, _ arguments: [String: JSON] = [:], by principal: Principal = host,
        id: String? = nil, connector: ConnectorReport? = nil
    ) throws(Rejection) -> JSON {
        try acked(verb, arguments, by: principal, id: id, connector: connector)?.result ?? .null
    }

    /// The whole ack of an accepted mutation.
    @discardableResult
    mutating func acked(
        _ verb: String, _ arguments: [String: JSON] = [:], by principal: Principal = host,
        id: String? = nil, ifRev: Int? = nil, connector: ConnectorReport? = nil
    ) throws(Rejection) -> ServerMessage.Ack? {
        askCount += 1
        let mutation = Mutation(
            id: id ?? "m\(askCount)", action: verb.contains(".") ? verb : "maze." + verb,
            arguments: arguments, ifRev: ifRev, connector: connector)
        var actions = venue.mutate(
            mutation, of: ClientID(number: 1), by: principal, at: now,
            isFromHub: principal == .hub)
        actions += write()
        perform(actions)
        pass()
        for case .send(_, .reject(_, let rejection)) in actions { throw rejection }
        for case .send(_, .ack(let ack)) in actions { return ack }
        return nil
    }

    private mutating func write() -> [Action] {
        var actions: [Action] = []
        while let batch = venue.takeBatch() {
            events += batch.entries.map(\.event)
            actions += venue.show(batch, at: now)
        }
        return actions
    }

    // MARK: Time

    /// Advances the time and carries out what is due.
    mutating func wait(_ milliseconds: Int) {
        let end = now.adding(milliseconds: Int64(milliseconds))
        while let due = venue.nextDue(), due <= end {
            now = max(now, due)
            perform(venue.tick(at: now) + write())
        }
        now = end
    }

    mutating func wait(seconds: Int) { wait(seconds * 1_000) }

    /// Sets the hub's clock.
    mutating func setClock(by milliseconds: Int) {
        now = now.adding(milliseconds: Int64(milliseconds))
        perform(venue.tick(at: now) + write())
    }

    private mutating func pass() { wait(0) }

    // MARK: Explorations

    var job: MazeJob? { venue.board(MazeGame.self)?.connectors.first?.job as? MazeJob }

    private func report(_ news: MazeNews, of run: Int) -> ConnectorReport {
        ConnectorReport(id: "m_\(run)", result: .done(news))
    }

    /// Begins the job of the exploration that is wanted now.
    private mutating func beginJob() {
        guard let job, explorer?.job != job else { return }
        var server = MazeServer(MazeCode("2x2-00000000")!)
        switch job.server {
        case .own(_, let maze, _): server = MazeServer(MazeCode(maze)!)
        case .foreign: server = MazeServer(MazeCode("9x9-000000ff")!)
        }
        server.missing = missing(server)
        server.isClosed = { [isClosed, server] in isClosed(server, $0, $1) }
        let last = job.isRetry && explored?.job.run == job.run ? explored : nil
        explorer = MazeExplorer(
            job, at: server, after: last?.exploration, seed: UInt64(askCount),
            failurePercent: failurePercent)
    }

    /// Reports the next news of the current or the last job.
    ///
    /// - Returns: `nil` if there are none.
    @discardableResult
    mutating func tellNews() throws(Rejection) -> MazeNews? {
        beginJob()
        guard let news = explorer?.next(), let run = explorer?.job.run else { return nil }
        if news.isEnd { explored = explorer }
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

    /// Explores a maze to its end.
    mutating func explore(_ maze: String = "9x9-000000ff") throws(Rejection) {
        try ask("explore", ["maze": .string(maze)])
        try finishExploring()
    }

    // MARK: Races

    @discardableResult
    mutating func join(_ principal: Principal = host) throws(Rejection) -> String {
        try ask("join", by: principal)["walker"]?.text ?? ""
    }

    /// Begins a race, and waits for its first moment.
    mutating func race() throws(Rejection) {
        try ask("race", ["countdown": 0])
        wait(1)
    }

    /// Takes a walker's steps, given as letters, ten a second.
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

    /// A shortest way to the exit.
    var path: String {
        MazePlan(rooms: venue.board(MazeGame.self)?.rooms ?? [:]).shortestPath ?? ""
    }

    // MARK: Parties

    /// Adds a party to the waiting list.
    ///
    /// - Returns: its id.
    mutating func add(
        _ name: String, _ arguments: [String: JSON] = [:], by principal: Principal = host
    ) throws(Rejection) -> String {
        let all = arguments.merging(["name": .string(name), "size": 2]) { $1 }
        return try ask("waitlist.add", all, by: principal)["party"]?.text ?? ""
    }

    // MARK: Documents

    func document() -> JSON? { document("maze/host") }

    /// The document of the hosts' view.
    var shown: JSON? { venue.document(of: "maze/host")?.json }
    var run: JSON? { shown?["run"] }
    var state: String? { run?["state"]?.text }
    var rooms: [String: JSON] { shown?["rooms"]?.members ?? [:] }
    var walkers: [String: JSON] { shown?["walkers"]?.members ?? [:] }

    func walker(_ id: String) -> JSON? { walkers[id] }

    // MARK: Watchers

    /// Starts watching a view, from the position of a copy or afresh.
    mutating func watch(
        _ view: String = "maze/display", by principal: Principal = screen,
        from copy: ViewCopy? = nil
    ) -> ClientID {
        clientCount += 1
        let id = ClientID(number: clientCount)
        watchers[id] = Watcher(copy: copy ?? ViewCopy(of: view))
        perform(venue.connect(id, as: principal, at: now))
        let since = copy?.position.map { position -> JSON in
            ["epoch": .string(position.epoch), "rev": JSON(position.rev)]
        }
        let message = JSON(present: [
            "type": "subscribe", "view": .string(view), "since": since,
        ])
        perform(venue.receive(message.canonical, from: id, at: now))
        watchers[id]?.heard = []
        return id
    }

    /// Breaks the watcher's connection.
    mutating func leave(_ id: ClientID) -> ViewCopy? {
        venue.disconnect(id, at: now)
        return watchers.removeValue(forKey: id)?.copy
    }

    /// Makes the watcher stop or resume reading.
    mutating func setSlow(_ id: ClientID, _ isSlow: Bool) {
        watchers[id]?.isSlow = isSlow
        perform(isSlow ? [] : venue.drained(id))
    }

    /// The messages that a watcher has received since the last call.
    mutating func heard(_ id: ClientID) -> [JSON] {
        defer { watchers[id]?.heard = [] }
        return watchers[id]?.heard ?? []
    }

    private mutating func perform(_ actions: [Action]) {
        var full: Set<ClientID> = []
        for action in actions {
            switch action {
            case .send(let id, let message): deliver(message.bytes, to: id)
            case .broadcast(let ids, let messages):
                for id in ids { for message in messages { deliver(message, to: id) } }
            case .drifted(_, let view, _): faults.append("\(view) has drifted")
            default: break
            }
        }
        for (id, watcher) in watchers where watcher.isSlow { full.insert(id) }
        _ = venue.settle(congested: full)
    }

    private mutating func deliver(_ bytes: [UInt8], to id: ClientID) {
        guard watchers[id] != nil, let message = try? JSON(parsing: bytes) else { return }
        watchers[id]?.heard.append(message)
        guard ["snapshot", "diff"].contains(message["type"]?.text) else { return }
        if watchers[id]?.copy.apply(message) != .applied {
            faults.append("a \(message["type"] ?? "") to \(message["rev"] ?? "") is not applied")
        }
    }
}
