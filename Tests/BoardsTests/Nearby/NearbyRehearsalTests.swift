import JSON
import Sync
import TestSupport
import Testing

@testable import Boards

/// The board's part in a rehearsal, played on a venue in memory.
@Suite struct NearbyRehearsalTests {
    private static let seeds: [UInt64] = [0, 1, 2, 42, .max]

    private static func part(seed: UInt64, _ bench: NearbyBench) -> NearbyRehearsal {
        var random = SplitMix64(seed: seed)
        let arrivals = Arrival.evening(using: &random)
        return NearbyRehearsal(
            arrivals: arrivals, document: bench.document(NearbyRehearsal.view ?? ""),
            using: &random)
    }

    /// Plays a part as a player does.
    ///
    /// - Returns: the refusals.
    private func play(_ part: inout NearbyRehearsal, on bench: inout NearbyBench) -> [String] {
        var refusals: [String] = []
        for (step, second) in part.seconds.enumerated() {
            bench.now = max(
                bench.now, NearbyBench.start.adding(milliseconds: Int64(second) * 1_000))
            guard let asked = part.mutation(at: step) else {
                refusals.append("nothing for \(part.steps[step].act)")
                continue
            }
            do throws(Rejection) {
                let result = try bench.ask(asked.action, asked.arguments)
                _ = part.accepted(step, rev: bench.rev, result: result)
            } catch {
                refusals.append("\(asked.action): \(error.code)")
                part.rejected(step)
            }
        }
        return refusals
    }

    @Test(arguments: seeds)
    func `a round is played without a refusal, and decided`(seed: UInt64) throws {
        var bench = NearbyBench()
        try bench.ask("configure", ["lat": 40.7165, "lon": -74.3578], by: NearbyBench.owner)
        var part = Self.part(seed: seed, bench)
        expectEqual(play(&part, on: &bench), [])
        let document = try #require(bench.document("nearby/host"))
        let round = try #require(document["rounds"]?.members?.values.first)
        #expect(round["state"] == "closed" && round["decided"] != nil)
        expectEqual(round["friends"]?.members?.count, 5)
        expectEqual(document["favourites"]?.members?.count, 4)
        let favourite = document["favourites"]?.members?.values.first
        #expect(favourite?["lat"] != nil && favourite?["lon"] != nil)
        expectEqual(part.tally, "5 friends choose a place")
    }

    @Test mutating func `a house chooses from the favourites that it has`() throws {
        var bench = NearbyBench()
        for number in 1...6 { _ = try bench.add("Place \(number)") }
        var part = Self.part(seed: 7, bench)
        expectEqual(play(&part, on: &bench), [])
        expectEqual(bench.document("nearby/host")?["favourites"]?.members?.count, 6)
    }

    @Test func `the same numbers make the same evening`() {
        let bench = NearbyBench()
        expectEqual(Self.part(seed: 3, bench), Self.part(seed: 3, bench))
        #expect(Self.part(seed: 3, bench) != Self.part(seed: 4, bench))
    }
}
