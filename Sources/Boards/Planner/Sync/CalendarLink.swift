import BoardKit
import CalendarMerging
import ICalendar
import JSON
import Sync

/// What keeps a calendar and a remote in step, as their events have made it.
struct CalendarLink: Sendable {
    /// Why it rests until a person does something.
    enum Problem: String, Sendable, CaseIterable, SavedCase {
        /// The remote is gone.
        case gone
        /// The remote has more events than a calendar may have.
        case tooManyEvents = "too_many_events"
        /// More edits contradict each other than may wait for a person.
        case tooManyIssues = "too_many_issues"
    }

    private(set) var account: AccountID
    private(set) var remote: RemoteID
    /// What names the remote at its server.
    private(set) var calendar: String
    /// Whether nothing is written there.
    private(set) var isReadOnly: Bool

    /// Up to where the remote was read; `nil` before it was read the first time.
    var token: String?
    /// Whether it was read to its end once. Nothing is written before.
    var isFetched = false
    /// Whether something was taken over since the token.
    var isBehind = false
    /// Whether something that was read could not be taken over yet. The token stays then.
    var hasMissed = false
    /// Since when the remote was not reached.
    var staleSince: Instant?
    /// Until when it is not read by itself, if that is long.
    var waitsUntil: Instant?
    var problem: Problem?
    /// The names of the remote's events that can't be kept here, because of their size.
    var left: Set<String> = []
    /// The remote's events that can't be read, or not in whole, by their names.
    var unreadable: [String: JSON] = [:]

    /// What the remote last said of each event.
    private(set) var copies: [EventID: RemoteCopy] = [:]
    private var names: [String: EventID] = [:]
    /// The events that have to be written, in order.
    private(set) var waiting: [EventID] = []
    /// The events that the server did not take, with its status.
    private(set) var failed: [EventID: Int] = [:]

    /// What may have been sent of events since the server last answered about them: the states in
    /// which they waited before they were edited again, in order. `nil` is a deletion.
    private(set) var unanswered: [EventID: [CalendarEvent?]] = [:]

    /// The series that were divided here and of which the remote may have the whole: by the
    /// occurrences before which they were divided, the events that have the rests.
    private(set) var rests: [EventID: [OccurrenceKey: EventID]] = [:]

    /// The revision since which the remote shall be read.
    var since = 0
    /// The revision since which something shall be written.
    var writeSince = 0
    /// The revision of the last event by which somebody changed it.
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

    /// Notes whether an event has to be written.
    ///
    /// - Parameter status: with which the server has refused it.
    mutating func setPending(_ id: EventID, _ isPending: Bool, failed status: Int? = nil) {
        if !isPending { rests[id] = nil }
        failed[id] = isPending ? status : nil
        let index = waiting.partitionPoint { id <= $0 }
        let isThere = index < waiting.count && waiting[index] == id
        let shallWait = isPending && status == nil
        if shallWait, !isThere { waiting.insert(id, at: index) }
        if !shallWait, isThere { waiting.remove(at: index) }
    }

    /// So many states of one event are kept. Of more edits without an answer the first count: one that
    /// has gone through makes the server refuse all that follow it.
    private static let unansweredCountMax = 8

    /// Notes that an event is no longer what it was. If it waited, that may have been sent.
    mutating func noteUnanswered(_ id: EventID, _ content: CalendarEvent?) {
        guard isFetched, isWaiting(id) else { return }
        let known = unanswered[id] ?? []
        guard known.count < Self.unansweredCountMax, !known.contains(content) else { return }
        unanswered[id] = known + [content]
    }

    mutating func noteAnswered(_ id: EventID) { unanswered[id] = nil }

    /// The event that may have been made with a UID, of which no answer has come.
    func unansweredID(ofUID uid: String) -> EventID? {
        unanswered.first { id, sent in
            copies[id] == nil && sent.contains { $0?.uid == uid }
        }?.key
    }

    /// What there is to delete of an event that may have been made: it has no name yet.
    func unansweredCopy(of id: EventID) -> RemoteCopy? {
        let made = unanswered[id]?.compactMap(\.self).last
        return made.map { RemoteCopy(name: "", tag: nil, base: $0) }
    }

    mutating func noteRest(of id: EventID, at key: OccurrenceKey, _ rest: EventID) {
        rests[id, default: [:]][key] = rest
    }

    /// Everything is tried again.
    mutating func askAgain(_ rev: Int) {
        for id in failed.keys.sorted() { setPending(id, true) }
        problem = nil
        hasMissed = false
        since = rev
        writeSince = rev
    }
}

/// The named fields are what a link is when it is made, as the journal's event has it.
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
