public import ICalendar

/// A request to a calendar server, for one account.
public struct CalendarJob: Sendable, Equatable {
    public enum Task: Sendable, Equatable {
        /// Find the account's calendars. Answered by `remotes`.
        case findCalendars
        /// Begin the sign-in with Google. Answered by `signIn`.
        case signIn
        /// Complete the sign-in with the browser's redirect URL. Answered by `authorised`.
        case authorise
        /// Revoke the sign-in, if the other side can. Always answered by `revoked`.
        case revoke
        /// Fetch the changes of a calendar since a token, or everything without one. Answered by
        /// `changes`, in batches, or by nothing if nothing has changed.
        case fetch(calendar: String, token: String?)
        /// Write events. Answered by `written`.
        case write(calendar: String, [RemoteWrite])
        /// Ask Google to report changes of a calendar for a week. Not answered. Does nothing if the
        /// hub has no public URL.
        ///
        /// - Parameters:
        ///   - path: the callback path, which includes a secret: `/v1/main/planner/push/…`.
        ///   - secret: repeated in each callback (`X-Goog-Channel-Token`).
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
    /// The hub's id of the write, repeated in the answer: `e_8x`.
    public var id: String
    /// The server's copy; `nil` to create the event. Its name is empty to delete an event that may
    /// have been created without an answer.
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
    /// Its id on the server: a CalDAV path or a Google id.
    public var name: String
    /// Its entity tag. For a series at Google, the tag of the series without its changes.
    public var tag: String?
    /// The entity tags of changes and exclusions that have their own. Empty if the server gave
    /// none.
    public var changeTags: [OccurrenceKey: String]
    /// The content of both sides at that time: the base of the next merge.
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

/// An account on a calendar server.
public struct CalendarAccount: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// CalDAV (RFC 4791) with Basic authentication. Uses the secret `password`.
        case caldav(url: String, user: String)
        /// Google Calendar API v3, by the OAuth flow of installed apps with PKCE. Uses the secrets
        /// `clientSecret` (optional), `refreshToken` and, during the sign-in, `verifier` and
        /// `address`.
        ///
        /// - Parameter redirectPath: the redirect path on this machine:
        ///   `/v1/main/planner/google`.
        case google(clientID: String, redirectPath: String)
    }

    /// The hub's id of the account, unique across all venues: `main/a_3`.
    public var id: String
    public var kind: Kind
    /// Whether its server may be in a private network. Only then may its URL be plain `http`.
    public var allowsPrivate: Bool

    public init(id: String, kind: Kind, allowsPrivate: Bool) {
        self.id = id
        self.kind = kind
        self.allowsPrivate = allowsPrivate
    }
}

/// The reason why an account can't be used until a person acts.
public enum AccountProblem: String, Error, Sendable, CaseIterable {
    case wrongPassword = "wrong_password"
    /// The server redirects to another one that wants a password. This account's is not sent to it.
    case elsewhere
    case notFound = "not_found"
    /// The server does not support CalDAV.
    case notCalDAV = "not_caldav"
    case privateAddress = "private_address"
    /// Plain `http`, an invalid host, and so on.
    case badAddress = "bad_address"
    case unreachable
    case certificate
    /// The sign-in was revoked on the other side. An owner has to sign in again.
    case revoked
    case quota
    /// The account's secrets can't be decrypted with the key of this data folder.
    case unreadable
}

/// A calendar on a server, as listed by its account.
public struct RemoteCalendar: Sendable, Hashable {
    /// Its id on the server: a CalDAV path or a Google id.
    public var id: String
    public var name: String
    public var isReadOnly: Bool

    public init(id: String, name: String, isReadOnly: Bool) {
        self.id = id
        self.name = name
        self.isReadOnly = isReadOnly
    }
}
