package import Sync

/// A stored one-time link.
package struct StoredLink: Sendable {
    package let role: Role
    package let name: String?
    package let venue: String
    /// The device whose owner made the link; `nil` if it was made on the hub's machine.
    package let maker: String?
    package let expiresAt: Instant
    package var isUsed: Bool

    package init(
        role: Role, name: String? = nil, venue: String, maker: String? = nil, expiresAt: Instant,
        isUsed: Bool = false
    ) {
        self.role = role
        self.name = name
        self.venue = venue
        self.maker = maker
        self.expiresAt = expiresAt
        self.isUsed = isUsed
    }

    /// The maximum lifetime of a link. Adding it to an instant can't overflow.
    private static let lifetimeSecondsMax = 315_360_000

    /// Returns when a link that is made now expires.
    package static func expiry(after lifetimeSeconds: Int, from now: Instant) -> Instant {
        now.adding(milliseconds: Int64(max(0, min(lifetimeSeconds, lifetimeSecondsMax))) * 1_000)
    }

    /// Whether following the link unlocks an owner's device, who may have forgotten the PIN.
    package var unlocksOwner: Bool { role == .owner && maker == nil }

    /// Returns why the link can't be followed; `nil` if it can.
    package func refusal(at now: Instant) -> LinkOutcome? {
        if isUsed { return .used(role, venue: venue) }
        return now < expiresAt ? nil : .expired(role, venue: venue)
    }
}
