public import ICalendar

/// A request to a calendar server, for one account.
public struct CalendarJob: Sendable, Equatable {
    public enum Task: Sendable, Equatable {
        /// Finds the account's calendars. Answered by `remotes`.
        case findCalendars
        /// Begins the sign-in with Google. Answered by `signIn`.
        case signIn
        /// Completes the sign-in with the browser's redirect URL. Answered by `authorised`.
        case authorise
        /// Revokes the sign-in if the other side supports it. Always answered by `revoked`.
        case revoke
        /// Fetches the changes of a calendar since a token, or everything without one. Answered by
        /// batches of `changes`, or by nothing if nothing changed.
        case fetch(calendar: String, token: String?)
        /// Writes events. Answered by `written`.
        case write(calendar: String, [RemoteWrite])
        /// Asks Google to report changes of a calendar for a week. Not answered. Does nothing if
        /// the hub has no public URL.
        ///
        /// - Parameters:
        ///   - path: the callback path, which includes a secret: `/v1/main/planner/push/…`.
        ///   - secret: the token that each callback repeats (`X-Goog-Channel-Token`).
        case watch(calendar: String, path: String, secret: String)
    }

    public var account: CalendarAccount
    public var task: Task

    public init(account: CalendarAccount, task: Task) {
        self.account = account
        self.task = task
    }
}

/// The wanted state of one event on the server.
public struct RemoteWrite: Sendable, Equatable {
    /// The hub's id of the write, repeated in the answer, such as `e_8x`.
    public var id: String
    /// The server's copy; `nil` to create the event. An empty name deletes an event whose creation
    /// got no answer.
    public var copy: RemoteCopy?
    /// The wanted content; `nil` to delete the event.
    public var content: CalendarEvent?

    public init(id: String, copy: RemoteCopy?, content: CalendarEvent?) {
        self.id = id
        self.copy = copy
        self.content = content
    }
}

/// The last agreed state of one event on the server.
public struct RemoteCopy: Sendable, Equatable {
    /// The id on the server: a CalDAV path or a Google id.
    public var name: String
    /// The entity tag. For a series at Google, the tag of the series without its changes.
    public var tag: String?
    /// The entity tags of changes and exclusions that have their own. May be empty.
    public var changeTags: [OccurrenceKey: String]
    /// The agreed content, which is the base of the next merge.
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
