import BoardKit
import JSON
import NearbyBoard
import Sync

/// It knows the board `nearby` by the names of its contract only.
struct NearbyBench: VenueBench {
    private(set) var venue: Venue
    private(set) var events: [Event] = []
    /// Contents stored beside the events, by digest.
    private var contents: [String: ReferenceContent] = [:]
    /// The effects to carry out outside the hub.
    private(set) var effects: [Effect] = []
    /// The actions that resulted from the last request.
    private(set) var heard: [Action] = []
    /// The time of the next request. Each request takes a second.
    var now: Instant

    /// Friday, 20 November 2026, 18:00 in UTC.
    static let start = Instant(milliseconds: 1_795_197_600_000)

    static func guest(of round: String) -> Principal {
        Principal(guestOf: Subject(board: "nearby", id: round))
    }

    init(at now: Instant = Self.start) {
        self.now = now
        venue = Self.emptyVenue("America/New_York", at: Self.start)
    }

    var rev: Int { events.last?.rev ?? 0 }

    // MARK: Mutations

    mutating func ask(
        _ verb: String, _ arguments: [String: JSON], by principal: Principal, ifRev: Int?
    ) throws(Rejection) -> JSON {
        try ask(verb, arguments, by: principal, ifRev: ifRev, content: nil)
    }

    @discardableResult
    mutating func ask(
        _ verb: String, _ arguments: [String: JSON] = [:], by principal: Principal = host,
        ifRev: Int? = nil, content: ReferenceContent? = nil, effect: EffectReport? = nil
    ) throws(Rejection) -> JSON {
        let action = verb.contains(".") ? verb : "nearby." + verb
        let mutation = Mutation(
            id: "m\(venue.decidedRev)", action: action, arguments: arguments, ifRev: ifRev,
            effect: effect, reference: content)
        var actions = venue.mutate(
            mutation, of: ClientID(number: 1), by: principal, at: now,
            isFromHub: principal == .hub)
        actions += write()
        heard = actions
        now = now.adding(milliseconds: 1000)
        for case .send(_, .reject(_, let rejection)) in actions { throw rejection }
        for case .send(_, .ack(let ack)) in actions { return ack.result ?? .null }
        return .null
    }

    /// Undoes an event, by default the last one.
    @discardableResult
    mutating func undo(_ rev: Int? = nil) throws(Rejection) -> JSON {
        try ask("undo", ["rev": JSON(rev ?? self.rev)])
    }

    /// Advances the time.
    mutating func wait(hours: Int) {
        now = now.adding(milliseconds: Int64(hours) * 3_600_000)
        _ = venue.tick(at: now)
        _ = write()
    }

    /// Makes the decided events durable.
    private mutating func write() -> [Action] {
        var actions: [Action] = []
        while let batch = venue.takeBatch() {
            for entry in batch.entries {
                events.append(entry.event)
                effects += entry.effects
                if let content = entry.reference?.content { contents[content.digest] = content }
            }
            actions += venue.show(batch, at: now)
        }
        return actions
    }

    // MARK: Documents

    /// The documents of all views of the board and of these rounds' guests.
    func everything(rounds: [String] = []) -> [String: JSON] {
        var documents: [String: JSON] = [:]
        for view in ["nearby/host", "nearby/display", "nearby/settings"] {
            documents[view] = document(view, by: Self.owner)
        }
        for round in rounds {
            documents[round] = document("nearby/round", by: Self.guest(of: round))
        }
        return documents
    }

    func favourite(_ id: String) -> JSON? { document("nearby/host")?["favourites"]?[id] }
    func round(_ id: String) -> JSON? { document("nearby/host")?["rounds"]?[id] }

    // MARK: Other ways to the same state

    /// A new venue after the same events.
    func replayed() -> NearbyBench {
        var bench = self
        bench.venue = Self.emptyVenue("America/New_York", at: Self.start)
        bench.venue.replay { apply in for event in events { apply(event) } }
        bench.supplyReferences()
        return bench
    }

    /// A venue opened from this one's saved state.
    func restored() throws -> NearbyBench {
        var bench = self
        bench.venue = Self.emptyVenue("America/New_York", at: Self.start)
        try bench.venue.restore(from: StateReader(venue.savedState()))
        bench.supplyReferences()
        return bench
    }

    /// Supplies contents as if from a disk, without reading them.
    private mutating func supplyReferences() {
        _ = venue.supplyReferences { [contents] digest, _ in
            contents[digest].map { ReferenceContent($0.bytes, digest: digest) }
        }
    }
}

extension NearbyBench {
    /// The number of errors about a view that its watcher gets during an action.
    mutating func endings(
        of view: String, by principal: Principal,
        while act: (inout NearbyBench) throws -> Void
    ) throws -> Int {
        let watcher = ClientID(number: 7)
        _ = venue.connect(watcher, as: principal, at: now)
        _ = venue.subscribe(watcher, to: view, at: now)
        try act(&self)
        return heard.count { action in
            guard case .send(let id, .error(_, _, let ended, _)) = action else { return false }
            return id == watcher && ended == view
        }
    }
}
