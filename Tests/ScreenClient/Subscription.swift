import JSON

/// A view that a session watches.
struct Subscription {
    var copy: ViewCopy
    /// Whether the view is current: `live` has come, and nothing has made it stale since.
    var isLive = false
    /// Whether `subscribed` has not come yet. Messages about the view before it belong to an
    /// earlier subscription and are ignored.
    private var awaitsAnswer = false

    init(of view: String) { copy = ViewCopy(of: view) }

    /// Returns the message that subscribes to the view, from the copy's position.
    mutating func request() -> JSON {
        awaitsAnswer = true
        isLive = false
        let since = copy.position.map { position -> JSON in
            ["epoch": .string(position.epoch), "rev": JSON(position.rev)]
        }
        return JSON(present: [
            "type": "subscribe", "view": .string(copy.view), "since": since,
        ])
    }

    /// Handles `subscribed`.
    mutating func answered() { awaitsAnswer = false }

    /// Handles a snapshot or a diff. Returns `nil` if it is ignored.
    mutating func apply(_ message: JSON) -> ViewCopy.Outcome? {
        awaitsAnswer ? nil : copy.apply(message)
    }

    /// Handles `live`.
    ///
    /// - Returns: Whether the view is current now.
    mutating func becameLive() -> Bool {
        guard !awaitsAnswer else { return false }
        isLive = true
        return true
    }

    mutating func connectionEnded() {
        awaitsAnswer = false
        isLive = false
    }
}
