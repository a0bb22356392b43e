import Foundation
import HostilePeers
import TestSupport
import Testing
import Transport

/// An address that takes all available connections, with the standard limits.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct AddressLimitTests {
    private static let held = 1_024
    private static let attempts = 3_000

    private struct Findings: Sendable {
        var heldCount: Int
        var tally: [PeerOutcome: Int]
        var mishaps: [String]
        var isRunning: Bool
    }

    @Test func `one address can't take the connections of another`() async throws {
        // The hub needs as many descriptors as this process.
        guard DescriptorLimit.raise() > Self.attempts + 500 else {
            print("an address that takes all: left out, for want of descriptors")
            return
        }
        let findings = try await onOwnThread { try Self.hoard() }
        // Each new connection displaces idle ones, some of which are closed together.
        #expect((Self.held - 16...Self.held).contains(findings.heldCount))
        #expect(Set(findings.tally.keys).isSubset(of: [.ended, .reset, .unfinished]))
        #expect(findings.tally[.unfinished] == findings.heldCount)
        #expect(findings.tally.values.reduce(0, +) == Self.attempts)
        #expect(findings.mishaps == [])
        #expect(findings.isRunning)
    }

    /// Takes all connections from 127.0.1.1, while the good clients come from 127.0.0.1.
    private static func hoard() throws -> Findings {
        let attack = Attack(name: "hoarding", peerCount: attempts, memoryMebibytesMax: 32) { _ in
            [PeerPlan("silence", [], gets: [.ended, .reset])]
        }
        let siege = try Siege(attack, program: BuiltProgram.named("tablecast"), limits: [])
        var order = siege.order
        order.sources = [0x7F00_0101]
        let swarm = Swarm(order)
        while swarm.begunCount < attempts || swarm.openCount > held { usleep(10_000) }
        // Wait for new connections and changes of the good clients, with all of those held.
        let pagesBefore = siege.house.pageCount
        let mutationsBefore = siege.house.mutationCount
        while siege.house.pageCount < pagesBefore + 10
            || siege.house.mutationCount < mutationsBefore + 25,
            siege.house.mishaps.isEmpty
        {
            usleep(10_000)
        }
        let heldCount = swarm.openCount
        swarm.stop()
        siege.house.close()
        return Findings(
            heldCount: heldCount, tally: swarm.tallies["silence"] ?? [:],
            mishaps: siege.house.mishaps, isRunning: siege.hub.isRunning)
    }
}
