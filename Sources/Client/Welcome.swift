public import JSON

/// The first message of a hub on a connection.
public struct Welcome: Sendable, Equatable {
    public var venue: String
    public var epoch: String
    /// The venue's revision.
    public var rev: Int
    /// The role of the token's bearer, such as `host` or `display`.
    public var role: String
    /// The time for which a view without messages counts as current.
    public var heartbeat: Duration

    /// Reads a `welcome`. Returns `nil` for anything else.
    public init?(_ message: JSON) {
        guard message["type"]?.text == "welcome", let venue = message["venue"]?.text,
            let epoch = message["epoch"]?.text, let rev = message["rev"]?.integer,
            let role = message["role"]?.text
        else { return nil }
        self.venue = venue
        self.epoch = epoch
        self.rev = rev
        self.role = role
        // A shorter interval would make the client ping all the time.
        heartbeat = .milliseconds(max(1_000, message["heartbeatMs"]?.integer ?? 15_000))
    }
}
