import BoardKit
import JSON
import NearbyBoard
import Sync
import TestBoards
import TestSupport
import Testing

/// Random use of houses, checked against invariants.
@Suite struct NearbyPropertyTests {
    @Test(arguments: 1...3)
    func `the invariants hold after every step`(seed: UInt64) {
        var walk = NearbyWalk(seed: seed)
        for _ in 1...400 where walk.step() {
            let faults = NearbyInvariants.faults(in: walk.bench.document("nearby/host"))
            expectEqual(faults, [], "revision \(walk.bench.rev): \(walk.last)")
        }
    }

    @Test(arguments: 11...12)
    func `replayed events and a restored state give the same documents`(
        seed: UInt64
    ) throws {
        var walk = NearbyWalk(seed: seed)
        for number in 1...400 {
            _ = walk.step()
            guard number.isMultiple(of: 80) else { continue }
            let expected = walk.bench.everything(rounds: walk.rounds)
            let state = walk.bench.venue.savedState()
            for other in [walk.bench.replayed(), try walk.bench.restored()] {
                expectEqual(other.everything(rounds: walk.rounds), expected, "\(walk.bench.rev)")
                expectEqual(other.venue.savedState(), state, "\(walk.bench.rev)")
                expectEqual(other.venue.nextDue(), walk.bench.venue.nextDue())
            }
        }
    }

    @Test(arguments: 21...23)
    func `undo and redo restore every document`(seed: UInt64) throws {
        var walk = NearbyWalk(seed: seed)
        var before = walk.bench.everything()
        var count = 0
        for _ in 1...250 where walk.step() {
            let after = walk.bench.everything()
            defer { before = after }
            let event = try #require(walk.bench.events.last)
            var bench = walk.bench
            guard walk.last.verb != "wait", (try? bench.undo()) != nil else { continue }
            expectEqual(bench.everything(), before, "revision \(event.rev): \(walk.last)")
            #expect(throws: Never.self, "revision \(event.rev): \(walk.last)") { try bench.undo() }
            expectEqual(bench.everything(), after, "revision \(event.rev): \(walk.last)")
            count += 1
        }
        #expect(count > 50)
    }

    @Test func `random walks cover every kind of request`() {
        var accepted: [String: Int] = [:]
        for seed in 1...3 as ClosedRange<UInt64> {
            var walk = NearbyWalk(seed: seed)
            for _ in 1...400 { _ = walk.step() }
            accepted.merge(walk.accepted) { $0 + $1 }
        }
        for verb in Set(NearbyWalk.verbs) { #expect(accepted[verb] ?? 0 > 0, "\(verb)") }
    }
}
