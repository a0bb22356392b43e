import JSON
import ScreenClient
import Sync
import TestBoards

/// A screen, a tablet or a phone: watches views, sends mutations, loses its line and reconnects.
final class SimulatedClient {
    unowned let world: Simulation
    let principal: Principal
    let lane: Int
    var dice: Dice
    /// The reading speed; `nil` while the client reads nothing.
    private(set) var bytesPerMillisecond: Int? = 200

    var line: Line?
    var watches: [String: Watch] = [:]
    /// The number of outstanding `subscribed` messages for each view on this line. Messages before
    /// the last one belong to a replaced subscription, and are dropped.
    var subscribedDue: [String: Int] = [:]
    var unanswered: [Ask] = []
    /// The ids of all of its mutations.
    var ownIDs: Set<String> = []
    /// The ids that it used for something else before.
    var reused: Set<String> = []
    var badMessageCount = 0
    /// Whether it has left a folding view on this line.
    var hasLeftFolded = false
    /// The views that do not exist, or no longer exist.
    var refusedViews: Set<String> = []
    /// The tabs that the client watches.
    var tabs: [String] = []
    /// The friends for whom it answers in a round.
    var friends: [(id: String, key: String)] = []
    /// The last revision of an answer to a new mutation on this line.
    var lastAckRev = 0
    /// The last such revision of boards in memory, by board.
    var lastMemoryAckRevs: [Substring: Int] = [:]
    /// The client's figures in the maze.
    var walkers: [String] = []
    var askCount = 0

    init(_ principal: Principal, lane: Int, world: Simulation) {
        self.world = world
        self.principal = principal
        self.lane = lane
        dice = Dice(seed: world.seed, lane: lane)
    }

    /// The views that a client with this role watches.
    var views: [String] { ownViews + ordersViews + plannerViews + nearbyViews + mazeViews }

    private var ownViews: [String] {
        let ofTheRoom = ["waitlist/display", "notice/display", TrailBoard.view, EmberBoard.view]
        let ofTheHouse =
            ofTheRoom + [
                "waitlist/host", "house/settings", TastingBoard.hostView,
                TastingBoard.programmeView,
            ]
        let ofTheDoor =
            ofTheHouse + [
                "trail/one?dot=a", "trail/one?dot=b", "tasting/some?state=open",
                "tasting/some?state=gone", "tasting/settings", TastingBoard.displayView,
            ]
        switch principal.role {
        case .owner: return ofTheDoor + ["house/effects"]
        case .host: return ofTheDoor
        case .engineer: return ofTheHouse
        case .guest: return [ownView, "notice/display"].compactMap(\.self)
        default: return ofTheRoom + [TastingBoard.displayView]
        }
    }

    /// The view of a guest's own item.
    var ownView: String? {
        principal.subject.map { $0.board == "nearby" ? "nearby/round" : "\($0.board)/guest" }
    }

    func later(_ milliseconds: Int, _ body: @escaping (SimulatedClient) -> Void) {
        world.timeline.schedule(after: milliseconds, lane: lane) { body(self) }
    }

    /// Whether everything that the client expects has arrived.
    var isQuiet: Bool {
        guard let line else { return false }
        return line.isQuiet && unanswered.isEmpty && watches.values.allSatisfy(\.isLive)
    }

    func begin() {
        for view in views { watches[view] = Watch(of: view) }
        connect()
        later(dice.number(0...world.chances.pauseMilliseconds)) { $0.act() }
    }

    // MARK: The line

    func connect() {
        guard line == nil else { return }
        guard let host = world.host else {
            return later(dice.number(500...2_500)) { $0.connect() }
        }
        let line = Line(self, host: host)
        self.line = line
        lastAckRev = 0
        lastMemoryAckRevs = [:]
        badMessageCount = 0
        hasLeftFolded = false
        host.connect(line, as: principal)
        for view in watches.keys.sorted() { subscribe(to: view, resumes: !dice.chance(10)) }
        for ask in unanswered { line.sendUp(ask.message) }
    }

    func subscribe(to view: String, resumes: Bool) {
        guard let line, let request = watches[view]?.request(resumes: resumes) else { return }
        subscribedDue[view, default: 0] += 1
        line.sendUp(request.canonical)
    }

    /// Handles the loss of the line.
    func lost(_ line: Line) {
        guard line === self.line else { return }
        leaveLine()
        later(dice.number(0...3_000)) { $0.connect() }
    }

    private func leaveLine() {
        line = nil
        reused = []
        subscribedDue = [:]
        for view in watches.keys { watches[view]?.isLive = false }
    }

    // MARK: Actions

    private func act() {
        guard !world.isClosing else { return read() }
        defer { later(dice.number(1...2 * world.chances.pauseMilliseconds)) { $0.act() } }
        guard let line else { return }
        let chances = world.chances
        if dice.chance(chances.cutPercent) { return loseLine(line) }
        if dice.chance(chances.stopPercent) { return stopReading() }
        switch dice.number(0...99) {
        case 0..<6: line.sendUp(ping)
        case 6..<10:
            guard let view = dice.pick(watches.keys.sorted()) else { return }
            subscribe(to: view, resumes: dice.chance(70))
        case 10..<12: changeWatches(line)
        case 12..<13:
            badMessageCount += 1
            line.sendUp(dice.pick([Array("{".utf8), Array(#"{"type":"?"}"#.utf8)]) ?? [])
        case 13..<16: line.sendUp(Self.message("subscribe", view: "no/such"))
        default: askSomething()
        }
    }

    private var ping: [UInt8] { Array(#"{"type":"ping","n":1}"#.utf8) }

    static func message(_ type: String, view: String) -> [UInt8] {
        JSON.object(["type": .string(type), "view": .string(view)]).canonical
    }

    private func changeWatches(_ line: Line) {
        guard let view = dice.pick(views), !refusedViews.contains(view) else { return }
        if watches.removeValue(forKey: view) != nil {
            if isFolded(view) { hasLeftFolded = true }
            line.sendUp(Self.message("unsubscribe", view: view))
        } else {
            watches[view] = Watch(of: view)
            subscribe(to: view, resumes: false)
        }
    }

    private func loseLine(_ line: Line) {
        line.cut()
        guard dice.chance(30) else { return }
        // Reconnects at once: until the hub notices, it has two lines of this client.
        leaveLine()
        connect()
    }

    private func stopReading() {
        bytesPerMillisecond = dice.chance(50) ? nil : 1
        later(dice.number(500...40_000)) { $0.read() }
    }

    /// Resumes reading at full speed.
    func read() {
        bytesPerMillisecond = 200
        line?.pump()
    }
}
