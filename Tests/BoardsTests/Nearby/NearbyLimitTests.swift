import BoardKit
import JSON
import NearbyBoard
import Sync
import TestSupport
import Testing

/// Limits: each rejects a further item, and accepts it after one was removed.
@Suite struct NearbyLimitTests {
    private var bench = NearbyBench()

    @Test mutating func `a house has at most 2,000 favourites`() throws {
        var favourites: [String] = []
        for number in 1...2_000 { favourites.append(try bench.add("Place \(number)")) }
        expectEqual(bench.message(of: "add", ["name": "x"]), "There can be at most 2000 favourites")
        try bench.ask("remove", ["favourite": .string(favourites[7])])
        let removed = bench.rev
        _ = try bench.add("Another")
        expectEqual(bench.code("undo", ["rev": JSON(removed)]), .conflict)
    }

    @Test mutating func `all favourites together have at most 3 MiB`() throws {
        let notes = String(repeating: "\u{1F35C}", count: 2_000)
        var count = 0
        while bench.message(of: "add", ["name": "x", "notes": .string(notes)]) == nil {
            _ = try bench.add("Place \(count)", ["notes": .string(notes)])
            count += 1
        }
        expectEqual(
            bench.message(of: "add", ["name": "x", "notes": .string(notes)]),
            "There is no room for more; remove something first")
        let size = bench.message("nearby/host")?.count ?? 0
        #expect(size > 3 << 20 - 20_000 && size < 3 << 20 + 20_000)
        let favourite = try #require(bench.events.last?.subject)
        expectNil(bench.code("edit", ["favourite": .string(favourite), "notes": "few"]))
    }

    @Test mutating func `a favourite has at most 500 visits`() throws {
        let favourite = try bench.add("Place")
        for _ in 1...500 { _ = try bench.visit(favourite) }
        let visit: [String: JSON] = ["favourite": .string(favourite), "on": "2026-11-19"]
        expectEqual(bench.message(of: "visit", visit), "A favourite has at most 500 visits")
        _ = try bench.visit(try bench.add("Another"))
    }

    @Test mutating func `at most 20 rounds are open at once`() throws {
        let rounds = try (1...20).map { try bench.open("Round \($0)") }
        expectEqual(bench.message(of: "open", ["title": "x"]), "At most 20 rounds can be open")
        try bench.close(rounds[0])
        _ = try bench.open("x")
        expectEqual(bench.code("reopen", ["round": .string(rounds[0])]), .conflict)
    }

    @Test mutating func `a round has at most 20 options and 100 friends`() throws {
        let round = try bench.open()
        for number in 1...20 {
            _ = try bench.choose(try bench.add("Place \(number)"), in: round)
        }
        let option: [String: JSON] = [
            "round": .string(round), "favourite": .string(try bench.add("x")),
        ]
        expectEqual(bench.message(of: "choose", option), "A round has at most 20 options")
        for number in 1...100 { _ = try bench.join(round, "Friend \(number)") }
        expectEqual(
            bench.message(of: "join", ["round": .string(round), "name": "x"]),
            "A round has at most 100 friends")
        // The limit is per round.
        let other = try bench.open("Other")
        _ = try bench.join(other, "Friend")
    }
}
