import JSON
import ScreenClient
import Sync
import TestBoards
import TestSupport
import Testing

/// Random evenings with a maze, checked against invariants.
@Suite struct MazePropertyTests {
    @Test(arguments: 1...6)
    func `keeps the invariants, and ends with the hub's documents on all screens`(
        seed: UInt64
    ) {
        var walk = MazeWalk(seed: seed)
        for number in 1...400 {
            walk.step()
            let document = walk.bench.shown
            let faults =
                MazeInvariants.faults(in: document) + walk.stepFaults + walk.bench.faults
                + [walk.last].filter { $0.contains("was") || $0.hasPrefix("a step") }
            expectEqual(faults, [], "\(number): \(walk.last)")
            guard faults.isEmpty else { return }
        }
        walk.calmDown()
        expectEqual(walk.bench.faults, [])
        expectEqual(walk.screens.count, 3)
        for screen in walk.screens {
            let copy = walk.bench.watchers[screen]?.copy
            let document = walk.bench.document(copy?.view ?? "")
            expectEqual(copy?.document, document, "\(copy?.position) \(walk.bench.now)")
        }
        // The host's document also has members that only the house may see.
        var host = walk.bench.document()?.members ?? [:]
        var run = host["run"]?.members
        run?["url"] = nil
        run?["concurrency"] = nil
        host["run"] = run.map(JSON.object)
        expectEqual(walk.bench.document("maze/display"), .object(host))
    }

    @Test func `covers every kind of request`() {
        var accepted: [String: Int] = [:]
        for seed in 1...6 as ClosedRange<UInt64> {
            var walk = MazeWalk(seed: seed)
            for _ in 1...400 { walk.step() }
            accepted.merge(walk.accepted) { $0 + $1 }
        }
        for verb in Set(MazeWalk.verbs) { #expect(accepted[verb] ?? 0 > 0, "\(verb)") }
    }
}
