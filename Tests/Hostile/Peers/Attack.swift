/// A kind of attack on a hub.
public struct Attack: Sendable {
    public let name: String
    /// Whether the hub uses https.
    public let isSecure: Bool
    /// The number of simultaneous peers.
    public let peerCount: Int
    /// The maximum number of peers that connect in a second.
    public let connectsPerSecond: Int
    /// Limits that are shorter than the standard ones, for tests that can't wait as long.
    public let hastenedLimits: [String]
    /// The number of the hub's event loops, or `nil` for the default.
    public let loopCount: Int?
    /// Prepares the attack at the hub, before the good clients connect.
    public private(set) var prepare: @Sendable (inout Foothold) throws -> Void = { _ in }
    /// The number of waiting parties, which determines the size of the views.
    public let partyCount: Int
    /// The maximum growth of the hub's memory during the attack, in MiB.
    public let memoryMebibytesMax: Int
    /// The maximum number of events that the peers may cause, or `nil` for no limit.
    public let eventsMax: Int?
    public let plans: @Sendable (HostileBytes) -> [PeerPlan]

    public static let all: [Attack] = [
        slowloris, bombs, fragments, hugeFrames, pingFlood, neverReading, resets, tlsGarbage,
        plainGarbage, handshakes, crossSite, changesOfKeys, bigHeads, manyRequests,
        unknownLinks, unreadMoves, joining, extremeNumbers, calendarServers, crowdedWeeks, uploads,
        guests, forbidden,
    ]

    /// The attacks that take a second each.
    public static let quickest: [Attack] = [
        tlsGarbage, crossSite, joining, manyRequests, extremeNumbers, forbidden,
    ]

    public init(
        name: String, isSecure: Bool = false, peerCount: Int, connectsPerSecond: Int = 1_000,
        hastenedLimits: [String] = [], loopCount: Int? = nil, partyCount: Int = 20,
        memoryMebibytesMax: Int, eventsMax: Int? = 0,
        plans: @escaping @Sendable (HostileBytes) -> [PeerPlan]
    ) {
        self.name = name
        self.isSecure = isSecure
        self.peerCount = peerCount
        self.connectsPerSecond = connectsPerSecond
        self.hastenedLimits = hastenedLimits
        self.loopCount = loopCount
        self.partyCount = partyCount
        self.memoryMebibytesMax = memoryMebibytesMax
        self.eventsMax = eventsMax
        self.plans = plans
    }

    func prepared(by prepare: @escaping @Sendable (inout Foothold) throws -> Void) -> Attack {
        var attack = self
        attack.prepare = prepare
        return attack
    }

    /// The number of addresses, so that each stays below its limit of connections.
    public var sourceCount: Int { peerCount / 500 + 1 }
}

extension Attack: CustomStringConvertible {
    public var description: String { name }
}
