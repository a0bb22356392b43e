import Foundation
import HostilePeers
import TestSupport
import Transport

/// The results of one attack on a separate hub.
struct Stand: Sendable {
    private(set) var tallies: [(plan: PeerPlan, tally: [PeerOutcome: Int])]
    let peerCount: Int
    let throughCount: Int
    let mishaps: [String]
    let missingDiffCount: Int
    let hostileEventCount: Int
    /// The round trips that began during the attack.
    let roundTrips: RoundTrips
    let hashes: [String?]
    let hashOfHub: String?
    let memoryBefore: Int
    let memoryPeak: Int
    let memoryAfter: Int
    let isRunning: Bool
    let log: String

    /// Returns when every peer has finished, its connections have left the hub, and all of the
    /// host's changes have arrived on every screen.
    init(_ attack: Attack) throws {
        let siege = try Siege(
            attack, program: BuiltProgram.named("tablecast"), limits: attack.hastenedLimits)
        let calmCount = try siege.connectionCount() ?? 0
        var order = siege.order
        order.peerCount = Self.fitting(order.peerCount, of: attack)
        memoryBefore = siege.hub.memory.resident
        siege.hub.memory.forgetPeak()
        let begin = ContinuousClock.now
        let swarm = Swarm(order)
        swarm.waitUntilThrough()
        let end = ContinuousClock.now
        let deadline = end + .seconds(30)
        // The additional connection may be that of a page request.
        while siege.hub.isRunning, ContinuousClock.now < deadline,
            try siege.connectionCount() ?? .max > calmCount + 1
        {}
        siege.house.close()
        peerCount = order.peerCount
        let tallies = swarm.tallies
        throughCount = tallies.values.reduce(0) { $0 + $1.values.reduce(0, +) }
        let plans = Dictionary(
            order.plans.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        self.tallies = plans.values.map { ($0, tallies[$0.name] ?? [:]) }
        var mishaps = siege.mishaps
        if ContinuousClock.now > deadline { mishaps.append("connections were left over") }
        self.mishaps = mishaps
        missingDiffCount = siege.house.missingDiffCount
        hostileEventCount = try siege.hostileEventCount()
        roundTrips = siege.house.roundTrips(from: begin, to: end)
        hashes = siege.house.hashes
        memoryPeak = siege.hub.memory.peak
        memoryAfter = siege.hub.memory.resident
        isRunning = siege.hub.isRunning
        log = String(siege.hub.log.suffix(4_000))
        hashOfHub = try siege.house.hashOfHub(token: siege.engineerToken)
    }

    /// Returns the number of peers for which both sides have descriptors.
    private static func fitting(_ peerCount: Int, of attack: Attack) -> Int {
        let room = DescriptorLimit.raise() - 500
        guard room < peerCount else { return peerCount }
        print("\(attack.name): \(room) peers instead of \(peerCount), for want of descriptors")
        return room
    }
}
