import BoardKit
import Client
import JSON
import ShippedBoards
import Sync

/// The board that a bench drives, and the house in which it is tested.
protocol BenchedBoard {
    static var name: String { get }
    static var timeZone: String { get }
    static var labels: LabelPrivacy { get }
    static var start: Instant { get }
    /// The time between two requests.
    static var requestMilliseconds: Int64 { get }
    /// Whether due events are carried out after each request, without a call of `wait`.
    static var isPunctual: Bool { get }
    /// The principal who undoes events.
    static var undoer: Principal { get }

    init()
}

extension BenchedBoard {
    static var timeZone: String { "Europe/Rome" }
    static var labels: LabelPrivacy { .full }
    /// Friday, 20 November 2026, 18:00 in UTC.
    static var start: Instant { Instant(milliseconds: 1_795_197_600_000) }
    static var requestMilliseconds: Int64 { 1_000 }
    static var isPunctual: Bool { false }
    static var undoer: Principal { Principal(role: .host, device: "d_host") }
}

/// Plays the hub for a venue with all boards. Mutations go in; answers, events and documents come
/// out. It knows boards only by the names of their contracts.
struct VenueBench<Board: BenchedBoard> {
    struct Request {
        var action: String
        var arguments: [String: JSON]
        var result: JSON
    }

    var venue: Venue
    private(set) var events: [Event] = []
    /// The requests that led to events, by revision.
    private(set) var requests: [Int: Request] = [:]
    private(set) var requestCount = 0
    /// The effects to carry out outside the hub.
    private(set) var effects: [Effect] = []
    /// The sealed secrets of the store, by name.
    private(set) var secrets: [String: String] = [:]
    /// The contents stored beside the events, by digest.
    private var contents: [String: ReferenceContent] = [:]
    private(set) var heard: [Action] = []
    var watchers: [ClientID: Watcher] = [:]
    var watcherCount: UInt64 = 1
    /// Messages that a watcher's copy could not apply.
    var faults: [String] = []
    var now: Instant
    var requestMilliseconds = Board.requestMilliseconds
    /// The additional state of this board's bench.
    var board = Board()
    private let startID: String

    static var start: Instant { Board.start }
    static var owner: Principal { Principal(role: .owner, device: "d_owner") }
    static var host: Principal { Principal(role: .host, device: "d_host") }
    static var screen: Principal { Principal(role: .display, device: "d_screen") }
    static var engineer: Principal { Principal(role: .engineer, device: "d_engineer") }

    /// Returns a guest with a ticket of the board.
    static func guest(of id: String) -> Principal {
        Principal(guestOf: Subject(board: Board.name, id: id))
    }

    /// Returns a guest who waits for a table.
    static func waiting(_ party: String) -> Principal {
        Principal(guestOf: Subject(board: "waitlist", id: party))
    }

    init(
        timeZone: String = Board.timeZone, labels: LabelPrivacy = Board.labels,
        startID: String = "start", at now: Instant = Board.start
    ) {
        self.now = now
        self.startID = startID
        venue = .empty(
            .ofTests(timeZone: timeZone, labels: labels, createdAt: now), startID: startID)
    }

    var rev: Int { events.last?.rev ?? 0 }

    // MARK: Mutations

    /// Asks for an action, given by its verb, or by its full name for another board.
    ///
    /// - Returns: The `result` of the answer, or `null` if it has none.
    @discardableResult
    mutating func ask(
        _ verb: String, _ arguments: [String: JSON] = [:], by principal: Principal = host,
        ifRev: Int? = nil, id: String? = nil, content: ReferenceContent? = nil,
        effect: EffectReport? = nil, connector: ConnectorReport? = nil
    ) throws(Rejection) -> JSON {
        try acked(
            verb, arguments, by: principal, ifRev: ifRev, id: id, content: content, effect: effect,
            connector: connector)?.result ?? .null
    }

    /// Asks for an action and returns the whole acknowledgement.
    @discardableResult
    mutating func acked(
        _ verb: String, _ arguments: [String: JSON] = [:], by principal: Principal = host,
        ifRev: Int? = nil, id: String? = nil, content: ReferenceContent? = nil,
        effect: EffectReport? = nil, connector: ConnectorReport? = nil
    ) throws(Rejection) -> ServerMessage.Ack? {
        requestCount += 1
        let mutation = Mutation(
            id: id ?? "m\(requestCount)",
            action: verb.contains(".") ? verb : "\(Board.name).\(verb)", arguments: arguments,
            ifRev: ifRev, effect: effect, connector: connector, reference: content)
        heard = venue.mutate(
            mutation, of: ClientID(number: 1), by: principal, at: now,
            isFromHub: principal == .hub)
        heard += write()
        let answers = heard
        deliver(answers)
        now = now.adding(milliseconds: requestMilliseconds)
        if Board.isPunctual { wait(0) }
        for case .send(_, .reject(_, let rejection)) in answers { throw rejection }
        for case .send(_, .ack(let ack)) in answers {
            requests[ack.rev] = Request(
                action: mutation.action, arguments: arguments, result: ack.result ?? .null)
            return ack
        }
        return nil
    }

    /// Undoes an event, by default the last one.
    @discardableResult
    mutating func undo(
        _ rev: Int? = nil, by principal: Principal = Board.undoer
    ) throws(Rejection) -> JSON {
        try ask("undo", ["rev": JSON(rev ?? self.rev)], by: principal)
    }

    private mutating func write() -> [Action] {
        var actions: [Action] = []
        while let batch = venue.takeBatch() {
            for entry in batch.entries {
                events.append(entry.event)
                effects += entry.effects
                for change in entry.secrets {
                    secrets[change.name] = change.value.map { String(decoding: $0, as: UTF8.self) }
                }
                if let content = entry.reference?.content { contents[content.digest] = content }
            }
            actions += venue.show(batch, at: now)
        }
        return actions
    }

    // MARK: Time

    /// Advances the time and carries out all due events.
    mutating func wait(_ milliseconds: Int) {
        let end = now.adding(milliseconds: Int64(milliseconds))
        while let due = venue.nextDue(), due <= end {
            now = max(now, due)
            tick()
        }
        now = end
    }

    mutating func wait(seconds: Int) { wait(seconds * 1_000) }
    mutating func wait(minutes: Int) { wait(seconds: minutes * 60) }
    mutating func wait(hours: Int) { wait(minutes: hours * 60) }

    mutating func setClock(by milliseconds: Int) {
        now = now.adding(milliseconds: Int64(milliseconds))
        tick()
    }

    mutating func beginDay() {
        repeat {
            guard let due = venue.nextDue() else { return }
            now = max(now, due)
            tick()
        } while events.last?.kind != Event.dayBeganKind
        now = now.adding(milliseconds: 1_000)
    }

    private mutating func tick() { deliver(venue.tick(at: now) + write()) }

    // MARK: Other ways to the same state

    /// Returns a new venue after the same events.
    func replayed() -> VenueBench { replaying(events) }

    /// Returns a new venue after these events.
    func replaying(_ events: [Event]) -> VenueBench {
        var bench = self
        bench.venue = .empty(venue.record, startID: startID)
        bench.venue.replay { apply in for event in events { apply(event) } }
        bench.events = events
        bench.supplyReferences()
        return bench
    }

    /// Returns a venue opened from this one's saved state.
    func restored() throws -> VenueBench {
        var bench = self
        bench.venue = .empty(venue.record, startID: startID)
        try bench.venue.restore(from: StateReader(venue.savedState()))
        bench.supplyReferences()
        return bench
    }

    /// Supplies contents as if from a disk, without reading one.
    private mutating func supplyReferences() {
        _ = venue.supplyReferences { [contents] digest, _ in
            contents[digest].map { ReferenceContent($0.bytes, digest: digest) }
        }
    }
}

extension VenueRecord {
    static func ofTests(
        slug: String = "main", timeZone: String = "Europe/Rome", labels: LabelPrivacy = .full,
        createdAt: Instant = Instant(milliseconds: 1_795_197_600_000)
    ) -> VenueRecord {
        VenueRecord(
            slug: slug, epoch: "k3f9", name: "Da Ada", timeZone: timeZone,
            settings: VenueProfile.initial(labels: labels), createdAt: createdAt, ticketKey: [])
    }
}

extension Venue {
    /// Returns a venue without events.
    static func empty(
        _ record: VenueRecord = .ofTests(), boards: BoardRegistry = .shipped,
        recorded: [String: RecordedMutation] = [:], startID: String = "",
        limits: VenueLimits = .standard
    ) -> Venue {
        Venue(
            record: record, boards: boards.boards(for: record, dependencies: .everyone),
            dependencies: VenueDependencies(
                recall: { recorded[$0] }, digest: { $0 }, startID: startID),
            limits: limits)
    }

    /// Subscribes a client to a view and makes the view at once.
    mutating func subscribe(_ client: ClientID, to view: String, at now: Instant) -> [Action] {
        let message: JSON = ["type": "subscribe", "view": .string(view)]
        return carryOut(receive(message.canonical, from: client, at: now), at: now)
    }

    /// Shows the events of a batch, and rebuilds views at once where needed.
    mutating func show(_ batch: JournalBatch, at now: Instant) -> [Action] {
        var actions: [Action] = []
        while let more = journaled(batch) { actions += carryOut(more, at: now) }
        return actions
    }

    private mutating func carryOut(_ actions: [Action], at now: Instant) -> [Action] {
        actions.flatMap { action in
            if case .make(let make) = action {
                carryOut(made(make(), at: now), at: now)
            } else {
                [action]
            }
        }
    }
}

extension BoardDependencies {
    /// Dependencies in which every device exists as a display, and every screen shows 482913.
    static let everyone = BoardDependencies(
        ticket: { "ticket of \($0.id)" },
        role: { (device) throws(Rejection) in device == "d_none" ? nil : .display },
        isWaiting: { $0 == "482913" }, linkSecret: { "secret of \($0)" },
        linkPath: { "/in/\($0)" },
        content: { ReferenceContent($0, digest: "digest of \($0.hashValue)", reading: $1) })
}
