package import BoardKit
package import JSON
import MazeExploring
import Mazes
package import Sync

extension MazeGame {
    package func decide(
        _ action: MazeAction, _ asked: inout Asked, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        switch action {
        case .report: return try decideReport(asked.mutation.connector)
        case .explore: return try decideExplore(&asked.arguments, at: asked.moment)
        case .race: return try decideRace(&asked)
        case .replay: return try decideReplay(&asked)
        case .join: return try decideJoin(asked, among: boards)
        case .step: return try decideStep(&asked)
        case .leave: return try decideLeave(&asked)
        case .cancel, .retry, .stop: break
        }
        try asked.checkArguments()
        let run = try currentRun()
        switch action {
        case .cancel:
            guard run.state == .exploring else { throw Rejection(.conflict, .isNotExploring) }
            return Self.decision(.cancelled, of: run.name, ["run": .string(run.name)])
        case .retry:
            try check(run, isOneOf: [.ready, .finished])
            guard run.figures.lostCount > 0 else { throw Rejection(.conflict, .nothingIsLost) }
            return Self.decision(.retried, of: run.name, ["run": .string(run.name)])
        default:
            guard run.state == .racing else { throw Rejection(.conflict, .isNotRacing) }
            return raceEnd(of: run)
        }
    }

    private func currentRun() throws(Rejection) -> MazeRun {
        guard let run else { throw Rejection(.conflict, .noMaze) }
        return run
    }

    private func check(
        _ run: MazeRun, isOneOf states: Set<MazeRun.State>
    ) throws(Rejection) {
        if states.contains(run.state) { return }
        switch run.state {
        case .exploring: throw Rejection(.conflict, .isExploring)
        case .racing: throw Rejection(.conflict, .isRacing)
        case .cancelled: throw Rejection(.conflict, .mazeWasCancelled)
        case .failed: throw Rejection(.conflict, .mazeFailed)
        case .ready, .finished: throw Rejection(.conflict, .isNotRacing)
        }
    }

    // MARK: The run

    private func decideExplore(
        _ arguments: inout Arguments, at moment: Moment
    ) throws(Rejection) -> Decision {
        let hasOthers = ["size", "maze", "conditions"].contains { arguments.hasValue($0) }
        let hasSize = arguments.hasValue("size")
        let size: MazeSize? = arguments.optional("size")
        var maze: MazeCodeText?
        if hasSize, arguments.hasValue("maze") {
            arguments.refuse("maze", .mazeWithSize)
        } else {
            maze = arguments.optional("maze")
        }
        let conditions: MazeConditionsText? = arguments.optional("conditions")
        let concurrency: MazeConcurrency? = arguments.optional("concurrency")
        var address: MazeAddressText?
        if hasOthers, arguments.hasValue("url") {
            arguments.refuse("url", .urlWithOthers)
        } else {
            address = arguments.optional("url")
            if let address, !allowedAddresses.contains(address.text) {
                arguments.add(.urlNotAllowed, at: "url")
            }
        }
        guard arguments.areGood else { throw arguments.rejection }
        if let run {
            try check(run, isOneOf: [.ready, .finished, .cancelled, .failed])
        }
        let code = maze?.code ?? newMaze(size ?? usualSize, at: moment)
        return started(
            address.map { .foreign(address: $0.text) }
                ?? .own(maze: code.description, conditions?.conditions),
            concurrency: concurrency?.value ?? MazeConcurrency.standard)
    }

    func started(_ source: MazeRun.Source, concurrency: Int) -> Decision {
        let name = MazeRun.name(of: lastRun + 1)
        var data: [String: JSON?] = ["run": .string(name), "concurrency": JSON(concurrency)]
        switch source {
        case .own(let maze, let conditions):
            data["maze"] = .string(maze)
            data["conditions"] = (conditions?.description).map(JSON.string)
        case .foreign(let address): data["url"] = .string(address)
        }
        return Self.decision(.started, of: name, data)
    }

    /// Returns an unpredictable maze. It is derived from the venue's key and the time, so a
    /// simulated evening always has the same mazes.
    func newMaze(_ size: MazeSize, at moment: Moment) -> MazeCode {
        let name = MazeRun.name(of: lastRun + 1)
        let secret = dependencies.ticket(Subject(board: Self.boardName, id: name))
        var seed = UInt64(bitPattern: moment.now.milliseconds)
        for byte in secret.utf8 { seed = (seed ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        var numbers = SplitMix64(seed: seed)
        return MazeCode(size, using: &numbers)
    }

    private func decideReport(_ report: ConnectorReport?) throws(Rejection) -> Decision {
        guard let run, run.state == .exploring, let report, report.id == run.name else {
            throw Rejection(.conflict, .isNotExploring)
        }
        switch report.result {
        case .done(let news as MazeNews) where news.attempt == run.attempt:
            if news.isEnd { return ended(run, MazeFigures(news.progress), maze: news.maze) }
            var data = MazeFigures(news.progress).members
            data["run"] = .string(run.name)
            data["rooms"] = .array(
                news.rooms.map { [.string($0.place.description), .string($0.room.text)] })
            return Self.decision(.found, of: run.name, data)
        case .failed:
            var figures = run.figures
            figures.noteUnreachable()
            return ended(run, figures, maze: nil)
        case .done, .same: throw Rejection(.conflict, .isNotExploring)
        }
    }

    private func ended(_ run: MazeRun, _ figures: MazeFigures, maze: MazeCode?) -> Decision {
        var data = figures.members
        data["run"] = .string(run.name)
        if run.maze == nil { data["maze"] = (maze?.description).map(JSON.string) }
        let state = rooms.isEmpty ? MazeRun.State.failed : .ready
        data["state"] = .string(state.rawValue)
        return Self.decision(.ended, of: run.name, data)
    }

    private func decideRace(_ asked: inout Asked) throws(Rejection) -> Decision {
        let countdown: MazeCountdown? = asked.arguments.optional("countdown")
        try asked.checkArguments()
        let run = try currentRun()
        try check(run, isOneOf: [.ready, .finished])
        guard hasExit else { throw Rejection(.conflict, .noExit) }
        return raceStart(
            of: run, inSeconds: countdown?.value ?? MazeCountdown.standard, at: asked.moment)
    }

    func raceStart(of run: MazeRun, inSeconds seconds: Int, at moment: Moment) -> Decision {
        let raceAt = moment.now.adding(milliseconds: Int64(seconds) * 1_000)
        return Self.decision(
            .raceStarted, of: run.name, ["raceAt": .string(raceAt.description)])
    }

    func raceEnd(of run: MazeRun) -> Decision {
        Self.decision(
            .raceEnded, of: run.name,
            ["path": MazePlan(rooms: rooms).shortestPath.map(JSON.string)])
    }

    private func decideReplay(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID? = asked.arguments.optional("run")
        let speed: MazeReplaySpeed? = asked.arguments.optional("speed")
        try asked.checkArguments()
        if let named, !records.contains(where: { $0.run == named.text }) {
            throw Rejection(.notFound, .noMazeRun)
        }
        let run = try currentRun()
        try check(run, isOneOf: [.ready, .finished, .cancelled])
        return Self.decision(
            .replayed, of: named?.text ?? run.name,
            ["speed": JSON(speed?.value ?? MazeReplaySpeed.standard)])
    }

    /// Returns the new run, maze or walker, or the place that a walker has reached.
    package func result(of event: Event) -> JSON? {
        switch MazeEvent(rawValue: event.kind) {
        case .started: JSON(present: ["run": event.data["run"], "maze": event.data["maze"]])
        case .joined: ["walker": .string(event.subject)]
        case .stepped: JSON(present: ["x": event.data["x"], "y": event.data["y"]])
        default: nil
        }
    }
}

/// The random number generator SplitMix64 (Steele, Lea and Flood, 2014). A seed gives the same
/// numbers on every machine and with every version of the standard library.
struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// Returns a number from 0 up to, but not including, `limit`, or 0 if `limit` is 0 or less.
    mutating func next(below limit: Int) -> Int {
        guard limit > 1 else { return 0 }
        return Int(next().multipliedFullWidth(by: UInt64(limit)).high)
    }
}
