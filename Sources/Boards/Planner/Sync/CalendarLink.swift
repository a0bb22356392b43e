import BoardKit
import CalendarMerging
import ICalendar
import JSON
import Sync

/// The link that keeps a calendar and a remote in step.
struct CalendarLink: Sendable {
    /// The reason why the link rests until a person acts.
    enum Problem: String, Sendable, CaseIterable, SavedCase {
        case gone
        /// The remote has more events than a calendar may have.
        case tooManyEvents = "too_many_events"
        /// More conflicts exist than may wait for a person.
        case tooManyIssues = "too_many_issues"
    }

    private(set) var account: AccountID
    private(set) var remote: RemoteID
    /// The name of the remote at its server.
    private(set) var calendar: String
    /// Whether nothing is written to the remote.
    private(set) var isReadOnly: Bool

    /// The server's sync token for the next read; `nil` before the first read has ended.
    var token: String?
    /// Whether the remote was read to its end once. Nothing is written before that.
    var isFetched = false
    /// Whether changes were applied since the token was issued.
    var isBehind = false
    /// Whether a change that was read could not be applied yet. The token stays the same until
    /// then.
    var hasMissed = false
    /// The time since which the remote can't be reached.
    var staleSince: Instant?
    /// The end of a long wait before the next scheduled read.
    var waitsUntil: Instant?
    var problem: Problem?
    /// The names of the remote's events that are too large to be kept here.
    var left: Set<String> = []
    /// The remote's events that can't be read, or not completely, by their names.
    var unreadable: [String: JSON] = [:]

    /// The last known state of each event at the remote.
    private(set) var copies: [EventID: RemoteCopy] = [:]
    private var names: [String: EventID] = [:]
    /// The events to write, in order.
    private(set) var waiting: [EventID] = []
    /// The events that the server refused, with its status.
    private(set) var failed: [EventID: Int] = [:]

    /// The states of events that may have been sent, in order, since the server last answered about
    /// them. `nil` is a deletion. An event is in this table if it was edited again while it waited.
    private(set) var unanswered: [EventID: [CalendarEvent?]] = [:]

    /// The rests of series that were divided here while the remote may still have the whole series.
    /// For each series, the events of the rests by the first occurrence of each.
    private(set) var rests: [EventID: [OccurrenceKey: EventID]] = [:]

    /// The revision at which the present read was requested.
    var since = 0
    /// The revision at which the present write was requested.
    var writeSince = 0
    /// The revision of the last event by which a person changed the link.
    var lastRev = 0

    init(account: AccountID, remote: RemoteID, calendar: String, isReadOnly: Bool) {
        self.account = account
        self.remote = remote
        self.calendar = calendar
        self.isReadOnly = isReadOnly
    }

    func id(named name: String) -> EventID? { names[name] }

    mutating func setCopy(_ id: EventID, to copy: RemoteCopy?) {
        if let old = copies[id], names[old.name] == id { names[old.name] = nil }
        copies[id] = copy
        if let copy { names[copy.name] = id }
    }

    /// Sets whether an event has to be written.
    ///
    /// - Parameter status: the status with which the server has refused the event.
    mutating func setPending(_ id: EventID, _ isPending: Bool, failed status: Int? = nil) {
        if !isPending { rests[id] = nil }
        failed[id] = isPending ? status : nil
        let index = waiting.partitionPoint { id <= $0 }
        let isThere = index < waiting.count && waiting[index] == id
        let shallWait = isPending && status == nil
        if shallWait, !isThere { waiting.insert(id, at: index) }
        if !shallWait, isThere { waiting.remove(at: index) }
    }

    /// The most unanswered states of an event. The first ones are kept: if one of them was stored,
    /// the server refuses all later ones.
    private static let unansweredCountMax = 8

    /// Keeps the previous state of an edited event if it may have been sent.
    mutating func noteUnanswered(_ id: EventID, _ content: CalendarEvent?) {
        guard isFetched, isWaiting(id) else { return }
        let known = unanswered[id] ?? []
        guard known.count < Self.unansweredCountMax, !known.contains(content) else { return }
        unanswered[id] = known + [content]
    }

    mutating func noteAnswered(_ id: EventID) { unanswered[id] = nil }

    /// Returns the event that may have been created with a UID without an answer so far.
    func unansweredID(ofUID uid: String) -> EventID? {
        unanswered.first { id, sent in
            copies[id] == nil && sent.contains { $0?.uid == uid }
        }?.key
    }

    /// Returns the copy with which to delete an event that may have been created. It has no name
    /// yet.
    func unansweredCopy(of id: EventID) -> RemoteCopy? {
        let made = unanswered[id]?.compactMap(\.self).last
        return made.map { RemoteCopy(name: "", tag: nil, base: $0) }
    }

    mutating func noteRest(of id: EventID, at key: OccurrenceKey, _ rest: EventID) {
        rests[id, default: [:]][key] = rest
    }

    /// Retries everything.
    mutating func askAgain(_ rev: Int) {
        for id in failed.keys.sorted() { setPending(id, true) }
        problem = nil
        hasMissed = false
        since = rev
        writeSince = rev
    }
}

/// The named fields are those of a new link, as the journal's event has them.
extension CalendarLink: FieldState {
    static let blank = CalendarLink(
        account: AccountID(rev: 0), remote: RemoteID(number: 0), calendar: "", isReadOnly: false)

    mutating func visit(_ fields: inout StateFields, _ old: Self) throws(StateError) {
        try fields("account", &account, old.account)
        try fields("remote", &remote, old.remote)
        try fields("id", &calendar, old.calendar)
        try fields("readOnly", &isReadOnly, old.isReadOnly)
        try fields(&token, old.token)
        try fields(&isFetched, old.isFetched)
        try fields(&isBehind, old.isBehind)
        try fields(&hasMissed, old.hasMissed)
        try fields(&staleSince, old.staleSince)
        try fields(&waitsUntil, old.waitsUntil)
        try fields(&problem, old.problem)
        try fields(&left, old.left)
        try fields(&unreadable, old.unreadable)
        try fields(&waiting, old.waiting)
        try fields(&failed, old.failed)
        try fields(&rests, old.rests)
        try fields(&since, old.since)
        try fields(&writeSince, old.writeSince)
        try fields(&lastRev, old.lastRev)
    }
}
