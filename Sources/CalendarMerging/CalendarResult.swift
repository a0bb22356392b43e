public import ICalendar

/// A result that is reported to the planner.
public enum CalendarResult: Sendable, Equatable {
    case remotes([RemoteCalendar])
    /// A person has to open `address`. The verifier is a secret.
    case signIn(address: String, state: String, verifier: String)
    /// The sign-in succeeded. The token is a secret. The list is empty if the calendars could not
    /// be fetched yet.
    case authorised(refreshToken: String, [RemoteCalendar])
    case revoked
    /// The account can't be used until a person acts. For `elsewhere`, `at` is the URL to link.
    case refused(AccountProblem, at: String? = nil)
    /// The calendar can't be synchronised until a person acts.
    case calendarRefused(calendar: String, CalendarRefusal)
    case changes(RemoteChanges)
    case written(calendar: String, [WriteOutcome])
}

/// A reason why a calendar can't be synchronised.
public enum CalendarRefusal: String, Sendable, CaseIterable {
    case gone
    /// The calendar has more than 20,000 events.
    case tooManyEvents = "too_many_events"
}

/// A batch of changes of a calendar, with up to 100 items.
public struct RemoteChanges: Sendable, Equatable {
    public var calendar: String
    /// The token of the request. The planner drops a batch if this is not its current token.
    public var since: String?
    public var items: [RemoteItem]
    /// The next token, only in the last batch of a fetch.
    public var token: String?
    /// The names of all existing events, only in the last batch of a full fetch. All other events
    /// were deleted on the server.
    public var listed: Set<String>?

    public init(
        calendar: String, since: String?, items: [RemoteItem], token: String? = nil,
        listed: Set<String>? = nil
    ) {
        self.calendar = calendar
        self.since = since
        self.items = items
        self.token = token
        self.listed = listed
    }
}

/// A server's report about one event.
public enum RemoteItem: Sendable, Equatable {
    /// A whole event, or a series with all its changes, as CalDAV reports it.
    case whole(name: String, tag: String?, CalendarEvent)
    /// An event, or a series without its changes, as Google reports it. `ownKeys` are the keys of
    /// all changed or excluded occurrences, or `nil` if unknown. A known change is kept if the
    /// series still has its occurrence and `ownKeys` contains it.
    case series(
        name: String, tag: String?, CalendarEvent, ownKeys: Set<OccurrenceKey>? = nil)
    /// A changed occurrence of a series, or an excluded one with `nil`.
    case occurrence(of: String, OccurrenceKey, tag: String?, EventChange?)
    case deleted(name: String)
    /// An event or a part of it that can't be read. The known version is kept.
    case unreadable(name: String, tag: String?, UnreadableEvent)
}

/// An event on a server that can't be represented here.
public struct UnreadableEvent: Sendable, Hashable {
    public enum Problem: Sendable, Hashable {
        case event(EventProblem)
        /// The resource is not an iCalendar file.
        case file(CalendarFileProblem)
    }

    /// The title and the start, as far as they can be read.
    public var title: String?
    public var start: EventTime?
    public var problem: Problem

    public init(title: String? = nil, start: EventTime? = nil, problem: Problem) {
        self.title = title
        self.start = start
        self.problem = problem
    }

    package init(_ refused: RefusedEvent) {
        self.init(title: refused.title, start: refused.start, problem: .event(refused.problem))
    }
}

/// The outcome of one write.
public struct WriteOutcome: Sendable, Equatable {
    public enum Result: Sendable, Equatable {
        /// The event is stored.
        ///
        /// - Parameter stored: the server's version; `nil` if it is as sent.
        case stored(
            name: String, tag: String?, changeTags: [OccurrenceKey: String],
            stored: CalendarEvent?)
        /// The event is deleted, as requested.
        case deleted
        /// The event has changed on the server, to this. Nothing was written.
        case changedThere([RemoteItem])
        /// The server refuses the event. It is not retried automatically.
        case refused(status: Int)
    }

    /// The id of the write.
    public var id: String
    /// The content that was sent; `nil` for a deletion.
    public var sent: CalendarEvent?
    public var result: Result

    public init(id: String, sent: CalendarEvent?, result: Result) {
        self.id = id
        self.sent = sent
        self.result = result
    }
}
