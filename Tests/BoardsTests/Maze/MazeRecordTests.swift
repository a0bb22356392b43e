import JSON
import Mazes
import Sync
import TestBoards
import TestSupport
import Testing

@testable import BoardKit
@testable import MazeBoard

@Suite struct MazeRecordTests {
    private var bench = MazeBench()

    private var records: [MazeRecord] {
        bench.venue.board(MazeGame.self).map { Array($0.records) } ?? []
    }

    @Test mutating func `has the rooms in order, and the steps of the last race`()
        throws
    {
        let startedAt = bench.now
        try bench.explore()
        let party = try bench.add("Ada Lovelace")
        let guest = MazeBench.waiting(party)
        let walker = try bench.join(guest)
        let idle = try bench.join()
        try bench.race()
        try bench.walk(walker, bench.path, by: guest)
        let first = try #require(records.last).json
        #expect(first["run"] == "m_1" && first["maze"] == "9x9-000000ff")
        expectEqual(first.members?.keys.sorted(), ["labels", "maze", "rooms", "run", "steps"])
        let rooms = first["rooms"]?.elements ?? []
        expectEqual(rooms.count, 81)
        #expect(rooms.first?.elements?[1] == "0,0")
        expectEqual(
            Dictionary(
                rooms.compactMap { $0.elements }.map { ($0[1].text ?? "", $0[2]) },
                uniquingKeysWith: { $1 }), bench.rooms)
        let times = rooms.compactMap { $0.elements?[0].integer }
        #expect(times == times.sorted() && times.first == 10)
        let steps = first["steps"]?.elements ?? []
        expectEqual(steps.count, bench.path.count)
        expectEqual(steps.first?.elements?.prefix(2), [1, .string(walker)])
        let last = try #require(bench.walker(walker))
        expectEqual(
            steps.last,
            [
                last["ms"] ?? .null, .string(walker), last["x"] ?? .null, last["y"] ?? .null,
            ])
        expectEqual(first["labels"], [walker: "Ada L."])
        expectEqual(
            records.last?.summary,
            [
                "run": "m_1", "maze": "9x9-000000ff", "startedAt": .string(startedAt.description),
                "found": 81, "state": "finished", "winner": "Ada L.",
            ])
        // The record of the next race has none of the earlier steps.
        try bench.race()
        try bench.walk(idle, bench.path.prefix(1))
        let second = try #require(records.last).json
        expectEqual(second["steps"]?.elements?.count, 1)
        expectEqual(second["labels"], [idle: "House"])
        expectNil(records.last?.summary["winner"])
        expectEqual(records.last?.summary["state"], "racing")
    }

    @Test mutating func `follows the labels of waiting parties`() throws {
        try bench.explore()
        let party = try bench.add("Ada Lovelace")
        let guest = MazeBench.waiting(party)
        let walker = try bench.join(guest)
        let second = try bench.join(guest)
        try bench.race()
        try bench.walk(second, bench.path.prefix(1), by: guest)
        try bench.walk(walker, bench.path, by: guest)
        try bench.ask("waitlist.edit", ["party": .string(party), "name": "Grace Hopper"])
        func labels() -> JSON? { records.last?.json["labels"] }
        expectEqual(labels(), [walker: "Grace H.", second: "Grace H. 2"])
        expectEqual(records.last?.summary["winner"], "Grace H.")
        // That includes walkers that have left.
        try bench.ask("leave", ["walker": .string(second)], by: guest)
        try bench.ask("house.configure", ["labels": "initials"], by: MazeBench.owner)
        expectEqual(labels(), [walker: "G. H.", second: "G. H. 2"])
        expectEqual(records.last?.summary["winner"], "G. H.")
        // A later run has a separate record.
        try bench.ask("explore", ["size": "small"])
        try bench.ask("house.configure", ["labels": "full"], by: MazeBench.owner)
        expectEqual(
            records.first?.json["labels"], [walker: "Grace Hopper", second: "Grace Hopper 2"])
        // The labels stay when the party has left.
        try bench.ask("waitlist.cancel", ["party": .string(party)])
        try bench.ask("house.configure", ["labels": "number"], by: MazeBench.owner)
        expectEqual(records.first?.json["labels"], [walker: "1", second: "1 2"])
        expectEqual(records.first?.summary["winner"], "1")
    }

    @Test mutating func `keeps the last eight records`() throws {
        for number in 1...10 {
            try bench.ask("explore", ["maze": "2x2-00000001"])
            if number.isMultiple(of: 2) {
                try bench.ask("cancel")
            } else {
                try bench.finishExploring()
            }
        }
        expectEqual(records.map(\.run), (3...10).map { "m_\($0)" })
        expectEqual(
            records.map { $0.summary["state"] },
            [
                "ready", "cancelled", "ready", "cancelled", "ready", "cancelled", "ready",
                "cancelled",
            ])
        expectEqual(bench.code("replay", ["run": "m_2"]), .notFound)
        expectNil(bench.code("replay", ["run": "m_3"]))
    }

    @Test mutating func `records a changed room again`() throws {
        bench.board.missing = { [MazeRunTests.lostPlace(of: $0)] }
        try bench.explore()
        bench.board.missing = { _ in [] }
        bench.wait(seconds: 60)
        try bench.ask("retry")
        try bench.finishExploring()
        let record = try #require(records.last)
        #expect(record.summary["found"] == 81 && record.summary["state"] == "ready")
        expectEqual(record.plan.rooms.count, 81)
        expectEqual(
            record.plan.rooms.mapValues(\.text),
            Dictionary(
                uniqueKeysWithValues: bench.rooms.map { name, text in
                    (MazePoint(name)!, text.text ?? "")
                }))
    }

    @Test func `drops steps beyond a hundred thousand`() throws {
        let run = MazeRun(
            number: 1, source: .own(maze: "2x2-00000001", .plain), concurrency: 1,
            startedAt: MazeBench.start, attempt: 1)
        var record = MazeRecord(run)
        let walker = MazeWalker(
            holder: "host:d_1", party: nil, ordinal: 1, colour: 0, label: "House",
            activeAt: MazeBench.start)
        for count in 0...100_000 {
            record.add(stepOf: MazeWalkerID(number: 1), walker, atMilliseconds: Int64(count))
        }
        let steps = record.json["steps"]?.elements
        expectEqual(steps?.count, 100_000)
        expectEqual(steps?.last?.elements?.first, 99_999)
    }
}
