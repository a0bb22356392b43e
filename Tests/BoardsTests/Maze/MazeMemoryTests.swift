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
}
