import BoardKit
import JSON
import PlannerBoard
import Sync

/// It knows the board `planner` by the names of its contract only.
struct PlannerBench: VenueBench {
    private(set) var venue: Venue
    private(set) var events: [Event] = []
    /// What the store keeps sealed, by name.
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

    /// The hub tells the board what came of a connector.
    ///
    /// - Returns: why it does not count; `nil` if it does.
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

    /// The next service day begins.
    mutating func beginDay() {
        guard let due = venue.nextDue() else { return }
        now = max(now, due)
        _ = venue.tick(at: now)
        _ = write()
        now = now.adding(milliseconds: 1000)
    }

    /// What was decided becomes durable.
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

    /// The document of a view that is kept, because it is watched or always exists; `null` if it is
    /// not.
    func kept(_ view: String) -> JSON { venue.document(of: view)?.json ?? .null }

    /// The hash that stands in a message with a document.
    static func hash(in message: [UInt8]?) -> String? {
        guard let message, let name = message.firstRange(of: Array(#""hash":""#.utf8)) else {
            return nil
        }
        return String(decoding: message[name.upperBound...].prefix(8), as: UTF8.self)
    }

    /// From now on somebody watches these views: their documents are kept up to date row by row.
    mutating func watch(_ views: [String]) {
        _ = venue.connect(Self.watcher, as: Self.host, at: now)
        for view in views { _ = venue.subscribe(Self.watcher, to: view, at: now) }
    }

    /// The views that are watched.
    var watched: [String] { venue.subscriptions(of: Self.watcher).map(\.view) }

    // MARK: Other ways to the same state

    /// The same state with nobody who watches, so that every view is made anew.
    func deserted() -> PlannerBench {
        var bench = self
        bench.venue.disconnect(Self.watcher, at: now)
        // What time brings about by then is decided only. It is not shown before it is durable.
        _ = bench.venue.tick(at: now.adding(milliseconds: 3_600_000))
        return bench
    }

    /// The same events carried out by a venue that has just been made.
    func replayed() -> PlannerBench {
        var bench = self
        bench.venue = Self.emptyVenue(timeZone, labels, at: venue.record.createdAt)
        bench.venue.replay { apply in for event in events { apply(event) } }
        return bench
    }

    /// A venue that was opened by what this one saves.
    func restored() throws -> PlannerBench {
        var bench = self
        bench.venue = Self.emptyVenue(timeZone, labels, at: venue.record.createdAt)
        try bench.venue.restore(from: StateReader(venue.savedState()))
        return bench
    }
}
