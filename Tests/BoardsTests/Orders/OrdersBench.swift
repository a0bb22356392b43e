import BoardKit
import JSON
import OrdersBoard
import Sync
import TestBoards

/// It knows the board `orders` by the names of its contract only.
struct OrdersBench: VenueBench {
    private(set) var venue: Venue
    private(set) var log: [OrdersEntry] = []
    /// The time of the next request. Each request takes a second.
    var now: Instant

    /// Friday, 20 November 2026, 18:00 in UTC.
    static let start = Instant(milliseconds: 1_795_197_600_000)

    static let waiter = Principal(role: Role(rawValue: "waiter"), device: "d_waiter")
    static let cook = Principal(role: Role(rawValue: "kitchen"), device: "d_cook")

    static func guest(of tab: String) -> Principal {
        Principal(guestOf: Subject(board: "orders", id: tab))
    }

    init(at now: Instant = Self.start) {
        self.now = now
        venue = Self.emptyVenue("Europe/Rome", at: Self.start)
    }

    var events: [Event] { log.map(\.event) }
    var rev: Int { log.last?.event.rev ?? 0 }

    // MARK: Mutations

    @discardableResult
    mutating func ask(
        _ verb: String, _ arguments: [String: JSON] = [:], by principal: Principal = host,
        ifRev: Int? = nil
    ) throws(Rejection) -> JSON {
        let action = verb.contains(".") ? verb : "orders." + verb
        let mutation = Mutation(
            id: "m\(venue.decidedRev)", action: action, arguments: arguments, ifRev: ifRev)
        var actions = venue.mutate(
            mutation, of: ClientID(number: 1), by: principal, at: now)
        let count = log.count
        actions += write()
        now = now.adding(milliseconds: 1000)
        for case .send(_, .reject(_, let rejection)) in actions { throw rejection }
        for case .send(_, .ack(let ack)) in actions {
            let index = log.indices.suffix(from: count).first { log[$0].event.rev == ack.rev }
            if let index {
                log[index].action = action
                log[index].arguments = arguments
                log[index].result = ack.result ?? .null
            }
            return ack.result ?? .null
        }
        return .null
    }

    /// Takes back the last event.
    @discardableResult
    mutating func undo(by principal: Principal = host) throws(Rejection) -> JSON {
        try ask("undo", ["rev": JSON(rev)], by: principal)
    }

    /// Begins the next service day.
    mutating func beginDay() {
        while let due = venue.nextDue(), log.last?.event.kind != Event.dayBeganKind {
            now = max(now, due)
            _ = venue.tick(at: now)
            _ = write()
        }
        now = now.adding(milliseconds: 1000)
    }

    /// Advances the time and carries out what is due.
    mutating func wait(minutes: Int64) {
        now = now.adding(milliseconds: minutes * 60_000)
        _ = venue.tick(at: now)
        _ = write()
    }

    /// Makes the decided events durable.
    private mutating func write() -> [Action] {
        var actions: [Action] = []
        while let batch = venue.takeBatch() {
            log += batch.entries.map { OrdersEntry(event: $0.event) }
            actions += venue.show(batch, at: now)
        }
        return actions
    }

    // MARK: Other ways to the same state

    /// A new venue after the same events.
    func replayed() -> OrdersBench { replaying(events) }

    /// A new venue after these events.
    func replaying(_ events: [Event]) -> OrdersBench {
        var bench = self
        bench.venue = Self.emptyVenue("Europe/Rome", at: Self.start)
        bench.venue.replay { apply in for event in events { apply(event) } }
        bench.log = events.map { OrdersEntry(event: $0) }
        return bench
    }

    /// A venue opened from this one's saved state.
    func restored() throws -> OrdersBench {
        var bench = self
        bench.venue = Self.emptyVenue("Europe/Rome", at: Self.start)
        try bench.venue.restore(from: StateReader(venue.savedState()))
        return bench
    }
}
