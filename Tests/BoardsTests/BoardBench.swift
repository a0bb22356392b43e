import JSON
import Sync

/// Plays the hub for one board: turns its decisions into events, and its changes into documents.
struct BoardBench<B: Board> {
    let empty: B
    private(set) var board: B
    private(set) var events: [Event] = []
    private(set) var documents: [String: JSON]
    /// The last revision that changed each document.
    private(set) var documentRevs: [String: Int] = [:]
    /// Reported changes that change nothing. Tests expect none.
    private(set) var needlessChanges: [RowChange] = []
    var now: Instant

    init(_ board: B, at now: Instant = Instant(milliseconds: 1_795_197_600_000)) {
        empty = board
        self.board = board
        self.now = now
        documents = board.emptyDocuments.mapValues(\.json)
    }

    var rev: Int { events.last?.rev ?? 0 }

    static var host: Principal { Principal(role: .host, device: "d_1") }

    /// Carries out a request, one second after the previous one.
    @discardableResult
    mutating func ask(
        _ action: String, _ arguments: [String: JSON] = [:], by principal: Principal = host,
        ifRev: Int? = nil
    ) throws(Rejection) -> Event {
        let decision = try decide(action, arguments, by: principal, ifRev: ifRev)
        return carryOut(decision, actor: principal.actor)
    }

    func decide(
        _ action: String, _ arguments: [String: JSON] = [:], by principal: Principal = host,
        ifRev: Int? = nil
    ) throws(Rejection) -> Decision {
        let mutation = Mutation(id: "m", action: action, arguments: arguments, ifRev: ifRev)
        return try board.decide(
            mutation, by: principal, at: Moment(now: now, rev: rev + 1), among: BoardStates())
    }

    /// Returns the reason for a refusal, or `nil` if the request would be accepted.
    func refusal(
        _ action: String, _ arguments: [String: JSON] = [:], by principal: Principal = host,
        ifRev: Int? = nil
    ) -> Rejection? {
        do throws(Rejection) {
            _ = try decide(action, arguments, by: principal, ifRev: ifRev)
            return nil
        } catch {
            return error
        }
    }

    @discardableResult
    mutating func carryOut(_ decision: Decision, actor: Actor = "host:d_1") -> Event {
        let event = Event(
            rev: rev + 1, at: now, board: board.name, kind: decision.kind,
            subject: decision.subject, data: decision.data, actor: actor, mutationID: nil)
        apply(event)
        now = now.adding(milliseconds: 1000)
        return event
    }

    mutating func apply(_ event: Event) {
        events.append(event)
        for change in board.observe(event) {
            var members = documents[change.view]?.members ?? [:]
            var rows = members[change.member]?.members ?? [:]
            let value = change.value
            guard let row = change.row, value != rows[row] else {
                needlessChanges.append(change)
                continue
            }
            rows[row] = value
            members[change.member] = .object(rows)
            documents[change.view] = .object(members)
            documentRevs[change.view] = event.rev
        }
    }

    /// Turns everything that is due into events.
    mutating func tick() {
        while let decision = board.decideDue(at: Moment(now: now, rev: rev + 1)) {
            carryOut(decision, actor: .clock)
        }
    }

    /// Returns a new board after the same events.
    func replayed() -> BoardBench {
        var bench = BoardBench(empty, at: now)
        for event in events { bench.apply(event) }
        return bench
    }
}
