import BoardKit
import JSON
import MemoryStorage
import ShippedBoards
public import Sync
import TestBoards
import WaitlistBoard

/// A whole hub on an evening that is made up from one number: its venue with the real boards, those
/// who use it, their lines, its disk and its clock, in one thread and without real time.
///
/// The hub's code is the one that the server runs. Around it everything goes wrong that can: lines
/// break in the middle of a message's way, clients ask twice and read slowly or not at all, the disk
/// is full, forgets what it was writing when the power goes out, and wears; the clock is set. What
/// must hold all the same is looked at with every message, and once more when all is calm again.
public final class Simulation {
    /// How an evening went.
    public struct Outcome: Sendable, Equatable {
        public var seed: UInt64
        /// What happened that must not, and when; `nil` when all was well.
        public var violation: String?
        public var revisionCount: Int
        public var messageCount: Int
        public var restartCount: Int
        /// Of all that anybody heard, and when.
        public var fingerprint: UInt64
        /// How many events of the service at the tables a second account has followed.
        public var comparedCount: Int
        /// How many events the planner has had.
        public var plannedCount: Int
    }

    public let seed: UInt64
    public let record: VenueRecord
    let chances: Chances
    let seams: Seams
    let timeline = Timeline()
    let clock: SimulatedClock
    let judge = Judge()
    let truth: Truth
    let disk: SimulatedDisk
    /// `nil` while the power is out.
    private(set) var host: SimulatedHost?
    private(set) var clients: [SimulatedClient] = []
    private(set) var readers: [EventReader] = []
    private(set) var restartCount = 0
    /// The evening is over: nothing goes wrong any more, and what is under way comes to its end.
    private(set) var isClosing = false
    /// The roles that may ask for an action.
    private let askers: [String: Set<Role>]
    private var laneCount = 0
    private var isCalm = false

    private(set) lazy var outside = Outside(world: self)
    /// What the orders board's people do, on evenings on which there is something to eat.
    private(set) var service: SimulatedService?
    /// What is planned and reserved, on the same evenings.
    private(set) var book: SimulatedBook?
    /// Whether people walk in the maze: on every third of the same evenings, so that they take many steps.
    var hasMaze: Bool { service != nil && seed.isMultiple(of: 3) }
    /// Of the board in memory, one for each start of the hub.
    private var memoryEpochs: Set<String> = []

    /// What was accepted, to be asked for again.
    private(set) var accepted: [Ask] = []
    /// The parties whose guests know of it.
    private(set) var parties: [String] = []
    /// The sign-ups whose guests know of them.
    private(set) var signups: [String] = []
    /// The rounds whose guests know of them.
    private var rounds: Set<String> = []
    /// Of the names, numbers and notes that were given.
    var lastNumber = 0

    /// - Parameters:
    ///   - hasService: whether tables are served and reserved. The rest of the evening is another one then.
    ///   - seams: with which parts the house is built.
    public init(seed: UInt64, hasService: Bool = false, seams: Seams = Seams()) {
        self.seed = seed
        self.seams = seams
        chances = Chances(seed: seed)
        record = VenueRecord(
            slug: "main", epoch: "e\(seed)", name: "Trattoria", timeZone: "Europe/Rome",
            settings: VenueProfile.initial(labels: chances.labels),
            createdAt: SimulatedClock.start, ticketKey: [1])
        clock = SimulatedClock(timeline: timeline)
        let boards = Self.boards(record)
        askers = Dictionary(
            boards.flatMap(\.declaration.actions).map { ($0.name, $0.roles) },
            uniquingKeysWith: { first, _ in first })
        truth = Truth(boards, of: record, judge: judge)
        disk = seams.disk.init(
            in: SimulatedDisk.Surroundings(
                venue: record.slug, epoch: record.epoch, seed: seed,
                flushMilliseconds: chances.flushMilliseconds,
                timeline: timeline, judge: judge, truth: truth))
        disk.uncertainPercent = chances.uncertainPercent
        if hasService {
            service = SimulatedService(world: self)
            book = SimulatedBook(world: self)
        }
    }

    /// Whatever device is named is there, until it is signed out.
    static func boards(_ record: VenueRecord) -> [any Board] {
        let secret = { @Sendable (id: String) in
            Marker(.ticket, Int(id.dropFirst(2), radix: 36) ?? 0).text
        }
        let shipped = BoardRegistry.shipped.boards(
            for: record,
            dependencies: BoardDependencies(
                ticket: { secret($0.id) }, role: { (_) throws(Rejection) in .display },
                isWaiting: { _ in true }, linkSecret: secret, linkPath: { $0 },
                content: { ReferenceContent($0, digest: "\($0.count)", reading: $1) }))
        let tasting = TastingBoard { secret($0.id) }
        return shipped + [TrailBoard(), EmberBoard(), tasting]
    }

    /// Plays the evening.
    public func run() -> Outcome {
        service?.begin()
        open()
        arrangeTrouble()
        let roles: [(Role, Int)] = [
            (.owner, 1), (.host, chances.hostCount), (.display, chances.displayCount),
            (.engineer, chances.engineerCount), (TastingBoard.sommelier, chances.sommelierCount),
        ]
        for (role, count) in roles { for _ in 0..<count { welcome(role) } }
        for role in [Role.engineer, .owner] {
            let reader = EventReader(role, lane: nextLane(), world: self)
            readers.append(reader)
            reader.begin()
        }
        if service != nil {
            for _ in 0..<2 {
                welcome(SimulatedService.waiter)
                welcome(SimulatedService.cook)
            }
        }
        timeline.schedule(after: chances.evening, lane: 0) { [unowned self] in close() }
        while judge.violation == nil, !isCalm, timeline.step() {}
        if judge.violation == nil { lookBack() }
        let outcome = Outcome(
            seed: seed, violation: judge.violation.map { "after \(timeline.now) ms: \($0)" },
            revisionCount: truth.rev, messageCount: judge.messageCount,
            restartCount: restartCount, fingerprint: judge.fingerprint,
            comparedCount: service?.comparedCount ?? 0,
            plannedCount: truth.events.count { $0.board == "planner" })
        // The hub and its lines know each other: nobody else lets go of them.
        host?.end()
        timeline.clear()
        return outcome
    }

    func permits(_ action: String, by role: Role) -> Bool {
        askers[action]?.contains(role) ?? false
    }

    // MARK: Those who come

    private func nextLane() -> Int {
        laneCount += 1
        return laneCount
    }

    private func welcome(_ role: Role, subject: Subject? = nil) {
        let lane = nextLane()
        let principal =
            subject.map { Principal(guestOf: $0) } ?? Principal(role: role, device: "d_\(lane)")
        let client = SimulatedClient(principal, lane: lane, world: self)
        clients.append(client)
        client.begin()
    }

    /// A mutation was accepted; when it has brought a party, a sign-up or a tab, its guest may look
    /// on.
    func accept(_ ask: Ask, _ result: JSON?) {
        accepted.append(ask)
        switch ask.action {
        case "waitlist.add":
            guard let party = result?["party"]?.text, !parties.contains(party) else { return }
            parties.append(party)
            welcome(.party(party))
        case "tasting.join":
            guard let signup = result?["signup"]?.text, !signups.contains(signup) else { return }
            signups.append(signup)
            welcome(Subject(board: "tasting", id: signup))
        case "nearby.open":
            guard let round = result?["round"]?.text, rounds.insert(round).inserted else { return }
            welcome(Subject(board: "nearby", id: round))
        default:
            if let tab = service?.opened(by: ask, result) {
                welcome(Subject(board: "orders", id: tab))
            }
        }
    }

    private func welcome(_ subject: Subject) {
        let guestCount = clients.count { $0.principal.role == .guest }
        if guestCount < chances.guestCountMax, !isClosing { welcome(.guest, subject: subject) }
    }

    // MARK: The hub

    private func open() {
        guard let entries = disk.open() else {
            return timeline.schedule(after: 2_000, lane: 0) { [unowned self] in open() }
        }
        let dependencies = VenueDependencies(
            recall: nil,
            // Nobody can find a second text for the text itself.
            digest: { $0 }, startID: "start \(restartCount) of \(seed)")
        var venue = Venue(
            record: record,
            boards: seams.boards(Self.boards(record)),
            dependencies: dependencies, limits: chances.limits)
        venue.replay { apply in for entry in entries { apply(entry.event) } }
        let host = seams.host.init(venue: venue, world: self)
        self.host = host
        expectNewMemory(host)
        host.begin()
    }

    /// Of what was in memory nothing has outlived the hub.
    private func expectNewMemory(_ host: SimulatedHost) {
        let memory = memory(of: host)
        guard let embers = memory[EmberBoard.view], let maze = memory["maze/host"] else {
            return judge.report("what is in memory can't be read")
        }
        let epoch = embers.message["epoch"]?.text ?? ""
        judge.expect(
            memoryEpochs.insert(epoch).inserted && epoch != record.epoch,
            "the epoch of what is in memory is \(epoch) again")
        judge.expect(
            embers.message["doc"]?["embers"] == [:], "embers have outlived the hub")
        judge.expect(
            maze.message["doc"] == ["rooms": [:], "walkers": [:]], "a maze has outlived the hub")
    }

    /// What the hub shows of boards in memory, by view.
    private func memory(of host: SimulatedHost) -> [String: Frame] {
        var frames: [String: Frame] = [:]
        for view in [EmberBoard.view, "maze/display", "maze/host"] {
            frames[view] = host.read(view, as: .owner).map(Frame.init)
        }
        return frames
    }

    /// What the journal has under a mutation's id.
    func recall(_ mutationID: String) -> InquiryAnswer {
        InquiryAnswer { seams.recall(try disk.recall(mutationID), restartCount) }
    }

    /// Has a batch written whose fate nobody wants to know.
    public func keep(_ batch: JournalBatch) { disk.append(batch) { _ in } }

    /// The power goes out, and comes back.
    private func crash() {
        guard host != nil, !isClosing else { return }
        host?.end()
        host = nil
        restartCount += 1
        disk.crash()
        outside.forgetAttempts()
        timeline.schedule(after: 1_000, lane: 0) { [unowned self] in open() }
    }

    // MARK: Trouble

    private func arrangeTrouble() {
        for at in chances.crashes { trouble(at: at) { $0.crash() } }
        for (at, length) in chances.fullTimes {
            trouble(at: at) { $0.disk.isFull = true }
            trouble(at: at + length) { $0.disk.isFull = false }
        }
        for (at, length) in chances.unreadableTimes {
            trouble(at: at) { $0.disk.isUnreadable = true }
            trouble(at: at + length) { $0.disk.isUnreadable = false }
        }
        for at in chances.flips { trouble(at: at) { $0.disk.age() } }
        for (at, milliseconds) in chances.settings {
            trouble(at: at) { $0.clock.set(by: milliseconds) }
        }
    }

    private func trouble(at milliseconds: Int, _ body: @escaping (Simulation) -> Void) {
        timeline.schedule(after: milliseconds, lane: 0) { [unowned self] in
            if !isClosing { body(self) }
        }
    }

    // MARK: The end

    /// How long it may take until all is calm.
    private static let closingMilliseconds = 7_200_000

    private func close() {
        isClosing = true
        disk.uncertainPercent = 0
        disk.isFull = false
        disk.isUnreadable = false
        for client in clients { client.read() }
        waitForCalm(until: timeline.now + Self.closingMilliseconds)
    }

    private func waitForCalm(until deadline: Int) {
        let restlessness = restlessness
        if restlessness == nil {
            isCalm = true
            return
        }
        guard timeline.now < deadline else {
            return judge.report("it does not become calm: \(restlessness ?? "")")
        }
        // What waits for a machine that is away for an hour need not be asked every moment.
        let isLate = deadline - timeline.now < Self.closingMilliseconds - 60_000
        timeline.schedule(after: isLate ? 5_000 : 250, lane: 0) { [unowned self] in
            waitForCalm(until: deadline)
        }
    }

    /// What is not settled yet; `nil` when every queue is empty.
    private var restlessness: String? {
        guard let host else { return "there is no hub" }
        if !disk.isIdle { return "the disk is writing" }
        if !host.venue.isSettled { return "the venue has something pending" }
        if host.venue.rev != truth.rev {
            return "the hub shows \(host.venue.rev) of \(truth.rev) revisions"
        }
        if let client = clients.first(where: { !$0.isQuiet }) {
            return
                "\(client.name) waits: \(client.unanswered.map(\.id)) \(client.watches.filter { !$0.value.isLive }.keys)"
        }
        if let key = disk.effects.anyWaiting { return "\(key) waits" }
        if truth.followsProgramme, truth.programmeText != outside.programme {
            return "the programme is \(truth.programmeText ?? "stale"), not \(outside.programme)"
        }
        if truth.followsProgramme, let (openCount, announced) = truth.announcement,
            openCount != announced || openCount != outside.announced
        {
            return "\(announced ?? -1) of \(openCount) sign-ups are announced"
        }
        if host.venue.connectors["maze"]?.isEmpty == false { return "a maze is being explored" }
        if host.connectedCount != clients.count { return "there are lines to nobody" }
        if let reader = readers.first(where: { $0.heard != truth.rev }) {
            return "a reader has heard \(reader.heard) of \(truth.rev) events"
        }
        return nil
    }

    /// All is calm: everything is looked at once more, then again in a hub that was just started.
    private func lookBack() {
        let memory = host.map(memory) ?? [:]
        for client in clients { client.expectAll(memory: memory) }
        expectSound(memory["maze/host"]?.message["doc"], memory["maze/display"]?.message["doc"])
        for (id, answer) in judge.acked {
            judge.expect(
                truth.revs[id] == answer.rev, "\(id) was answered \(answer.rev) and is not there")
        }
        outside.expectAllCarriedOut()
        service?.expectAll()
        book?.catchUp(after: 0)
        let rounds = truth.version(truth.form(of: "nearby/host", for: .host), at: truth.rev)
        for fault in NearbyInvariants.faults(in: rounds?.document) { judge.report(fault) }
        let before = expectViews()
        host?.end()
        judge.expect(host?.isDeserted ?? false, "the hub keeps something of those who are gone")
        restartCount += 1
        disk.crash()
        outside.forgetAttempts()
        open()
        if host?.isOver ?? true { open() }
        let after = expectViews()
        judge.expect(before == after, "the views are not the same after a restart")
    }

    private func expectSound(_ maze: JSON?, _ shown: JSON?) {
        for fault in MazeInvariants.faults(in: maze) { judge.report(fault) }
        var members = maze?.members ?? [:]
        var run = members["run"]?.members
        run?["concurrency"] = nil
        members["run"] = run.map(JSON.object)
        judge.expect(shown == .object(members), "screens see another maze than hosts")
    }

    /// What everybody who asks for a view now is told, compared with what has to be.
    private func expectViews() -> [[UInt8]] {
        guard let host else { return [] }
        service?.expectViews(of: host)
        book?.expectViews(of: host)
        var snapshots: [[UInt8]] = []
        for view in [
            "waitlist/display", "waitlist/host", "notice/display", "house/effects", TrailBoard.view,
            TastingBoard.hostView, TastingBoard.programmeView, "orders/menu", "orders/host",
            "orders/display", "planner/calendars", "planner/display", "nearby/host",
            "nearby/display",
        ] {
            for role in [Role.owner, .engineer] {
                if role == .engineer, view == "house/effects" { continue }
                let form = truth.form(of: view, for: role)
                guard let bytes = host.read(view, as: role) else {
                    judge.report("\(view) can't be read")
                    continue
                }
                let frame = Frame(bytes)
                let version = truth.version(form, at: truth.rev)
                judge.expect(
                    frame.rev == version?.rev && frame.message["doc"] == version?.document
                        && frame.message["hash"]?.text == truth.hash(form, at: truth.rev),
                    "\(view) is not what the journal makes of it")
                snapshots.append(bytes)
            }
        }
        return snapshots
    }
}
