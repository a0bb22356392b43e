import BoardKit
import CalendarMerging
import ICalendar
import JSON
import Sync

/// What an event changes about accounts and links.
struct SyncChange: Sendable {
    /// `nil` for those that are gone.
    var accounts: [AccountID: PlannerAccount?] = [:]
    /// The links that are made, and with `nil` those that end.
    var links: [CalendarID: CalendarLink?] = [:]
    /// How links are since then.
    var health: [CalendarID: LinkHealth] = [:]
    /// A calendar of which somebody wants news now.
    var asked: CalendarID?
    var exchange: ExchangeChange?
}

/// Whether a remote can be reached.
struct LinkHealth: Sendable, Equatable {
    var staleSince: Instant?
    var waitsUntil: Instant?
    var problem: CalendarLink.Problem?

    init(staleSince: Instant?, waitsUntil: Instant? = nil, problem: CalendarLink.Problem?) {
        self.staleSince = staleSince
        self.waitsUntil = waitsUntil
        self.problem = problem
    }

}

extension LinkHealth: FieldState {
    static let blank = LinkHealth(staleSince: nil, problem: nil)

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields("staleSince", &staleSince, old.staleSince)
        try fields("waitsUntil", &waitsUntil, old.waitsUntil)
        try fields("problem", &problem, old.problem)
    }
}

/// What came of reading a remote, or of writing to it.
struct ExchangeChange: Sendable {
    /// Where the remote is to be read from, after it was read to its end.
    enum Progress: Sendable, Equatable {
        /// It was not read.
        case none
        /// It was read, and not to its end.
        case begun
        /// From here on.
        case token(String?)
        /// From where it was read before: something could not be taken over.
        case again
    }

    var calendar: CalendarID
    /// What the remote says of events now; `nil` if it has none any more.
    var copies: [EventID: RemoteCopy?] = [:]
    /// What the server did not take, with its status.
    var failed: [EventID: Int] = [:]
    /// The remote's events that can't be kept here (`true`), or can be again.
    var left: [String: Bool] = [:]
    /// The remote's events that can't be read, by their names; `nil` for those that can be again.
    var unreadable: [String: JSON?] = [:]
    var progress = Progress.none
    /// Whether not everything could be taken over.
    var hasMissed = false
    var problem: CalendarLink.Problem?
}

extension ExchangeChange {
    /// As the journal's event has it.
    ///
    /// - Parameter content: what an event is then.
    func members(_ content: (EventID) -> CalendarEvent?) -> [String: JSON?] {
        var members: [String: JSON?] = ["in": .string(calendar.text)]
        members["copies"] = Self.object(
            copies.map { id, copy in
                (id.text, copy?.json(of: calendar, beside: content(id)) ?? .null)
            })
        members["failed"] = Self.object(failed.map { ($0.key.text, JSON($0.value)) })
        members["left"] = Self.object(left.map { ($0.key, .bool($0.value)) })
        members["unreadable"] = Self.object(unreadable.map { ($0.key, $0.value ?? .null) })
        switch progress {
        case .none: break
        case .begun: members["more"] = true
        case .token(let token): members["token"] = token.map(JSON.string) ?? .null
        case .again: members["again"] = true
        }
        if hasMissed { members["missed"] = true }
        members["problem"] = problem.map { .string($0.rawValue) }
        return members
    }

    private static func object(_ members: [(String, JSON)]) -> JSON? {
        members.isEmpty
            ? nil : .object(Dictionary(members, uniquingKeysWith: { first, _ in first }))
    }

    /// Reads what `members` writes. Returns `nil` for anything else.
    init?(_ data: JSON, _ content: (EventID) -> CalendarEvent?) {
        guard let calendar = data["in"]?.text.flatMap(CalendarID.init(_:)) else { return nil }
        self.init(calendar: calendar)
        for (text, member) in data["copies"]?.members ?? [:] {
            guard let id = EventID(text) else { return nil }
            let copy = RemoteCopy(member, beside: content(id))
            guard copy != nil || member.isNull else { return nil }
            copies.updateValue(copy, forKey: id)
        }
        for (text, status) in data["failed"]?.members ?? [:] {
            guard let id = EventID(text), let status = status.integer else { return nil }
            failed[id] = status
        }
        for (name, isLeft) in data["left"]?.members ?? [:] { left[name] = isLeft.flag }
        for (name, row) in data["unreadable"]?.members ?? [:] {
            unreadable.updateValue(row.isNull ? nil : row, forKey: name)
        }
        if let token = data["token"] { progress = .token(token.text) }
        if data["more"]?.flag == true { progress = .begun }
        if data["again"]?.flag == true { progress = .again }
        hasMissed = data["missed"]?.flag ?? false
        problem = data["problem"]?.text.flatMap(CalendarLink.Problem.init(rawValue:))
    }
}
