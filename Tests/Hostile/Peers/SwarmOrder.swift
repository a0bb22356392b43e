/// How a swarm goes about it.
public struct SwarmOrder: Sendable {
    public var port: Int
    /// Peers take turns with these.
    public var plans: [PeerPlan]
    /// How many are there at once.
    public var peerCount: Int
    public var connectsPerSecond = 2_000
    /// Whether one that is through makes room for the next, until the swarm is stopped.
    public var repeats = false
    /// Whether the peers' thread lets all others of the machine go before, so that it costs the hub
    /// what it sends and nothing else.
    public var isNice = false
    /// The loopback addresses that peers come from in turn.
    public var sources: [UInt32]

    /// - Parameter sourceCount: they come from 127.0.1.1 and the following.
    public init(port: Int, plans: [PeerPlan], peerCount: Int, sourceCount: Int = 1) {
        self.port = port
        self.plans = plans
        self.peerCount = peerCount
        sources = (0..<UInt32(sourceCount)).map { 0x7F00_0101 + $0 }
    }
}
