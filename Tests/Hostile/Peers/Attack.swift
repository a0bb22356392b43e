/// One way in which peers try to wear a hub down.
public struct Attack: Sendable {
    public let name: String
    /// Whether it is meant for a hub that speaks https.
    public let isSecure: Bool
    /// At once.
    public let peerCount: Int
    /// How many of them begin in a second, at most.
    public let connectsPerSecond: Int
    /// What is set for those who can't wait as long as the standard has peers wait.
    public let hastenedLimits: [String]
    /// How many event loops the hub has; the standard when it is nil.
    public let loopCount: Int?
    /// Venues beside the first one.
    public let venues: [String]
    /// How many parties wait, which is how large the views are.
    public let partyCount: Int
    /// What the hub's memory may grow by, from before the attack to its worst moment.
    public let memoryMebibytesMax: Int
    public let plans: @Sendable (HostileBytes) -> [PeerPlan]

    public static let all: [Attack] = [
        slowloris, bombs, fragments, hugeFrames, pingFlood, neverReading, resets, tlsGarbage,
        plainGarbage, handshakes, crossSite, changesOfKeys, bigHeads, manyRequests,
        unknownLinks, unreadMoves,
    ]

    public init(
        name: String, isSecure: Bool = false, peerCount: Int, connectsPerSecond: Int = 1_000,
        hastenedLimits: [String] = [], loopCount: Int? = nil, venues: [String] = [],
        partyCount: Int = 20, memoryMebibytesMax: Int,
        plans: @escaping @Sendable (HostileBytes) -> [PeerPlan]
    ) {
        self.name = name
        self.isSecure = isSecure
        self.peerCount = peerCount
        self.connectsPerSecond = connectsPerSecond
        self.hastenedLimits = hastenedLimits
        self.loopCount = loopCount
        self.venues = venues
        self.partyCount = partyCount
        self.memoryMebibytesMax = memoryMebibytesMax
        self.plans = plans
    }

    /// So many of 127.0.1.x that each stays below what one address may have.
    public var sourceCount: Int { peerCount / 500 + 1 }
}

extension Attack: CustomStringConvertible {
    public var description: String { name }
}
