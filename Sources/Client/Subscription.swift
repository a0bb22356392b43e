import JSON

/// One view that a session watches.
struct Subscription {
    var copy: ViewCopy
    /// Between `live` and whatever makes it stale again.
    var isLive = false
    /// Whether `subscribed` is still to come: what comes for the view before it belongs to a
    /// subscription that is being replaced, and is thrown away.
    private var awaitsAnswer = false

    init(of view: String) { copy = ViewCopy(of: view) }

    /// The message that subscribes, from where the copy stands.
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

    /// Takes `subscribed`.
    mutating func answered() { awaitsAnswer = false }

    /// Takes a snapshot or a diff; nil when it is thrown away.
    mutating func apply(_ message: JSON) -> ViewCopy.Outcome? {
        awaitsAnswer ? nil : copy.apply(message)
    }

    /// Takes `live`.
    /// - Returns: whether it makes the view current.
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
