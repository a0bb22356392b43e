public import Sync

/// Something that has signed in: a tablet, a screen, a program. It has one token.
public struct Device: Sendable, Hashable {
    /// `d_` and six characters of `0-9 a-z`; unique in the data folder.
    public var id: String
    public var role: Role
    /// As whoever made the token has called it.
    public var name: String?
    /// The venue's slug.
    public var venue: String
    /// When it was last known to be there; not exact.
    public var seenAt: Instant
    public var createdAt: Instant
    /// Until when no PIN is asked for; `nil` when none is asked for at all.
    public var unlockedUntil: Instant?
    /// How many wrong PINs have come from it since the last right one.
    public var wrongPINCount: Int
    /// Whether it was connected, when that was last written down.
    public var presence = DevicePresence.away
    /// Whether a link made it: then its token is a browser's cookie, and no program's.
    public var isBrowser: Bool

    public init(
        id: String, role: Role, name: String?, venue: String, seenAt: Instant,
        createdAt: Instant? = nil, unlockedUntil: Instant? = nil, wrongPINCount: Int = 0,
        isBrowser: Bool = false
    ) {
        self.id = id
        self.role = role
        self.name = name
        self.venue = venue
        self.seenAt = seenAt
        self.createdAt = createdAt ?? seenAt
        self.unlockedUntil = unlockedUntil
        self.wrongPINCount = wrongPINCount
        self.isBrowser = isBrowser
    }
}

/// Whether somebody counts on a device to be connected.
public enum DevicePresence: Sendable, Hashable {
    /// It was never there, or has said goodbye.
    case away
    case connected
    /// Its last connection ended without a goodbye; nothing was heard of it since.
    case lost(since: Instant)
}

/// A fresh token. The secret is here only: the store keeps its hash.
public struct IssuedToken: Sendable {
    /// 32 characters of base64url.
    public var secret: String
    public var device: Device

    public init(secret: String, device: Device) {
        self.secret = secret
        self.device = device
    }
}

/// What came of following a one-time link.
public enum LinkOutcome: Sendable {
    /// It was fresh, and has made this token.
    case token(IssuedToken)
    /// Somebody has followed it before.
    case used(Role, venue: String)
    /// Nobody has followed it in time.
    case expired(Role, venue: String)
    /// There is no such link.
    case unknown
}
