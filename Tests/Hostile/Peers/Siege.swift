import Client
public import Foundation
import Locks

/// A hub with good clients, and an attack on it.
public final class Siege {
    public let attack: Attack
    public let hub: ServedHub
    public let house: GoodHouse
    public let engineerToken: String
    private let foothold: Foothold
    private let firstRev: Int

    /// Returns when every good client is served.
    ///
    /// - Parameter limits: The attack's `hastenedLimits`, or none.
    public init(_ attack: Attack, program: URL, limits: [String]) throws {
        self.attack = attack
        hub = try ServedHub(
            program: program, limits: limits, loopCount: attack.loopCount,
            isSecure: attack.isSecure)
        engineerToken = try hub.token("engineer")
        let screenToken = try hub.token("display")
        var foothold = try Foothold(at: hub, screenToken: screenToken)
        try attack.prepare(&foothold)
        self.foothold = foothold
        firstRev = try hub.revision(token: engineerToken)
        house = try GoodHouse(
            at: hub.address, hostToken: hub.token("host"), screenToken: screenToken,
            partyCount: attack.partyCount)
    }

    /// Returns the number of events that no good client has caused.
    public func hostileEventCount() throws -> Int {
        try hub.revision(token: engineerToken) - firstRev - attack.partyCount - house.mutationCount
    }

    /// Everything that should not have happened.
    public var mishaps: [String] { house.mishaps + foothold.leaks.with { $0 } }

    /// The attack's parameters for this hub.
    public var order: SwarmOrder {
        var order = SwarmOrder(
            port: hub.address.port, plans: attack.plans(foothold.bytes),
            peerCount: attack.peerCount,
            sourceCount: attack.sourceCount)
        order.connectsPerSecond = attack.connectsPerSecond
        return order
    }

    /// Returns the number of the hub's connections, without the one of this request.
    public func connectionCount() throws -> Int? {
        try hub.metric("tablecast_connections", token: engineerToken).map { $0 - 1 }
    }
}
