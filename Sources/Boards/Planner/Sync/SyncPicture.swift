import BoardKit
import JSON
import Sync

/// The rows of accounts, links and issues that an event may change. Comparing them with the rows
/// after the event yields the changes.
struct SyncPicture {
    private struct Place: Hashable, Comparable {
        var view: String
        var member: String
        var row: String

        static func < (one: Self, other: Self) -> Bool {
            (one.view, one.member, one.row) < (other.view, other.member, other.row)
        }
    }

    private var calendars: Set<CalendarID>
    private var accounts: Set<AccountID> = []
    private var issues: Set<IssueID>
    private var rows: [Place: JSON] = [:]
    private(set) var marks: [EventID: SyncMark] = [:]

    /// - Parameter change: the change that follows.
    init(_ board: Planner, before change: PlannerChange) {
        calendars = Set(change.calendars.keys)
        issues = Set(change.issues.keys)
        var events = Set(change.events.keys)
        for (id, state) in change.events {
            calendars.formUnion([board.events[id]?.calendar, state?.calendar].compactMap(\.self))
        }
        for (id, issue) in change.issues {
            if let event = (issue ?? board.issues[id])?.event { events.insert(event) }
        }
        for id in events { issues.formUnion(board.openIssues.of(id)) }
        if !change.issues.isEmpty {
            // Links that rest because of too many issues may resume.
            calendars.formUnion(board.links.filter { $0.value.problem != nil }.keys)
        }
        if let sync = change.sync { note(sync, on: board, &events) }
        rows = rows(of: board)
        for id in events { marks[id] = board.mark(of: id) }
    }

    init(ofAllLinksOn board: Planner) {
        calendars = Set(board.links.keys)
        issues = []
        rows = rows(of: board)
    }

    private mutating func note(
        _ sync: SyncChange, on board: Planner, _ events: inout Set<EventID>
    ) {
        calendars.formUnion(sync.links.keys)
        calendars.formUnion(sync.health.keys)
        if let asked = sync.asked { calendars.insert(asked) }
        accounts = Set(sync.accounts.keys)
        calendars.formUnion(board.links.filter { accounts.contains($0.value.account) }.keys)
        // Other accounts may lead to the same calendars.
        if !accounts.isEmpty || !sync.links.isEmpty { accounts.formUnion(board.accounts.keys) }
        guard let exchange = sync.exchange else { return }
        calendars.insert(exchange.calendar)
        events.formUnion(exchange.copies.keys)
        events.formUnion(exchange.failed.keys)
    }

    /// Returns the changes of rows since the picture was taken.
    func changes(to board: Planner) -> [RowChange] {
        let new = rows(of: board)
        return Set(rows.keys).union(new.keys).sorted().compactMap { place in
            rows[place] == new[place]
                ? nil
                : RowChange(
                    view: place.view, member: place.member, row: place.row, value: new[place])
        }
    }

    private func rows(of board: Planner) -> [Place: JSON] {
        var rows: [Place: JSON] = [:]
        func note(_ view: String, _ member: String, _ row: String, _ value: JSON?) {
            rows[Place(view: view, member: member, row: row)] = value
        }
        for id in accounts {
            note(Planner.accountsView, "accounts", id.text, board.accountRow(id))
        }
        for id in issues {
            note(Planner.calendarsView, "issues", id.text, board.issueRow(id))
        }
        for id in calendars {
            note(Planner.calendarsView, "calendars", id.text, board.calendarRow(id))
            guard let link = board.links[id] else { continue }
            note(Planner.accountsView, "links", id.text, link.row)
            for (name, row) in board.writeRows(of: id, link) {
                note(Planner.accountsView, "writes", name, row)
            }
        }
        return rows
    }
}

/// The sync state of an event, as the rows of a week show it.
struct SyncMark: Sendable, Equatable {
    enum State: String, Sendable {
        case waiting
        case failed
        case issue
    }

    /// `nil` if the event is in step with its remote.
    var state: State?
    /// Whether an issue concerns the event, or the whole series.
    var hasIssue = false
    /// The occurrences with issues.
    var issuesAt: Set<String> = []

    /// - Parameter at: the occurrence; `nil` if the event happens once.
    func text(at: String?) -> String? {
        let isInIssue = hasIssue || at.map { issuesAt.contains($0) } ?? false
        return (isInIssue ? .issue : state)?.rawValue
    }
}
