/// A sign-in at a calendar server.
public struct CalendarAccount: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// CalDAV (RFC 4791), with Basic authentication. The secret `password` belongs to it.
        case caldav(url: String, user: String)
        /// Google Calendar API v3, by the OAuth flow of installed apps with PKCE. The secrets
        /// `clientSecret` (optional), `refreshToken` and, during the sign-in, `verifier` and
        /// `address` belong to it.
        ///
        /// - Parameter redirectPath: where the sign-in ends, at this machine:
        ///   `/v1/main/planner/google`.
        case google(clientID: String, redirectPath: String)
    }

    /// The hub's name of it, which distinguishes it from the accounts of all venues: `main/a_3`.
    public var id: String
    public var kind: Kind
    /// Whether its server may be in a private network. Only then may its address be plain `http`.
    public var allowsPrivate: Bool

    public init(id: String, kind: Kind, allowsPrivate: Bool) {
        self.id = id
        self.kind = kind
        self.allowsPrivate = allowsPrivate
    }
}

/// The secrets of one account, by their names: `password`.
public protocol AccountSecrets: Sendable {
    /// - Throws: `AccountProblem.unreadable` if there is one that can't be opened.
    func secret(_ name: String) throws(AccountProblem) -> String?
}

/// Why an account can't be used until a person does something.
public enum AccountProblem: String, Error, Sendable, CaseIterable {
    case wrongPassword = "wrong_password"
    /// The server sends to another one, which wants a password. It does not get this account's.
    case elsewhere
    case notFound = "not_found"
    /// There is a server, but it does not speak CalDAV.
    case notCalDAV = "not_caldav"
    case privateAddress = "private_address"
    /// Plain `http`, a host that can't be, and so on.
    case badAddress = "bad_address"
    case unreachable
    case certificate
    /// The sign-in has ended at the other side: an owner has to sign in again.
    case revoked
    case quota
    /// The account's sealed secrets can't be opened with the key of this data folder.
    case unreadable
}

/// A calendar at a server, as its account lists it.
public struct RemoteCalendar: Sendable, Hashable {
    /// What names it there: a path of CalDAV, an id of Google's.
    public var id: String
    public var name: String
    public var isReadOnly: Bool

    public init(id: String, name: String, isReadOnly: Bool) {
        self.id = id
        self.name = name
        self.isReadOnly = isReadOnly
    }
}
