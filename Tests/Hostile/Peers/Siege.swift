import Client
public import Foundation
import HTTPTypes
import JSON

/// A hub with good clients, and an attack on it.
public final class Siege {
    public let attack: Attack
    public let hub: ServedHub
    public let house: GoodHouse
    public let engineerToken: String
    private let bytes: HostileBytes

    /// Returns when every good client is served.
    ///
    /// - Parameter limits: The attack's `hastenedLimits`, or none.
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
        if attack.opensJoining { bytes.joinSecret = try Self.openJoining(at: hub) }
        self.bytes = bytes
    }

    /// Lets guests join by themselves.
    ///
    /// - Returns: The secret of the join link.
    private static func openJoining(at hub: ServedHub) throws -> String {
        let owner = HTTPClient(hub.address, token: try hub.token("owner"))
        let answer = try owner.mutate(
            id: "open-joining", "house.configure", ["selfCheckIn": "direct"], venue: "main")
        let link = try JSON(parsing: owner.perform(.get, "/v1/main/join").body)["link"]?.text
        guard case .accepted = answer, let link, link.hasPrefix("/j/") else {
            throw ClientError.violation("guests can't join")
        }
        return String(link.dropFirst("/j/".count))
    }

    /// The attack's parameters for this hub.
    public var order: SwarmOrder {
        var order = SwarmOrder(
            port: hub.address.port, plans: attack.plans(bytes), peerCount: attack.peerCount,
            sourceCount: attack.sourceCount)
        order.connectsPerSecond = attack.connectsPerSecond
        return order
    }

    /// Returns how many connections the hub has, without the one that asks.
    public func connectionCount() throws -> Int? {
        try hub.metric("tablecast_connections", token: engineerToken).map { $0 - 1 }
    }
}
