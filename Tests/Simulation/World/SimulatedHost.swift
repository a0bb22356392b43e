import Delivery
import JSON
public import Sync

/// Drives the venue like the server: passes it messages, the time and the disk's outcomes, and
/// carries out its actions. Subclasses can make it faulty by overriding its open methods.
open class SimulatedHost {
    /// The alteration of an outgoing message.
    public enum Alteration {
        case none
        case lost
        case replaced([UInt8])
    }

    public unowned let world: Simulation
    public var venue: Venue
    private(set) var lines: [ClientID: Line] = [:]
    /// The requests without a connection that wait for one answer.
    private var waiting: [ClientID: (Frame) -> Void] = [:]
    private var followers: [Int: EventReader] = [:]
    private var lastNumber: UInt64 = 0
    /// Whether the hub has ended. Its scheduled work is then dropped.
    private(set) var isOver = false
    private var shownMemoryEventCount = 0
    private var clockDue: Instant?
    private var clockCount = 0
    private var madeCount = 0

    public required init(venue: Venue, world: Simulation) {
        self.venue = venue
        self.world = world
    }

    private var courier: SimulatedCourier?

    func begin() {
        perform(venue.tick(at: world.clock.now))
        courier = world.seams.courier.init(host: self)
        courier?.begin()
    }

    func end() {
        isOver = true
        for (id, line) in lines.sorted(by: { $0.key.number < $1.key.number }) {
            line.cut()
            venue.disconnect(id, at: world.clock.now)
        }
        lines = [:]
        for follower in followers.values { follower.cut() }
        followers = [:]
        courier = nil
    }

    func later(_ milliseconds: Int, _ body: @escaping (SimulatedHost) -> Void) {
        world.timeline.schedule(after: milliseconds, lane: 0) { [weak self] in
            guard let self, !isOver else { return }
            body(self)
        }
    }

    /// Whether no trace of any client is left.
    var isDeserted: Bool { venue.isDeserted }

    var connectedCount: Int { lines.count }

    func read(_ view: String, as role: Role) -> [UInt8]? {
        read(view, by: Principal(role: role, device: "d_0"))
    }

    func read(
        _ view: String, _ parameters: [(name: String, value: String)] = [],
        by principal: Principal
    ) -> [UInt8]? {
        try? venue.read(view, parameters, by: principal).snapshot
    }

    // MARK: Clients

    func nextClientID() -> ClientID {
        lastNumber += 1
        return ClientID(number: lastNumber)
    }

    func connect(_ line: Line, as principal: Principal) {
        lines[line.id] = line
        perform(venue.connect(line.id, as: principal, at: world.clock.now))
    }

    func disconnect(_ id: ClientID) {
        guard lines.removeValue(forKey: id) != nil else { return }
        venue.disconnect(id, at: world.clock.now)
        courier?.updateWatchedBoards()
    }

    func receive(_ message: [UInt8], from id: ClientID) {
        guard lines[id] != nil else { return }
        perform(venue.receive(message, from: id, at: world.clock.now))
    }

    open func drained(_ id: ClientID) { perform(venue.drained(id)) }

    /// Carries out a mutation by a request instead of a connection.
    func mutate(
        _ mutation: Mutation, by principal: Principal, answered: @escaping (Frame) -> Void
    ) {
        let id = nextClientID()
        waiting[id] = answered
        perform(venue.mutate(mutation, of: id, by: principal, at: world.clock.now))
    }

    /// Sends the hub's own report about an effect or a connector.
    func tell(_ mutation: Mutation, _ done: @escaping (ReportAnswer) -> Void) {
        let id = nextClientID()
        waiting[id] = { frame in
            let isTaken = frame.type != "reject"
            let isPassing = frame.message["code"]?.text == RejectCode.unavailable.rawValue
            done(isTaken ? .taken : isPassing ? .unavailable : .refused)
        }
        let now = world.clock.now
        perform(venue.mutate(mutation, of: id, by: .hub, at: now, isFromHub: true))
    }

    /// Wakes a connector, because it has new work.
    func wake(_ connector: String) { courier?.wake(connector) }

    // MARK: Journal

    open func flush() {
        guard let batch = venue.takeBatch() else { return }
        world.disk.append(batch) { [weak self] outcome in
            guard let self, !isOver else { return }
            written(batch, outcome)
        }
    }

    open func written(_ batch: JournalBatch, _ outcome: SimulatedDisk.Outcome) {
        guard venue.isCurrent(batch) else { return }
        if outcome == .kept {
            while let actions = venue.journaled(batch) { perform(actions) }
            courier?.durable(batch)
            return
        }
        let isUncertain = outcome == .unknown
        if venue.defersFailure(of: batch, isUncertain: isUncertain) { return }
        perform(isUncertain ? venue.journalUncertain(batch) : venue.journalFailed(batch))
    }

    private func settle(_ batch: JournalBatch) {
        world.disk.settle(batch) { [weak self] isKept in
            guard let self, !isOver else { return }
            guard let isKept else { return later(1_000) { $0.settle(batch) } }
            let failedLater = venue.settled()
            written(batch, isKept ? .kept : .refused)
            for failed in failedLater {
                written(failed.batch, failed.isUncertain ? .unknown : .refused)
            }
        }
    }

    /// Answers an inquiry after the journal was read.
    private func answer(_ inquiry: Inquiry) {
        later(inquiry.mutationID.utf8.count % 7) { host in
            let answer = inquiry.recalls ? host.world.recall(inquiry.mutationID) : .success(nil)
            host.perform(host.venue.answered(inquiry, answer, at: host.world.clock.now))
        }
    }

    /// Makes a view as of now, which arrives later.
    private func finish(_ view: MadeView) {
        madeCount += 1
        later(madeCount % 7) { host in
            host.perform(host.venue.made(view, at: host.world.clock.now))
        }
    }

    // MARK: Events

    func follow(_ reader: EventReader, lane: Int) { followers[lane] = reader }

    func unfollow(lane: Int) { followers[lane] = nil }

    // MARK: Actions

    open func alteration(of message: [UInt8], to role: Role) -> Alteration { .none }

    open func perform(_ actions: [Action]) {
        var congested: Set<ClientID> = []
        for action in actions {
            switch action {
            case .send(let id, let message):
                if let frame = frame(message.bytes) { deliver([frame], to: id, &congested) }
            case .broadcast(let ids, let messages):
                let frames = messages.compactMap(frame)
                for id in ids { deliver(frames, to: id, &congested) }
            case .write: later(0) { $0.flush() }
            case .settle(let batch): settle(batch)
            case .inquire(let inquiry): answer(inquiry)
            case .make(let make): finish(make())
            case .published(let event, _, _):
                world.expectDurable(event.rev, "an event")
                for lane in followers.keys.sorted() { followers[lane]?.published(event) }
            case .rejected: break
            case .drifted(_, let view, let rev):
                world.judge.report("a client's copy of \(view) has drifted at \(rev)")
            case .close(let id, _, _): lines[id]?.close()
            // Sign-ins are not simulated.
            case .signedOut: break
            }
        }
        courier?.updateWatchedBoards()
        if venue.memoryEventCount != shownMemoryEventCount {
            shownMemoryEventCount = venue.memoryEventCount
            courier?.updateConnectors()
        }
        setClock(for: endTurn(congested))
    }

    open func endTurn(_ congested: Set<ClientID>) -> Instant? {
        venue.endTurn(congested: congested)
    }

    private func frame(_ bytes: [UInt8]) -> Frame? {
        let frame = Frame(bytes)
        world.expectDurable(frame)
        return frame
    }

    private func deliver(_ frames: [Frame], to id: ClientID, _ congested: inout Set<ClientID>) {
        if let answered = waiting.removeValue(forKey: id) { return frames.forEach(answered) }
        guard let line = lines[id] else { return }
        for frame in frames {
            switch alteration(of: frame.bytes, to: line.role) {
            case .none: line.send(frame)
            case .lost: break
            case .replaced(let bytes): line.send(Frame(bytes))
            }
        }
        if line.isCongested { congested.insert(id) }
    }

    // MARK: Clock

    private func setClock(for due: Instant?) {
        guard due != clockDue else { return }
        clockDue = due
        clockCount += 1
        guard let due else { return }
        let count = clockCount
        let wait = Venue.tickWaitMilliseconds(until: due, at: world.clock.now)
        later(Int(wait)) { host in
            guard count == host.clockCount else { return }
            host.clockDue = nil
            host.perform(host.venue.tick(at: host.world.clock.now))
        }
    }
}
