public import Destinations
public import ICalendar

/// What came of a job.
public enum CalendarAnswer: Sendable, Equatable {
    /// Results, to be told in this order.
    case done([CalendarResult])
    /// There is no news.
    case same
    /// It can't be done now. It is tried again by itself.
    ///
    /// - Parameter secondsMin: how long the server asks to wait (`Retry-After`).
    case failed(TransferFailure, secondsMin: Int?)
}

/// A result that the planner is told.
public enum CalendarResult: Sendable, Equatable {
    case remotes([RemoteCalendar])
    /// Somebody has to open `address`. The `verifier` is a secret.
    case signIn(address: String, state: String, verifier: String)
    /// The sign-in has ended well. The token is a secret. There are no calendars if they could not be
    /// listed at once.
    case authorised(refreshToken: String, [RemoteCalendar])
    case revoked
    /// The account can't be used until a person does something; with `elsewhere`, link this address.
    case refused(AccountProblem, at: String? = nil)
    /// The calendar can't be synchronised until a person does something.
    case calendarRefused(calendar: String, CalendarRefusal)
    case changes(RemoteChanges)
    case written(calendar: String, [WriteOutcome])
}

/// Why a calendar can't be synchronised.
public enum CalendarRefusal: String, Sendable, CaseIterable {
    case gone
    /// More than 20,000 events.
    case tooManyEvents = "too_many_events"
}

/// A batch of changes of a calendar: up to 100 items.
public struct RemoteChanges: Sendable, Equatable {
    public var calendar: String
    /// The token that was given: a batch that does not follow what the planner has is dropped.
    public var since: String?
    public var items: [RemoteItem]
    /// With the last batch of a fetch: the next token.
    public var token: String?
    /// With the last batch of a fetch of everything: the names of all events that there are. What is
    /// not among them was deleted there.
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

/// What a server says about one event.
public enum RemoteItem: Sendable, Equatable {
    /// A whole event, or a series with all its changes. CalDAV says it so.
    case whole(name: String, tag: String?, CalendarEvent)
    /// An event, or a series without its changes, as Google reports it. `ownKeys` are all occurrences
    /// that are changed or excluded on their own, or `nil` if unknown. Changes that are known already
    /// stay if the series still has the occurrence and `ownKeys` contains it.
    case series(
        name: String, tag: String?, CalendarEvent, ownKeys: Set<OccurrenceKey>? = nil)
    /// One occurrence of a series: changed or, with `nil`, excluded.
    case occurrence(of: String, OccurrenceKey, tag: String?, EventChange?)
    case deleted(name: String)
    /// What can't be read of an event, or of a part of it. What is known of it stays.
    case unreadable(name: String, tag: String?, UnreadableEvent)
}

/// An event at a server that can't be one here.
public struct UnreadableEvent: Sendable, Hashable {
    public enum Problem: Sendable, Hashable {
        case event(EventProblem)
        /// It is not even a calendar.
        case file(CalendarFileProblem)
    }

    /// What it is called, and when it begins, as far as that can be read.
    public var title: String?
    public var start: EventTime?
    public var problem: Problem

    public init(title: String? = nil, start: EventTime? = nil, problem: Problem) {
        self.title = title
        self.start = start
        self.problem = problem
    }

    init(_ refused: RefusedEvent) {
        self.init(title: refused.title, start: refused.start, problem: .event(refused.problem))
    }
}

/// What came of one write.
public struct WriteOutcome: Sendable, Equatable {
    public enum Result: Sendable, Equatable {
        /// It is there.
        ///
        /// - Parameter stored: what the server made of it; `nil` if it is as it was sent.
        case stored(
            name: String, tag: String?, changeTags: [OccurrenceKey: String],
            stored: CalendarEvent?)
        /// It is not there any more, as wanted.
        case deleted
        /// It has changed there in the meantime, to this. Nothing was written.
        case changedThere([RemoteItem])
        /// The server does not take it. It is not tried again by itself.
        case refused(status: Int)
    }

    /// The id of the write.
    public var id: String
    /// What was sent; `nil` for a deletion.
    public var sent: CalendarEvent?
    public var result: Result

    public init(id: String, sent: CalendarEvent?, result: Result) {
        self.id = id
        self.sent = sent
        self.result = result
    }
}
