/// The parameters of a swarm.
public struct SwarmOrder: Sendable {
    public var port: Int
    /// The plans, which peers take in turns.
    public var plans: [PeerPlan]
    /// The number of simultaneous peers.
    public var peerCount: Int
    public var connectsPerSecond = 2_000
    /// Whether a finished peer is replaced by another, until the swarm is stopped.
    public var repeats = false
    /// Whether the peers run only while the machine is idle, so that they cost the hub nothing but
    /// their traffic.
    public var isNice = false
    /// The loopback addresses that peers use in turns.
    public var sources: [UInt32]

    /// - Parameter sourceCount: The number of addresses, from 127.0.1.1 on.
    public init(port: Int, plans: [PeerPlan], peerCount: Int, sourceCount: Int = 1) {
        self.port = port
        self.plans = plans
        self.peerCount = peerCount
        sources = (0..<UInt32(sourceCount)).map { 0x7F00_0101 + $0 }
    }
}
