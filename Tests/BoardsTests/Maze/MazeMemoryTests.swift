import BoardKit
import JSON
import MazeBoard
import ScreenClient
import ShippedBoards
import Sync
import TestBoards
import TestSupport
import Testing

@Suite struct MazeMemoryTests {
    private var bench = MazeBench()

    @Test mutating func `keeps all but the settings in memory, with separate revisions`() throws {
        let first = try bench.acked("explore", ["maze": "9x9-000000ff"])
        #expect(first?.isInMemory == true && first?.rev == 1)
        let bytes = ServerMessage.ack(try #require(first)).bytes
        #expect(String(decoding: bytes, as: UTF8.self).contains(#""durable":"memory""#))
        try bench.finishExploring()
        let second = try bench.acked("join")
        #expect(second?.isInMemory == true && second?.rev ?? 0 > 3)
        #expect(bench.events.isEmpty && bench.venue.rev == 0)
        // A journaled change counts in both revisions.
        let configured = try bench.acked("configure", ["auto": true], by: MazeBench.owner)
        #expect(configured?.isInMemory == false && configured?.rev == 1)
        expectEqual(bench.events.map(\.type), ["tablecast.maze.configured"])
        let third = try bench.acked("leave", ["walker": "w_1"])
        expectEqual(third?.rev, (second?.rev ?? 0) + 2)
        expectEqual(bench.events.count, 1)
        let settings = try #require(bench.message("maze/settings"))
        try expectEqual(JSON(parsing: settings)["epoch"], "k3f9")
        let shown = try JSON(parsing: try #require(bench.message("maze/display")))
        #expect(shown["epoch"] == "start" && shown["rev"]?.integer == third?.rev)
    }

    @Test mutating func `ends the run and keeps the settings at a restart`() throws {
        try bench.ask("configure", ["size": "small", "auto": true], by: MazeBench.owner)
        try bench.explore()
        let party = try bench.add("Ada Lovelace")
        try bench.join(MazeBench.waiting(party))
        let screen = bench.watch()
        let left = bench.leave(screen)
        let copy = try #require(left)
        expectEqual(copy.position?.epoch, "start")
        bench = bench.restarted()
        expectEqual(bench.document("maze/display"), ["rooms": [:], "walkers": [:]])
        #expect(bench.document("maze/settings")?["settings"]?["size"] == "small")
        #expect(bench.venue.nextDue() == nil || bench.state == nil)
        let again = bench.watch(from: copy)
        expectEqual(bench.watchers[again]?.copy.position?.epoch, "again")
        expectEqual(bench.watchers[again]?.copy.document, ["rooms": [:], "walkers": [:]])
        // Ids start again after the restart.
        let explored = try bench.ask("explore")
        #expect(explored["run"] == "m_1" && explored["maze"]?.text?.hasPrefix("16x9-") == true)
        expectEqual(bench.faults, [])
    }

    @Test mutating func `answers a repeated mutation as before, without applying it again`() throws
    {
        try bench.explore()
        let walker = try bench.acked("join", id: "j")
        let again = try bench.acked("join", id: "j")
        #expect(again?.isReplayed == true && again?.result == walker?.result)
        #expect(again?.rev == walker?.rev && again?.isInMemory == true)
        expectEqual(bench.walkers.count, 1)
        try bench.race()
        let side = JSON.string(MazeBench.side(bench.path.first ?? "n"))
        let step: [String: JSON] = ["walker": "w_1", "to": side]
        let result = try bench.ask("step", step, id: "s")
        bench.wait(500)
        try expectEqual(bench.ask("step", step, id: "s"), result)
        #expect(bench.walker("w_1")?["steps"] == 1)
        #expect(throws: Rejection.self) { try bench.ask("leave", ["walker": "w_1"], id: "s") }
        // The journal's mutation ids are separate.
        try bench.ask("configure", ["auto": true], by: MazeBench.owner, id: "s")
    }

    @Test mutating func `resumes a reconnected screen from the ring`() throws {
        let screen = bench.watch()
        try bench.explore()
        bench.wait(50)
        let left = bench.leave(screen)
        let copy = try #require(left)
        let walker = try bench.join()
        try bench.race()
        try bench.walk(walker, bench.path)
        let again = bench.watch(from: copy)
        expectEqual(bench.watchers[again]?.copy.document, bench.document("maze/display"))
        expectEqual(bench.watchers[again]?.copy.position?.epoch, "start")
        expectEqual(bench.faults, [])
    }

    @Test mutating func `has no actions or views while the board is off`() throws {
        try bench.explore()
        let optional = BoardRegistry.shipped.modules.map(\.declaration).filter { !$0.isAlwaysOn }
        let others = optional.map { JSON.string($0.name) }.filter { $0 != "maze" }
        try bench.ask("house.configure", ["boards": .array(others)], by: MazeBench.owner)
        expectEqual(bench.code("join"), .unknownAction)
        expectNil(bench.document("maze/display"))
        try bench.ask("house.configure", ["boards": .array(others + ["maze"])], by: MazeBench.owner)
        expectEqual(bench.rooms.count, 81)
    }
}
