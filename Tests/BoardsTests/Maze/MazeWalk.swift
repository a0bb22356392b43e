import JSON
import MazeExploring
import Mazes
import ScreenClient
import Sync
import TestBoards
import TestSupport

@testable import BoardKit
@testable import MazeBoard

/// A random evening with a maze: runs, races, walkers, parties that arrive and leave, settings,
/// passing time, and screens that read slowly or lose their connection.
struct MazeWalk {
    private(set) var bench: MazeBench
    private var generator: SeededGenerator
    /// The number of accepted requests of each kind.
    private(set) var accepted: [String: Int] = [:]
    private(set) var last = ""
    private var parties: [String] = []
    private(set) var screens: [ClientID] = []
    /// The copies of disconnected watchers.
    private var copies: [ViewCopy] = []
    /// The number of accepted steps of each walker since it left the start, and its position.
    private var steps: [String: (count: Int, x: Int, y: Int)] = [:]

    static let verbs = [
        "explore", "explore", "explore", "tell", "tell", "tell", "tell", "tell", "tell", "finish",
        "finish", "finish", "cancel", "retry", "retry", "late", "race", "race", "race", "race",
        "stop", "join", "join", "join", "step", "step", "step", "step", "step", "step", "step",
        "step", "run", "run", "leave", "replay", "configure", "add", "seat", "cancel party",
        "rename", "undo", "labels", "wait", "wait", "slow", "fast", "go", "come", "set clock",
    ]

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        bench = MazeBench(labels: LabelPrivacy.allCases[Int(seed % 4)])
        bench.board.failurePercent = seed.isMultiple(of: 2) ? 20 : 0
        for view in ["maze/display", "maze/display", "maze/host"] {
            screens.append(
                bench.watch(view, by: view == "maze/host" ? MazeBench.host : MazeBench.screen))
        }
    }

    /// Makes a random request, which may be refused.
    mutating func step() {
        last = pick(Self.verbs) ?? ""
        do {
            try act(last)
            accepted[last, default: 0] += 1
        } catch {}
        if chance(70) { bench.wait(number(0...120)) }
        forgetSteps()
    }

    private mutating func act(_ verb: String) throws {
        switch verb {
        case "explore": try explore()
        case "tell": if try bench.tellNews() == nil { throw Nothing() }
        case "finish":
            guard bench.job != nil else { throw Nothing() }
            try bench.finishExploring()
        case "late": try tellLate()
        case "race": try bench.ask("race", ["countdown": JSON(number(0...2))])
        case "join": try bench.join(walkers())
        case "step": try takeStep()
        case "run": for _ in 1...20 where chance(90) { try takeStep() }
        case "leave":
            let walker = pick(bench.walkers.keys.sorted()) ?? "w_1"
            try bench.ask("leave", ["walker": .string(walker)], by: asker(of: walker))
        case "replay": try replay()
        case "configure": try configure()
        case "add": parties.append(try bench.add("Ada Lovelace"))
        case "seat": try bench.ask("waitlist.seat", ["party": party()])
        case "cancel party": try bench.ask("waitlist.cancel", ["party": party()])
        case "rename":
            try bench.ask("waitlist.edit", ["party": party(), "name": .string(name())])
        case "undo":
            let rev = max(1, bench.venue.rev - number(0...4))
            try bench.ask("waitlist.undo", ["rev": JSON(rev)])
        case "labels":
            let labels = pick(LabelPrivacy.allCases) ?? .full
            try bench.ask(
                "house.configure", ["labels": .string(labels.rawValue)], by: MazeBench.owner)
        case "wait": bench.wait(seconds: pick([1, 11, 21, 61, 200]) ?? 1)
        case "slow", "fast", "go", "come": try disturb(verb)
        case "set clock":
            let milliseconds = pick([-3_600_000, -2_000, 60_000]) ?? 0
            bench.setClock(by: milliseconds)
        default: try bench.ask(verb)
        }
    }

    private struct Nothing: Error {}

    // MARK: Explorations

    private mutating func explore() throws {
        let code = "\(number(2...7))x\(number(2...7))-0000000\(number(0...9))"
        let (isTroubled, seed) = (chance(50), UInt64(number(0...1_000)))
        bench.board.missing = { server in
            guard isTroubled else { return [] }
            var generator = SeededGenerator(seed: seed)
            return Set((0..<49).filter { _ in Int.random(in: 0..<12, using: &generator) == 0 })
        }
        bench.board.isClosed = { _, place, other in isTroubled && (place * 31 + other) % 9 == 0 }
        var arguments: [String: JSON] = ["concurrency": JSON(number(1...20))]
        if chance(90) { arguments["maze"] = .string(code) } else { arguments["size"] = "small" }
        try bench.ask("explore", arguments)
    }

    /// Reports late news of an attempt or run that has ended.
    private mutating func tellLate() throws {
        guard let board = bench.venue.board(MazeGame.self), let run = board.run else {
            throw Nothing()
        }
        let progress = MazeExplorer(
            MazeJob(
                venue: "main", run: run.number, attempt: 1, isRetry: false,
                server: .foreign(address: "", allowsPrivate: false), concurrency: 1),
            at: MazeServer(MazeCode("2x2-00000000")!)
        ).exploration.progress
        let news = MazeNews(attempt: run.attempt - 1, rooms: [], progress: progress, isEnd: true)
        let report = ConnectorReport(id: run.name, result: .done(news))
        let before = bench.shown
        do {
            try bench.ask("report", by: .hub, connector: report)
            last = "late news were taken"
        } catch {
            if bench.shown != before { last = "late news have changed something" }
        }
    }

    private mutating func replay() throws {
        let count = bench.venue.board(MazeGame.self)?.lastRun ?? 0
        var arguments: [String: JSON] = ["speed": JSON(pick([1, 2, 4, 8]) ?? 1)]
        if chance(50) { arguments["run"] = .string("m_\(max(1, count - number(0...9)))") }
        try bench.ask("replay", arguments)
    }

    private mutating func configure() throws {
        let settings: [String: JSON] =
            chance(50)
            ? ["auto": .bool(chance(60))] : ["guests": .bool(chance(70)), "size": "small"]
        try bench.ask("configure", settings, by: MazeBench.owner)
    }

    // MARK: Walkers

    private mutating func walkers() -> Principal {
        chance(60)
            ? MazeBench.waiting(party().text ?? "")
            : pick([MazeBench.host, MazeBench.owner]) ?? MazeBench.host
    }

    /// Returns a principal that usually may move the walker.
    private mutating func asker(of walker: String) -> Principal {
        let holder = MazeWalkerID(walker).flatMap {
            bench.venue.board(MazeGame.self)?.walkers[$0]?.holder
        }
        guard let holder, chance(95) else { return walkers() }
        let candidates =
            [MazeBench.host, MazeBench.owner] + parties.map { MazeBench.waiting($0) }
        return candidates.first { $0.actor == holder } ?? MazeBench.host
    }

    private mutating func takeStep() throws {
        let walkers = bench.walkers
        guard let walker = pick(walkers.keys.sorted()) else { throw Nothing() }
        let (_, x, y) = steps[walker] ?? (0, 0, 0)
        let place = "\(x),\(y)"
        let open = bench.rooms[place]?.text?.lowercased().filter { "nesw".contains($0) } ?? ""
        let letter = chance(85) ? pick(open) : pick("nesw")
        let side = MazeBench.side(letter ?? "n")
        let before = walkers[walker]
        let result = try bench.ask(
            "step", ["walker": .string(walker), "to": .string(side)], by: asker(of: walker))
        let offsets = ["north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)]
        let offset = offsets[side] ?? (0, 0)
        steps[walker] = ((steps[walker]?.count ?? 0) + 1, x + offset.0, y + offset.1)
        if !open.contains(letter ?? "n") { last = "a step from \(place) through a wall" }
        if before?["place"] != nil { last = "a step of a walker at the exit" }
        if result != ["x": JSON(x + offset.0), "y": JSON(y + offset.1)] {
            last = "a step to \(result) from \(place)"
        }
        bench.wait(70)
    }

    /// Resets the steps of walkers that are back at the start.
    private mutating func forgetSteps() {
        let walkers = bench.walkers
        steps = steps.filter { walkers[$0.key].map { $0["steps"] != 0 } ?? false }
    }

    /// The faults of the walkers, compared with the accepted steps.
    var stepFaults: [String] {
        bench.walkers.compactMap { id, walker in
            let (count, x, y) = steps[id] ?? (0, 0, 0)
            let isThere =
                walker["steps"] == JSON(count) && walker["x"] == JSON(x) && walker["y"] == JSON(y)
            return isThere ? nil : "\(id) is \(walker) after \(count) steps to \(x),\(y)"
        }
    }

    private mutating func party() -> JSON { .string(pick(parties.suffix(5)) ?? "p_1") }

    private mutating func name() -> String {
        pick(["Bo", "Grace Hopper", "李 小龍", "Ana María"]) ?? ""
    }

    // MARK: Screens

    private mutating func disturb(_ verb: String) throws {
        if verb == "come" {
            guard let copy = copies.popLast() else { throw Nothing() }
            let isHost = copy.view == "maze/host"
            screens.append(
                bench.watch(
                    copy.view, by: isHost ? MazeBench.host : MazeBench.screen,
                    from: chance(80) ? copy : nil))
            return
        }
        guard let screen = pick(screens) else { throw Nothing() }
        if verb != "go" { return bench.setSlow(screen, verb == "slow") }
        screens.removeAll { $0 == screen }
        if let copy = bench.leave(screen) { copies.append(copy) }
    }

    /// Reconnects all watchers and lets them read everything.
    mutating func calmDown() {
        while !copies.isEmpty { try? disturb("come") }
        for screen in screens { bench.setSlow(screen, false) }
        bench.wait(60)
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        .random(in: range, using: &generator)
    }

    private mutating func chance(_ percent: Int) -> Bool { number(0...99) < percent }

    private mutating func pick<Elements: Collection>(_ elements: Elements) -> Elements.Element? {
        elements.randomElement(using: &generator)
    }
}
