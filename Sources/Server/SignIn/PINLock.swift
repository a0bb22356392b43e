import Sync

/// The PIN that stands before a host's browser, as an open connection knows it: entered once, it is
/// good for a while.
struct PINLock {
    /// What a connection is told that ends by it.
    static let reason = "the PIN has to be entered"

    /// `nil` while the venue asks for no PIN.
    var openUntil: Instant?

    func isShut(at now: Instant) -> Bool { openUntil.map { $0 <= now } ?? false }
}
