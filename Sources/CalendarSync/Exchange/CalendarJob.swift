public import ICalendar

/// What a calendar server is asked for, over one account.
public struct CalendarJob: Sendable, Equatable {
    public enum Task: Sendable, Equatable {
        /// Find the account's calendars. Answered by `remotes`.
        case findCalendars
        /// Begin the sign-in at Google. Answered by `signIn`.
        case signIn
        /// End the sign-in with the address at which the browser arrived. Answered by `authorised`.
        case authorise
        /// Take the sign-in back, as far as the other side can. Answered by `revoked`, whatever
        /// comes of it.
        case revoke
        /// Fetch what has changed in a calendar since a token; everything without one. Answered by
        /// `changes`, in batches, or by nothing if there is no news.
        case fetch(calendar: String, token: String?)
        /// Write events. Answered by `written`.
        case write(calendar: String, [RemoteWrite])
        /// Ask Google to say when a calendar changes, for a week. Answered by nothing. Without a public
        /// address of the hub, nothing is asked.
        ///
        /// - Parameters:
        ///   - path: where it says so: `/v1/main/planner/push/…`, with a secret.
        ///   - secret: what it repeats each time (`X-Goog-Channel-Token`).
        case watch(calendar: String, path: String, secret: String)
    }

    public var account: CalendarAccount
    public var task: Task

    public init(account: CalendarAccount, task: Task) {
        self.account = account
        self.task = task
    }
}

/// One event as it shall be at the other side.
public struct RemoteWrite: Sendable, Equatable {
    /// The hub's name of it, which the answer repeats: `e_8x`.
    public var id: String
    /// Where it is there; `nil` if it is to be made. Without a name it is to be deleted if it was made
    /// and no answer came.
    public var copy: RemoteCopy?
    /// What it shall be; `nil` if it is to be deleted.
    public var content: CalendarEvent?

    public init(id: String, copy: RemoteCopy?, content: CalendarEvent?) {
        self.id = id
        self.copy = copy
        self.content = content
    }
}

/// What the other side last agreed on about one event.
public struct RemoteCopy: Sendable, Equatable {
    /// What names it there: a path of CalDAV, an id of Google's.
    public var name: String
    /// The entity tag of it; of a series at Google, that of the series without its changes.
    public var tag: String?
    /// The entity tags of changes and exclusions that have their own; empty for one of which the server
    /// has said none.
    public var changeTags: [OccurrenceKey: String]
    /// What both sides had then: the base of the next merge.
    public var base: CalendarEvent

    public init(
        name: String, tag: String?, changeTags: [OccurrenceKey: String] = [:], base: CalendarEvent
    ) {
        self.name = name
        self.tag = tag
        self.changeTags = changeTags
        self.base = base
    }
}
