import Boards
import JSON
public import Sync

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
    private var laneCount = 0
    private var isCalm = false

    /// What was accepted, to be asked for again.
    private(set) var accepted: [Ask] = []
    /// The parties whose guests know of it.
    private(set) var parties: [String] = []
    /// Of the names, numbers and notes that were given.
    var lastNumber = 0

    /// - Parameter seams: with which parts the house is built.
    public init(seed: UInt64, seams: Seams = Seams()) {
        self.seed = seed
        self.seams = seams
        chances = Chances(seed: seed)
        record = VenueRecord(
            slug: "main", epoch: "e\(seed)", name: "Trattoria", timeZone: "Europe/Rome",
            labels: chances.labels, createdAt: SimulatedClock.start, ticketKey: [1])
        clock = SimulatedClock(timeline: timeline)
        truth = Truth(Self.waitlist(record), Notices(), Self.house(record), judge: judge)
        disk = seams.disk.init(
            in: SimulatedDisk.Surroundings(
                epoch: record.epoch, seed: seed, flushMilliseconds: chances.flushMilliseconds,
                timeline: timeline, judge: judge, truth: truth))
    }

    private static func waitlist(_ record: VenueRecord) -> Waitlist {
        Waitlist(venue: record) { party in
            Marker(.ticket, Int(party.dropFirst(2), radix: 36) ?? 0).text
        }
    }

    /// Whatever device is named is there, until it is signed out.
    private static func house(_ record: VenueRecord) -> House {
        House(
            venue: record,
            doors: HouseDoors(
                role: { (_) throws(Rejection) in .display }, isWaiting: { _ in true },
                linkSecret: { Marker(.ticket, Int($0.dropFirst(2), radix: 36) ?? 0).text },
                linkPath: { $0 }))
    }

    /// Plays the evening.
    public func run() -> Outcome {
        open()
        arrangeTrouble()
        let roles: [(Role, Int)] = [
            (.owner, 1), (.host, chances.hostCount), (.display, chances.displayCount),
            (.engineer, chances.engineerCount),
        ]
        for (role, count) in roles { for _ in 0..<count { welcome(role) } }
        for role in [Role.engineer, .owner] {
            let reader = EventReader(role, lane: nextLane(), world: self)
            readers.append(reader)
            reader.begin()
        }
        timeline.schedule(after: chances.evening, lane: 0) { [unowned self] in close() }
        while judge.violation == nil, !isCalm, timeline.step() {}
        if judge.violation == nil { lookBack() }
        let outcome = Outcome(
            seed: seed, violation: judge.violation.map { "after \(timeline.now) ms: \($0)" },
            revisionCount: truth.rev, messageCount: judge.messageCount,
            restartCount: restartCount, fingerprint: judge.fingerprint)
        // The hub and its lines know each other: nobody else lets go of them.
        host?.end()
        timeline.clear()
        return outcome
    }

    // MARK: Those who come

    private func nextLane() -> Int {
        laneCount += 1
        return laneCount
    }

    private func welcome(_ role: Role, party: String? = nil) {
        let lane = nextLane()
        let principal = Principal(role: role, device: party ?? "d_\(lane)", party: party)
        let client = SimulatedClient(principal, lane: lane, world: self)
        clients.append(client)
        client.begin()
    }

    /// A mutation was accepted; when it has brought a party, its guest may look on.
    func accept(_ ask: Ask, party: String?) {
        accepted.append(ask)
        guard ask.action == "waitlist.add", let party, !parties.contains(party) else { return }
        parties.append(party)
        let guestCount = clients.count { $0.principal.role == .guest }
        if guestCount < chances.guestCountMax, !isClosing { welcome(.guest, party: party) }
    }

    // MARK: The hub

    private func open() {
        guard let entries = disk.open() else {
            return timeline.schedule(after: 2_000, lane: 0) { [unowned self] in open() }
        }
        // Unsafe by declaration only: the whole evening is one thread's.
        nonisolated(unsafe) let disk = disk
        let (recall, count) = (seams.recall, restartCount)
        let doors = VenueDoors(
            recall: { recall(try disk.recall($0), count) },
            // Nobody can find a second text for the text itself.
            digest: { $0 })
        var venue = Venue(
            record: record,
            boards: seams.boards([Self.waitlist(record), Notices(), Self.house(record)]),
            doors: doors, limits: chances.limits)
        venue.replay { apply in for entry in entries { apply(entry.event) } }
        let host = seams.host.init(venue: venue, world: self)
        self.host = host
        host.begin()
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
    private static let closingMilliseconds = 600_000

    private func close() {
        isClosing = true
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
        timeline.schedule(after: 250, lane: 0) { [unowned self] in waitForCalm(until: deadline) }
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
        if host.connectedCount != clients.count { return "there are lines to nobody" }
        if let reader = readers.first(where: { $0.heard != truth.rev }) {
            return "a reader has heard \(reader.heard) of \(truth.rev) events"
        }
        return nil
    }

    /// All is calm: everything is looked at once more, then again in a hub that was just started.
    private func lookBack() {
        for client in clients { client.expectAll() }
        for (id, answer) in judge.acked {
            judge.expect(
                truth.revs[id] == answer.rev, "\(id) was answered \(answer.rev) and is not there")
        }
        let before = expectViews()
        host?.end()
        judge.expect(host?.isDeserted ?? false, "the hub keeps something of those who are gone")
        disk.crash()
        open()
        if host?.isOver ?? true { open() }
        let after = expectViews()
        judge.expect(before == after, "the views are not the same after a restart")
    }

    /// What everybody who asks for a view now is told, compared with what has to be.
    private func expectViews() -> [[UInt8]] {
        guard let host else { return [] }
        var snapshots: [[UInt8]] = []
        for view in ["waitlist/display", "waitlist/host", "notice/display"] {
            for role in [Role.owner, .engineer] {
                let form = Truth.Form(
                    view: view, isMasked: role == .engineer && view == "waitlist/host")
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
