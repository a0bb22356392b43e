/// An account on a calendar server.
public struct CalendarAccount: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// CalDAV (RFC 4791) with Basic authentication. Uses the secret `password`.
        case caldav(url: String, user: String)
        /// Google Calendar API v3, by the OAuth flow of installed apps with PKCE. Uses the secrets
        /// `clientSecret` (optional), `refreshToken` and, during the sign-in, `verifier` and
        /// `address`.
        ///
        /// - Parameter redirectPath: the redirect path on this machine, such as
        ///   `/v1/main/planner/google`.
        case google(clientID: String, redirectPath: String)
    }

    /// The hub's id of the account, unique across all venues, such as `main/a_3`.
    public var id: String
    public var kind: Kind
    /// Whether the server may be in a private network. Only then may its URL be plain `http`.
    public var allowsPrivate: Bool

    public init(id: String, kind: Kind, allowsPrivate: Bool) {
        self.id = id
        self.kind = kind
        self.allowsPrivate = allowsPrivate
    }
}

/// A reason why an account can't be used until a person acts.
public enum AccountProblem: String, Error, Sendable, CaseIterable {
    case wrongPassword = "wrong_password"
    /// The server redirects to another one that wants a password, which is not sent there.
    case elsewhere
    case notFound = "not_found"
    /// The server does not support CalDAV.
    case notCalDAV = "not_caldav"
    case privateAddress = "private_address"
    /// The URL is invalid, or plain `http`.
    case badAddress = "bad_address"
    case unreachable
    case certificate
    /// The sign-in was revoked on the other side, so an owner has to sign in again.
    case revoked
    case quota
    /// The account's secrets can't be decrypted with the key of this data folder.
    case unreadable
}

/// A calendar on a server, as listed by its account.
public struct RemoteCalendar: Sendable, Hashable {
    /// The id on the server: a CalDAV path or a Google id.
    public var id: String
    public var name: String
    public var isReadOnly: Bool

    public init(id: String, name: String, isReadOnly: Bool) {
        self.id = id
        self.name = name
        self.isReadOnly = isReadOnly
    }
}
