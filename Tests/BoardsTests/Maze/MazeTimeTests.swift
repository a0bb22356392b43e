import BoardKit
import JSON
import MazeBoard
import Sync
import TestBoards
import TestSupport
import Testing

/// Automatic mazes and races, and replays.
@Suite struct MazeTimeTests {
    private var bench = MazeBench()

    private mutating func setAutomatic(_ isOn: Bool = true) throws {
        try bench.ask("configure", ["auto": .bool(isOn)], by: MazeBench.owner)
    }

    @Test mutating func `begins nothing automatically unless the owner enables it`() throws {
        try bench.explore()
        try bench.join()
        bench.wait(seconds: 60)
        expectEqual(bench.state, "ready")
        try bench.ask("race")
        try bench.ask("stop")
        bench.wait(seconds: 60)
        expectEqual(bench.state, "finished")
    }

    @Test mutating func `begins a race ten seconds after a walker has joined`() throws {
        try setAutomatic()
        try bench.explore()
        bench.wait(seconds: 60)
        expectEqual(bench.state, "ready")
        let walker = try bench.join()
        bench.wait(seconds: 9)
        try bench.join(MazeBench.owner)
        bench.wait(999)
        expectEqual(bench.state, "ready")
        bench.wait(1)
        expectEqual(bench.state, "racing")
        expectEqual(bench.run?["raceAt"]?.text, bench.now.adding(milliseconds: 3_000).description)
        // A new maze follows twenty seconds after the race.
        bench.wait(seconds: 3)
        try bench.walk(walker, bench.path)
        expectEqual(bench.state, "finished")
        bench.wait(19_899)
        #expect(bench.run?["id"] == "m_1")
        bench.wait(1)
        #expect(bench.run?["id"] == "m_2" && bench.state == "exploring")
        expectEqual(bench.run?["maze"]?.text?.hasPrefix("32x18-"), true)
        try bench.finishExploring()
        // Walkers in the maze have already joined.
        expectEqual(bench.walkers.count, 2)
        bench.wait(9_999)
        expectEqual(bench.state, "ready")
        bench.wait(1)
        expectEqual(bench.state, "racing")
    }

    @Test mutating func `begins a race ten seconds after a walker joins an explored maze`()
        throws
    {
        try setAutomatic()
        try bench.ask("explore", ["maze": "9x9-000000ff"])
        let walker = try bench.join()
        try bench.finishExploring()
        bench.wait(seconds: 5)
        // No walker is left.
        try bench.ask("leave", ["walker": .string(walker)])
        bench.wait(seconds: 60)
        expectEqual(bench.state, "ready")
        try bench.join()
        bench.wait(9_999)
        expectEqual(bench.state, "ready")
        bench.wait(1)
        expectEqual(bench.state, "racing")
    }

    @Test mutating func `lets a host act before the clock, and the owner change the setting`()
        throws
    {
        try setAutomatic()
        try bench.explore()
        try bench.join()
        bench.wait(seconds: 5)
        try bench.ask("race")
        try bench.ask("stop")
        bench.wait(seconds: 15)
        try setAutomatic(false)
        bench.wait(seconds: 60)
        expectEqual(bench.state, "finished")
        // The pause begins when the setting is switched on.
        try setAutomatic()
        bench.wait(19_999)
        expectEqual(bench.state, "finished")
        bench.wait(1)
        expectEqual(bench.state, "exploring")
        try bench.ask("cancel")
        bench.wait(seconds: 60)
        expectEqual(bench.state, "cancelled")
    }

    @Test mutating func `begins no race and no pause without an exit`() throws {
        try setAutomatic()
        bench.board.missing = { [$0.exit] }
        try bench.explore()
        try bench.join()
        bench.wait(seconds: 60)
        expectEqual(bench.state, "ready")
        #expect(bench.venue.nextDue() != nil)
    }

    @Test mutating func `shows a replay until something new begins`() throws {
        try bench.explore()
        try bench.ask("replay")
        let at = JSON.string(bench.now.description)
        #expect(bench.document()?["replay"] == ["run": "m_1", "speed": 4, "at": at])
        try bench.join()
        #expect(bench.document()?["replay"] != nil)
        try bench.ask("race")
        #expect(bench.document()?["replay"] == nil)
        try bench.ask("stop")
        try bench.ask("explore")
        try bench.ask("cancel")
        try bench.ask("replay", ["run": "m_1", "speed": 1])
        #expect(bench.document()?["replay"]?["run"] == "m_1")
        bench.wait(seconds: 1)
        try bench.ask("replay", ["speed": 2])
        let later = JSON.string(bench.now.description)
        #expect(bench.document()?["replay"] == ["run": "m_2", "speed": 2, "at": later])
        for run in ["m_3", "m_0", "x"] {
            expectEqual(bench.code("replay", ["run": .string(run)]), .notFound)
        }
        expectEqual(
            bench.refusal("replay", ["run": "m_3"])?.message, "There is no record of such a run")
        try bench.ask("explore")
        #expect(bench.document()?["replay"] == nil)
    }
}
