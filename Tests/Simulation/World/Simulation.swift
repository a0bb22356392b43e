import BoardKit
import JSON
import MemoryStorage
import ShippedBoards
public import Sync
import TestBoards
import WaitlistBoard

/// A whole hub on an evening made from one seed: its venue with the real boards, its clients, their
/// lines, its disk and its clock, in one thread and without real time.
///
/// The hub's code is the server's. Around it, everything fails that can: lines break while messages
/// are in transit, clients repeat requests and read slowly or not at all, the disk is full, loses
/// what it was writing in a power failure, and wears; the clock is set. Every message is checked
/// against the promises, and everything again after the evening has become calm.
public final class Simulation {
    /// The outcome of an evening.
    public struct Outcome: Sendable, Equatable {
        public var seed: UInt64
        /// The broken promise, and when; `nil` if all were kept.
        public var violation: String?
        public var revisionCount: Int
        public var messageCount: Int
        public var restartCount: Int
        /// A fingerprint of all received messages and their times.
        public var fingerprint: UInt64
        /// The number of the orders board's events that the account has followed.
        public var comparedCount: Int
        /// The number of the planner's events.
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
    /// The running hub; `nil` during a power failure.
    private(set) var host: SimulatedHost?
    private(set) var clients: [SimulatedClient] = []
    private(set) var readers: [EventReader] = []
    private(set) var restartCount = 0
    /// Whether the evening is over: no more faults occur, and pending work ends.
    private(set) var isClosing = false
    /// The roles that may use an action.
    private let askers: [String: Set<Role>]
    private var laneCount = 0
    private var isCalm = false

    private(set) lazy var outside = Outside(world: self)
    /// The orders board's people, on evenings with orders.
    private(set) var service: SimulatedService?
    /// The planner's people, on the same evenings.
    private(set) var book: SimulatedBook?
    /// Whether people walk in the maze: on every third of the same evenings, so that they take many
    /// steps.
    var hasMaze: Bool { service != nil && seed.isMultiple(of: 3) }
    /// The epochs of the board in memory, one for each start of the hub.
    private var memoryEpochs: Set<String> = []

    /// The accepted mutations, for repetition.
    private(set) var accepted: [Ask] = []
    /// The parties whose guests know of it.
    private(set) var parties: [String] = []
    /// The sign-ups whose guests know of them.
    private(set) var signups: [String] = []
    /// The rounds whose guests know of them.
    private var rounds: Set<String> = []
    /// The last number of a name and its markers.
    var lastNumber = 0

    /// - Parameters:
    ///  - hasService: whether the evening has orders and reservations. It changes the rest of the
    ///    evening, too.
    ///  - seams: the parts of the house that are replaced.
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

    /// Treats every named device as existing until it is signed out.
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
        // The hub and its lines retain each other until this call.
        host?.end()
        timeline.clear()
        return outcome
    }

    func permits(_ action: String, by role: Role) -> Bool {
        askers[action]?.contains(role) ?? false
    }

    // MARK: Arrivals

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

    /// Notes an accepted mutation. If it made a party, a sign-up or a tab, its guest may connect.
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
            // The text itself serves as a digest without collisions.
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

    /// Checks that no data in memory has survived the hub's restart.
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

    /// Returns the hub's views of boards in memory.
    private func memory(of host: SimulatedHost) -> [String: Frame] {
        var frames: [String: Frame] = [:]
        for view in [EmberBoard.view, "maze/display", "maze/host"] {
            frames[view] = host.read(view, as: .owner).map(Frame.init)
        }
        return frames
    }

    /// Returns the journal's answer to a mutation's id.
    func recall(_ mutationID: String) -> InquiryAnswer {
        InquiryAnswer { seams.recall(try disk.recall(mutationID), restartCount) }
    }

    /// Writes a batch, ignoring its outcome.
    public func keep(_ batch: JournalBatch) { disk.append(batch) { _ in } }

    /// Simulates a power failure and the restart.
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

    /// The time within which everything has to become calm.
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
        // Waiting for a machine that is away for an hour needs fewer checks.
        let isLate = deadline - timeline.now < Self.closingMilliseconds - 60_000
        timeline.schedule(after: isLate ? 5_000 : 250, lane: 0) { [unowned self] in
            waitForCalm(until: deadline)
        }
    }

    /// The first thing that is not settled yet; `nil` when every queue is empty.
    private var restlessness: String? {
        guard let host else { return "there is no hub" }
        if !disk.isIdle { return "the disk is writing" }
        if !host.venue.isIdle { return "the venue has something pending" }
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

    /// Checks everything once more after all is calm, and again after a restart of the hub.
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

    /// Returns the current snapshots of all views, after comparing them with the truth.
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
