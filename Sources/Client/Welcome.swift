public import JSON

/// What a hub says first on a connection.
public struct Welcome: Sendable, Equatable {
    public var venue: String
    public var epoch: String
    /// The venue's revision.
    public var rev: Int
    /// What the token makes of its bearer: `host`, `display` and so on.
    public var role: String
    /// After so long without a message a view is stale.
    public var heartbeat: Duration

    /// Reads a `welcome`; nil for anything else.
    public init?(_ message: JSON) {
        guard message["type"]?.text == "welcome", let venue = message["venue"]?.text,
            let epoch = message["epoch"]?.text, let rev = message["rev"]?.integer,
            let role = message["role"]?.text
        else { return nil }
        self.venue = venue
        self.epoch = epoch
        self.rev = rev
        self.role = role
        // Below a second the client would ask all the time whether the hub is still there.
        heartbeat = .milliseconds(max(1_000, message["heartbeatMs"]?.integer ?? 15_000))
    }
}
