import Foundation
import HostilePeers
import TestSupport
import Testing
import Transport

/// The real program under attack over real sockets, with good clients connected.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct HostilePeersTests {
    /// A time that only a hub blocked by an attack would take. Noticeable delays are measured and
    /// not tested, because the machine may be busy.
    private static let slowestRoundTrip = Duration.seconds(10)

    @Test(arguments: Tier.release.isWanted ? Attack.all : Attack.quickest)
    func `an attack gets what the limits say, and good clients are not affected`(
        attack: Attack
    ) async throws {
        let stand = try await onOwnThread { try Stand(attack) }
        for (plan, tally) in stand.tallies {
            #expect(!tally.isEmpty, "\(plan.name)")
            #expect(plan.expected.isSuperset(of: tally.keys), "\(plan.name): \(tally)")
        }
        #expect(stand.throughCount == stand.peerCount)
        #expect(stand.mishaps == [])
        #expect(stand.missingDiffCount == 0)
        #expect((0...(attack.eventsMax ?? .max)).contains(stand.hostileEventCount))
        let slowest = try #require(stand.roundTrips.slowest)
        #expect(slowest < Self.slowestRoundTrip)
        #expect(stand.hashes == Array(repeating: stand.hashOfHub, count: stand.hashes.count))
        #expect(
            stand.memoryPeak <= stand.memoryBefore + attack.memoryMebibytesMax << 20,
            "from \(stand.memoryBefore >> 20) to \(stand.memoryPeak >> 20) MiB")
        #expect(stand.isRunning, "\(stand.log)")
    }
}
