package import Sync

/// The PIN that stands before a host's browser, as an open connection knows it: entered once, it is
/// good for a while.
package struct PINLock {
    /// What a connection is told that ends by it.
    package static let reason = "the PIN has to be entered"

    /// `nil` while the venue asks for no PIN.
    package var openUntil: Instant?

    package init(openUntil: Instant?) { self.openUntil = openUntil }

    package func isShut(at now: Instant) -> Bool { openUntil.map { $0 <= now } ?? false }
}
