import BoardKit
import CalendarMerging
import ICalendar
import JSON
import Sync

/// The changes of accounts and links by an event.
struct SyncChange: Sendable {
    /// The accounts' new states; `nil` for a removed one.
    var accounts: [AccountID: PlannerAccount?] = [:]
    /// The new links; `nil` for one that ends.
    var links: [CalendarID: CalendarLink?] = [:]
    var health: [CalendarID: LinkHealth] = [:]
    /// A calendar that a person wants to be read now.
    var asked: CalendarID?
    var exchange: ExchangeChange?
}

/// The reachability of a remote.
struct LinkHealth: Sendable, Equatable {
    var staleSince: Instant?
    var waitsUntil: Instant?
    var problem: CalendarLink.Problem?
}

extension LinkHealth: FieldState {
    static let blank = LinkHealth(staleSince: nil, problem: nil)

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields("staleSince", &staleSince, old.staleSince)
        try fields("waitsUntil", &waitsUntil, old.waitsUntil)
        try fields("problem", &problem, old.problem)
    }
}

/// The outcome of reading a remote, or of writing to it.
struct ExchangeChange: Sendable {
    /// The position from which to read the remote next.
    enum Progress: Sendable, Equatable {
        /// The remote was not read.
        case none
        /// The remote was read, but not to its end.
        case begun
        /// Read from this token.
        case token(String?)
        /// Read again from the previous position, because a change could not be applied.
        case again
    }

    var calendar: CalendarID
    /// The present copies of events; `nil` for an event that the remote does not have.
    var copies: [EventID: RemoteCopy?] = [:]
    /// The events that the server refused, with its status.
    var failed: [EventID: Int] = [:]
    /// The remote's events that are too large to be kept (`true`) or are no longer too large.
    var left: [String: Bool] = [:]
    /// The remote's unreadable events by name; `nil` for one that can be read again.
    var unreadable: [String: JSON?] = [:]
    var progress = Progress.none
    /// Whether a change could not be applied.
    var hasMissed = false
    var problem: CalendarLink.Problem?
}

extension ExchangeChange {
    /// Returns the members in the journal's event.
    ///
    /// - Parameter content: returns the state of an event at that time.
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

    /// Reads the output of `members`. Returns `nil` for anything else.
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
