public import Sync

/// A tablet, a screen or a program that has signed in. It has one token.
public struct Device: Sendable, Hashable {
    /// `d_` and six characters of `0-9 a-z`, unique in the data folder.
    public var id: String
    public var role: Role
    /// The name given by the person who made the token.
    public var name: String?
    /// The venue's slug.
    public var venue: String
    /// When the device was last known to be connected; approximate.
    public var seenAt: Instant
    public var createdAt: Instant
    /// When the PIN is required again; `nil` if the venue has no PIN.
    public var unlockedUntil: Instant?
    /// The number of wrong PINs since the last right one.
    public var wrongPINCount: Int
    /// The stored presence of the device.
    public var presence = DevicePresence.away
    /// Whether the device signed in by a link. If so, its token is a browser's cookie.
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

extension Device {
    /// The time without a connection after which a device must sign in again. It is as long as
    /// browsers keep a cookie.
    private static let idleMilliseconds: Int64 = 400 * 86_400_000

    /// Whether the device was last connected too long ago for its token to be valid.
    public func isForgotten(at now: Instant) -> Bool {
        now.milliseconds(since: seenAt) >= Self.idleMilliseconds
    }
}

/// Whether a device is expected to be connected.
public enum DevicePresence: Sendable, Hashable {
    /// The device was never connected, or has disconnected properly.
    case away
    case connected
    /// The last connection broke off, and the device has not come back.
    case lost(since: Instant)
}

extension Device {
    /// Returns a random id. An engine makes another one if it is taken.
    package static func freshID() throws(StoreError) -> String {
        "d_" + (try Entropy.base36(6))
    }
}

/// The number by which engines store a presence: `nil`, 0 for a connected device, or when it was lost.
extension DevicePresence {
    package init(lostAt: Int64?) {
        switch lostAt {
        case nil: self = .away
        case 0?: self = .connected
        case let instant?: self = .lost(since: Instant(milliseconds: instant))
        }
    }

    package var lostAt: Int64? {
        switch self {
        case .away: nil
        case .connected: 0
        case .lost(let instant): max(1, instant.milliseconds)
        }
    }
}

/// A new token. The store keeps only its hash.
public struct IssuedToken: Sendable {
    /// 32 characters of base64url.
    public var secret: String
    public var device: Device

    public init(secret: String, device: Device) {
        self.secret = secret
        self.device = device
    }
}

/// The result of following a one-time link.
public enum LinkOutcome: Sendable {
    /// The link was valid, and has made this token.
    case token(IssuedToken)
    /// The link was used before.
    case used(Role, venue: String)
    /// The link has expired.
    case expired(Role, venue: String)
    /// There is no such link.
    case unknown
}

/// The stored state of a device and its venue's PIN.
public struct PINState: Sendable, Equatable {
    /// The digest of the PIN; `nil` if the venue has no PIN.
    public var digest: String?
    /// The number of wrong PINs from this device since the last right one.
    public var wrongCount: Int
    /// When the last wrong PIN was entered.
    public var wrongAt: Instant?

    public init(digest: String?, wrongCount: Int, wrongAt: Instant?) {
        self.digest = digest
        self.wrongCount = wrongCount
        self.wrongAt = wrongAt
    }
}
