import BoardKit
import JSON
import PlannerBoard
import Sync

/// It knows the board `planner` by the names of its contract only.
struct PlannerBench: VenueBench {
    private(set) var venue: Venue
    private(set) var events: [Event] = []
    /// The sealed secrets of the store, by name.
    private(set) var secrets: [String: String] = [:]
    /// The time of the next request. Each request takes a second.
    var now: Instant
    private let timeZone: String
    private let labels: LabelPrivacy

    /// Monday, 4 May 2026, 08:00 in UTC.
    static let start = Instant(milliseconds: 1_777_881_600_000)

    private static let watcher = ClientID(number: 7)

    init(
        timeZone: String = "Europe/Madrid", labels: LabelPrivacy = .full, at now: Instant = start
    ) {
        self.timeZone = timeZone
        self.labels = labels
        self.now = now
        venue = Self.emptyVenue(timeZone, labels, at: now)
    }

    var rev: Int { events.last?.rev ?? 0 }

    // MARK: Mutations

    @discardableResult
    mutating func ask(
        _ verb: String, _ arguments: [String: JSON] = [:], by principal: Principal = host,
        ifRev: Int? = nil
    ) throws(Rejection) -> JSON {
        let action = verb.contains(".") ? verb : "planner." + verb
        let mutation = Mutation(
            id: "m\(venue.decidedRev)", action: action, arguments: arguments, ifRev: ifRev)
        var actions = venue.mutate(mutation, of: ClientID(number: 1), by: principal, at: now)
        actions += write()
        now = now.adding(milliseconds: 1000)
        for case .send(_, .reject(_, let rejection)) in actions { throw rejection }
        for case .send(_, .ack(let ack)) in actions { return ack.result ?? .null }
        return .null
    }

    /// Takes back the last event.
    @discardableResult
    mutating func undo(
        _ rev: Int? = nil, by principal: Principal = owner
    ) throws(Rejection) -> JSON {
        try ask("undo", ["rev": JSON(rev ?? self.rev)], by: principal)
    }

    /// Reports a connector's result to the board.
    ///
    /// - Returns: the refusal, or `nil` if the report was accepted.
    @discardableResult
    mutating func report(
        _ id: String, _ result: ConnectorReport.Result, waitSeconds: Int? = nil
    ) -> Rejection? {
        let mutation = Mutation(
            id: "h\(venue.decidedRev)", action: "planner.report", arguments: [:],
            connector: ConnectorReport(id: id, result: result, waitSeconds: waitSeconds))
        var actions = venue.mutate(
            mutation, of: ClientID(number: 1), by: .hub, at: now, isFromHub: true)
        actions += write()
        now = now.adding(milliseconds: 1000)
        for case .send(_, .reject(_, let rejection)) in actions { return rejection }
        return nil
    }

    /// Begins the next service day.
    mutating func beginDay() {
        guard let due = venue.nextDue() else { return }
        now = max(now, due)
        _ = venue.tick(at: now)
        _ = write()
        now = now.adding(milliseconds: 1000)
    }

    /// Makes the decided events durable.
    private mutating func write() -> [Action] {
        var actions: [Action] = []
        while let batch = venue.takeBatch() {
            events += batch.entries.map(\.event)
            for change in batch.entries.flatMap(\.secrets) {
                secrets[change.name] = change.value.map { String(decoding: $0, as: UTF8.self) }
            }
            actions += venue.show(batch, at: now)
        }
        return actions
    }

    // MARK: Documents

    /// The kept document of a view that is watched or always exists, or `null`.
    func kept(_ view: String) -> JSON { venue.document(of: view)?.json ?? .null }

    /// The hash in a message with a document.
    static func hash(in message: [UInt8]?) -> String? {
        guard let message, let name = message.firstRange(of: Array(#""hash":""#.utf8)) else {
            return nil
        }
        return String(decoding: message[name.upperBound...].prefix(8), as: UTF8.self)
    }

    /// Watches these views, so their documents are updated row by row.
    mutating func watch(_ views: [String]) {
        _ = venue.connect(Self.watcher, as: Self.host, at: now)
        for view in views { _ = venue.subscribe(Self.watcher, to: view, at: now) }
    }

    /// The views that are watched.
    var watched: [String] { venue.subscriptions(of: Self.watcher).map(\.view) }

    // MARK: Other ways to the same state

    /// The same state without watchers, so every view is rebuilt.
    func deserted() -> PlannerBench {
        var bench = self
        bench.venue.disconnect(Self.watcher, at: now)
        // Due events are only decided here, and not shown before they are durable.
        _ = bench.venue.tick(at: now.adding(milliseconds: 3_600_000))
        return bench
    }

    /// A new venue after the same events.
    func replayed() -> PlannerBench {
        var bench = self
        bench.venue = Self.emptyVenue(timeZone, labels, at: venue.record.createdAt)
        bench.venue.replay { apply in for event in events { apply(event) } }
        return bench
    }

    /// A venue opened from this one's saved state.
    func restored() throws -> PlannerBench {
        var bench = self
        bench.venue = Self.emptyVenue(timeZone, labels, at: venue.record.createdAt)
        try bench.venue.restore(from: StateReader(venue.savedState()))
        return bench
    }
}
