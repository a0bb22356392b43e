import Client
public import Foundation

/// A hub with good clients, and an attack on it.
public final class Siege {
    public let attack: Attack
    public let hub: ServedHub
    public let house: GoodHouse
    public let engineerToken: String
    private let bytes: HostileBytes

    /// Returns when every good client is served.
    ///
    /// - Parameter limits: the attack's own, for those who can't wait, or none.
    public init(_ attack: Attack, program: URL, limits: [String]) throws {
        self.attack = attack
        hub = try ServedHub(
            program: program, limits: limits, loopCount: attack.loopCount,
            isSecure: attack.isSecure)
        for slug in attack.venues { _ = try hub.command("venue add", [slug, "--name", slug]) }
        engineerToken = try hub.token("engineer")
        let screenToken = try hub.token("display")
        house = try GoodHouse(
            at: hub.address, hostToken: hub.token("host"), screenToken: screenToken,
            partyCount: attack.partyCount)
        var bytes = HostileBytes(port: hub.address.port, token: screenToken)
        if let path = hub.address.authoritiesPath {
            let authority = try Data(contentsOf: URL(fileURLWithPath: path))
            bytes.tlsContext = PeerTLSContext(trusting: Array(authority))
        }
        self.bytes = bytes
    }

    /// How the attack is made on this hub.
    public var order: SwarmOrder {
        var order = SwarmOrder(
            port: hub.address.port, plans: attack.plans(bytes), peerCount: attack.peerCount,
            sourceCount: attack.sourceCount)
        order.connectsPerSecond = attack.connectsPerSecond
        return order
    }

    /// How many connections the hub has, without the one that asks.
    public func connectionCount() throws -> Int? {
        try hub.metric("tablecast_connections", token: engineerToken).map { $0 - 1 }
    }
}
