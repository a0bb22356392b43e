import BoardKit
import JSON
import MazeBoard
import ShippedBoards
import Sync
import TestSupport
import Testing

/// The messages about invalid arguments.
@Suite struct MazeFieldTests {
    private let bench: MazeBench

    init() throws {
        var bench = MazeBench()
        try bench.ask(
            "configure", ["apis": ["https://maze.example.org/api"]], by: MazeBench.owner)
        try bench.explore()
        try bench.join()
        self.bench = bench
    }

    @Test func `requires the PIN to set the servers`() {
        let boards = BoardRegistry.shipped.modules.map(\.declaration)
        let action = boards.compactMap { $0.action("maze.configure") }.first
        expectEqual(action?.needsConfirmation, true)
    }

    private static let codes = "Maze must look like 32x18-4b7f8b8b, with 2 to 100 rooms a side"
    private static let conditions =
        "Conditions must look like latency=8,failures=6,after=4096,timeout=2000"
    private static let url = "Url must be one of the addresses that the owner has allowed"

    @Test(
        arguments: [
            (["maze": "1x9-00000000"], [codes]), (["maze": "9x101-00000000"], [codes]),
            (["maze": "09x9-00000000"], [codes]), (["maze": "9x9-0000000F"], [codes]),
            (["maze": "9x9"], [codes]), (["maze": 9], [codes]),
            (["size": "small", "maze": "9x9-00000000"], ["Maze can't be given with a size"]),
            (["conditions": "slow"], [conditions]), (["conditions": []], [conditions]),
            (["url": "https://elsewhere.example.org"], [url]), (["url": "maze.example.org"], [url]),
            (["url": 5], [url]), (["url": "https://maze.example.org/api?x=1"], [url]),
            (
                ["url": "https://maze.example.org/api", "size": "small"],
                ["Url can't be given with a size, a maze or conditions"]
            ),
            (
                ["url": "https://maze.example.org/api", "maze": "9x9-00000000"],
                ["Url can't be given with a size, a maze or conditions"]
            ),
            (
                ["url": "https://maze.example.org/api", "conditions": "plain"],
                ["Url can't be given with a size, a maze or conditions"]
            ),
            (
                [
                    "url": "x", "concurrency": 0, "conditions": "slow", "maze": "x", "size": "tiny",
                    "colour": 1,
                ],
                [
                    "Size must be small, medium, large or huge", "Maze can't be given with a size",
                    conditions, "Concurrency must be an integer from 1 to 64",
                    "Url can't be given with a size, a maze or conditions",
                    "Colour is not a field of this action",
                ]
            ),
        ] as [([String: JSON], [String])])
    func `reports the problems of an exploration field by field`(
        arguments: [String: JSON], sentences: [String]
    ) {
        expectEqual(bench.sentences("explore", arguments), sentences)
        expectEqual(bench.code("explore", arguments), .invalid)
    }

    @Test(
        arguments: [
            ["size": "small"], ["maze": "2x100-00000000", "conditions": "seed"],
            ["conditions": "failures=4096,latency=1000"], ["concurrency": 1, "size": .null],
            ["url": "https://maze.example.org/api/"], ["url": " https://maze.example.org/api "],
        ] as [[String: JSON]])
    func `accepts valid arguments`(arguments: [String: JSON]) {
        expectNil(bench.refusal("explore", arguments))
    }

    @Test(
        arguments: [
            ("step", [:], ["Walker is a required field.", "To is a required field."]),
            ("step", ["walker": "w_1", "to": "N"], ["To must be north, east, south or west"]),
            ("join", ["name": "Ada"], ["Name is not a field of this action"]),
            ("cancel", ["run": "m_1"], ["Run is not a field of this action"]),
            ("stop", ["run": "m_1"], ["Run is not a field of this action"]),
            ("retry", ["run": "m_1"], ["Run is not a field of this action"]),
        ] as [(String, [String: JSON], [String])])
    func `reports invalid arguments before conflicts`(
        verb: String, arguments: [String: JSON], sentences: [String]
    ) {
        expectEqual(bench.sentences(verb, arguments), sentences)
    }

    @Test func `explores only mazes on servers that the owner allows`() throws {
        var bench = bench
        let started = try bench.ask(
            "explore", ["url": "https://maze.example.org/api/", "concurrency": 4])
        expectEqual(started, ["run": "m_2"])
        try bench.ask("cancel")
        try bench.ask("configure", ["apis": .null], by: MazeBench.owner)
        expectEqual(bench.sentences("explore", ["url": "https://maze.example.org/api"]), [Self.url])
    }

    @Test(
        arguments: [
            ["apis": ["ftp://example.org"]], ["apis": ["https://a:b@example.org"]],
            ["apis": ["https://example.org/?a"]], ["apis": ["https://example.org/#a"]],
            ["apis": ["https://example.org", "https://example.org/"]],
            ["apis": "https://example.org"],
            ["apis": .array((1...6).map { .string("https://example.org/\($0)") })],
        ] as [[String: JSON]])
    func `accepts up to five different addresses`(arguments: [String: JSON]) {
        expectEqual(
            bench.sentences("configure", arguments, by: MazeBench.owner),
            [
                "Apis must be a list of up to 5 different addresses that begin with http:// or "
                    + "https://, without user, query and fragment"
            ])
    }
}
