package import Sync

/// The PIN lock of a host's open connection. Entering the PIN opens it for a while.
package struct PINLock {
    /// The reason given when the lock closes a connection.
    package static let reason = "the PIN has to be entered"

    /// Until when the lock is open; `nil` if the venue has no PIN.
    package var unlockedUntil: Instant?

    package init(unlockedUntil: Instant?) { self.unlockedUntil = unlockedUntil }

    package func isShut(at now: Instant) -> Bool { unlockedUntil.map { $0 <= now } ?? false }
}
