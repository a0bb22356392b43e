import Foundation
import ShippedBoards
import Sync
import TestSupport
import Testing

@testable import BoardKit

/// Checks that only a board's own folders and the list of boards name it. In tests, this applies to
/// optional boards only. The others serve as sample traffic.
@Suite struct BoardNamesTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let shipped = BoardRegistry.shipped.modules.map(\.declaration)
    private static let optional = shipped.filter { !$0.isAlwaysOn }.map(\.name)

    /// The files that may name any board: the list of boards, and files generated from
    /// declarations. The documentation gives examples, and the explorer reads the API's word for a
    /// maze.
    private static let mayNameBoards =
        [
            "Sources/ShippedBoards/", "Sources/MazeExploring/RoomAnswer.swift",
            // The boards' work outside the hub.
            "Sources/Carriers/",
            // Commands for imports, exports and explorations.
            "Sources/tablecast/BoardCommands.swift", "Sources/tablecast/MazeCommand.swift",
            // Reads tickets, which name no board.
            "Sources/Credentials/Ticket.swift",
            // Reads the house's time zone.
            "Sources/tablecast/RehearseCommand.swift",
            "Public/docs/",
        ]

    /// Tests that play whole evenings on all boards, or fill a house with data of all boards.
    private static let playsAllBoards = [
        "Tests/Browser/busyhouse.py", "Tests/Browser/page_sizes.py",
        "Tests/Browser/readme_picture.py", "Tests/Browser/tap_to_paint.py",
        "Tests/Browser/test_every_page.py", "Tests/Browser/test_stories.py", "Tests/budget.json",
        "Tests/Crash/Trial/", "Tests/Fuzz/BoardOracles/",
        "Tests/Hostile/Peers/", "Tests/Simulation/World/",
        "Tests/SimulationTests/PlantedBug+Boards.swift",
        // The events for which a staged hub waits.
        "Tests/Browser/test_stage.py",
        // A maze server with the API.
        "Tests/MazeFetchingTests/MazeFetcherTests.swift",
        // The fields of every board's actions.
        "Tests/Vectors/boards-fields.json",
    ]

    /// Whether a folder in the path has the name of a board, such as
    /// `Sources/Boards/House/House.swift` or `Public/boards/house/owner/owner.js`.
    private static func isOfBoard(_ path: String) -> Bool {
        let folders = path.split(separator: "/").dropLast().map { $0.lowercased() }
        return shipped.contains { folders.contains($0.name) }
    }

    /// The ways in which a file can name certain boards.
    private struct Names {
        private let patterns: [Pattern]
        private let types: Pattern?

        init(of boards: [String], in language: String) throws {
            let names = boards.joined(separator: "|")
            // The beginning of an action's or a view's name, a folder, or a part of an address.
            var patterns = [
                "[\"'`](?:\(names))[./]", "boards[./](?:\(names))\\b", "/(?:\(names))/",
                "value=\"(?:\(names))\"",
            ]
            if ["swift", "js", "mjs", "ts", "py"].contains(language) {
                // A whole string. Members of objects may have the same name.
                patterns.append("[\"'`](?:\(names))[\"'`](?!:)")
            }
            self.patterns = try patterns.map(Pattern.init)
            let types = language == "swift" ? try BoardNamesTests.types(of: boards) : []
            self.types =
                types.isEmpty ? nil : try Pattern("\\b(?:\(types.joined(separator: "|")))\\b")
        }

        func areIn(_ text: String) throws -> Bool {
            // Comments may give examples, and texts may contain any words.
            let code = try Pattern("(?m)^ *(?://|\\*|/\\*|#).*$").removed(from: text)
            if patterns.contains(where: { $0.isIn(code) }) { return true }
            let words = try Pattern("\"[^\"\\n]*\"").removed(from: code)
            return types?.isIn(words) ?? false
        }
    }

    /// A regular expression that is fast even in a debug build.
    private struct Pattern {
        private let expression: NSRegularExpression

        init(_ text: String) throws { expression = try NSRegularExpression(pattern: text) }

        private static func whole(_ text: String) -> NSRange {
            NSRange(location: 0, length: text.utf16.count)
        }

        func isIn(_ text: String) -> Bool {
            expression.firstMatch(in: text, range: Self.whole(text)) != nil
        }

        func removed(from text: String) -> String {
            expression.stringByReplacingMatches(in: text, range: Self.whole(text), withTemplate: "")
        }

        /// Returns the text of the group in each match.
        func groups(in text: String) -> [String] {
            expression.matches(in: text, range: Self.whole(text)).map {
                (text as NSString).substring(with: $0.range(at: 1))
            }
        }
    }

    /// Returns the types that only the boards' folders declare.
    private static func types(of boards: [String]) throws -> Set<String> {
        let folders = boards.map { "Sources/Boards/\($0.capitalized)/" }
        let kinds = "(?:struct|class|enum|protocol|actor|typealias) (\\w+)"
        let own = try Pattern("(?m)^(?:(?:public|package|final|indirect) )*\(kinds)")
        let any = try Pattern("(?m)^ *(?:[a-z]+ )*\(kinds)")
        var types: Set<String> = []
        var others = alsoElsewhere
        for path in try files(in: ["Sources", "Tests"]) where path.hasSuffix(".swift") {
            if folders.contains(where: path.hasPrefix) {
                types.formUnion(own.groups(in: try text(path)))
            } else if !isOfBoard(path) {
                others.formUnion(any.groups(in: try text(path)))
            }
        }
        return types.subtracting(others)
    }

    /// Names of board types that are also used elsewhere for something else.
    private static let alsoElsewhere: Set = ["Address", "SplitMix64"]

    private static func files(in folders: [String]) throws -> [String] {
        try folders.flatMap { folder in
            let files = FileManager.default.enumerator(atPath: "\(root.path)/\(folder)")
            return try #require(files).compactMap { ($0 as? String).map { "\(folder)/\($0)" } }
        }
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(root.path)/\(path)", encoding: .utf8)
    }

    /// Returns the files of the folders that name one of the boards.
    private static func files(
        in folders: [String], naming boards: [String], exceptIn mayName: [String]
    ) throws -> Set<String> {
        let languages = ["swift", "js", "mjs", "ts", "html", "css", "json", "py"]
        let names = Dictionary(
            uniqueKeysWithValues: try languages.map { ($0, try Names(of: boards, in: $0)) })
        let naming = try files(in: folders).filter { path in
            guard let names = names[(path as NSString).pathExtension], !isOfBoard(path),
                !mayName.contains(where: path.hasPrefix)
            else { return false }
            return try names.areIn(text(path))
        }
        return Set(naming)
    }

    @Test func `names a board only in its own folders and in the list of boards`() throws {
        let naming = try Self.files(
            in: ["Sources", "Public"], naming: Self.shipped.map(\.name),
            exceptIn: Self.mayNameBoards)
        expectEqual(naming, [])
    }

    @Test func `names an optional board only in its own tests and in whole evenings`() throws {
        let naming = try Self.files(
            in: ["Tests"], naming: Self.optional, exceptIn: Self.playsAllBoards)
        expectEqual(naming, [])
    }

    @Test func `keeps a board's pages in the board's own folder`() throws {
        for module in BoardRegistry.shipped.modules {
            let own = "boards/\(module.declaration.name)/"
            for page in module.pages {
                #expect(page.folder.hasPrefix(own))
                let file = "\(Self.root.path)/Public/\(page.folder)/index.html"
                #expect(FileManager.default.fileExists(atPath: file), "\(file)")
            }
        }
        let pages = "\(Self.root.path)/Public/boards"
        let folders = try FileManager.default.contentsOfDirectory(atPath: pages)
        // The folder `texts` has the words that all boards share.
        expectEqual(Set(folders).subtracting(BoardRegistry.shipped.names), ["texts"])
        expectEqual(
            PageDeclaration("tables/plan", "The plan", roles: []).ofBoard("tables").folder,
            "boards/tables/plan")
    }

    @Test(arguments: [
        "change(\"house.set_pin\")", "let views = [\"waitlist/host\"]", "event.board == \"notice\"",
        "sync.mutate('waitlist.add')", "venue.board(Waitlist.self)", "let size: PartySize",
        "import \"../boards/house/pairing.js\"", "<option value=\"notice\"></option>",
        "fetch(`/v1/${venue}/views/notice/display`)",
    ])
    func `finds a line that names a board`(line: String) throws {
        let names = try Names(of: Self.shipped.map(\.name), in: "swift")
        #expect(try names.areIn(line))
    }

    @Test(arguments: [
        "/// such as `waitlist.add`", "logger.notice(\"a house\")", "[\"house\": 1]",
        "let houses = \"houses\"", " * views: [\"waitlist/display\"],",
        "say(\"A Party\")",
    ])
    func `ignores other words`(line: String) throws {
        let names = try Names(of: Self.shipped.map(\.name), in: "swift")
        #expect(try !names.areIn(line))
    }
}
