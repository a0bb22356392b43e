import Foundation
import Sync
import Testing

@testable import Boards

/// A board is known by its own folders, and by the list of boards.
@Suite struct BoardNamesTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The boards' own folders, the list of boards, and what is written from their declarations. The
    /// documentation gives examples.
    private static let mayNameBoards =
        ["Waitlist/", "Notice/", "House/", "Orders/", "BoardRegistry.swift"]
        .map { "Sources/Boards/\($0)" }
        + BoardDescription.File.allCases.map { "Public/\($0.rawValue)" }
        + BoardRegistry.shipped.names.map { "Public/boards/\($0)/" }
        + ["Public/docs/", "Public/js/boards.d.ts"]

    /// A board's name as the beginning of an action's or a view's, as a folder, in an address, or as
    /// a whole text; or its type.
    private static func names(in language: String) throws -> [Regex<Substring>] {
        let names = BoardRegistry.shipped.names.joined(separator: "|")
        var patterns = [
            "[\"'`](?:\(names))[./]", "boards[./](?:\(names))\\b", "/(?:\(names))/",
            "value=\"(?:\(names))\"",
        ]
        if ["swift", "js", "ts"].contains(language) {
            // A member of an object may be called so.
            patterns.append("[\"'`](?:\(names))[\"'`](?!:)")
        }
        if language == "swift" {
            let types = BoardRegistry.shipped.emptyBoards().map { "\(type(of: $0))" }
            patterns.append("\\b(?:\(types.joined(separator: "|")))\\b[.(]")
        }
        return try patterns.map {
            try Regex($0, as: Substring.self).wordBoundaryKind(.simple)
        }
    }

    private static let languages = ["swift", "js", "ts", "html", "css", "json"]

    private static func namesBoard(_ line: Substring, _ names: [Regex<Substring>]) -> Bool {
        let code = line.drop { $0 == " " }
        // Comments may give examples.
        if code.hasPrefix("//") || code.hasPrefix("*") || code.hasPrefix("/*") { return false }
        return names.contains { code.firstMatch(of: $0) != nil }
    }

    @Test func `only its own folders and the list of boards name a board`() throws {
        let names = Dictionary(
            uniqueKeysWithValues: try Self.languages.map { ($0, try Self.names(in: $0)) })
        var naming: Set<String> = []
        for folder in ["Sources", "Public"] {
            let files = FileManager.default.enumerator(atPath: Self.root.path + "/" + folder)
            for case let file as String in try #require(files) {
                let path = "\(folder)/\(file)"
                guard let names = names[(path as NSString).pathExtension],
                    !Self.mayNameBoards.contains(where: path.hasPrefix)
                else { continue }
                let text = try String(contentsOfFile: "\(Self.root.path)/\(path)", encoding: .utf8)
                let lines = text.split(separator: "\n")
                if lines.contains(where: { Self.namesBoard($0, names) }) { naming.insert(path) }
            }
        }
        #expect(naming == [])
    }

    @Test func `a board's pages lie in the board's own folder`() throws {
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
        // What every board may say is in none of them.
        #expect(Set(folders).subtracting(BoardRegistry.shipped.names) == ["texts"])
        #expect(
            PageDeclaration("orders/menu", "The menu", roles: []).ofBoard("orders").folder
                == "boards/orders/menu")
    }

    @Test(arguments: [
        "change(\"house.set_pin\")", "let views = [\"waitlist/host\"]", "event.board == \"notice\"",
        "sync.mutate('waitlist.add')", "venue.board(Waitlist.self)",
        "import \"../boards/house/pairing.js\"", "<option value=\"notice\"></option>",
        "fetch(`/v1/${venue}/views/notice/display`)",
    ])
    func `a line that names a board is found`(line: String) throws {
        #expect(Self.namesBoard(line[...], try Self.names(in: "swift")))
    }

    @Test(arguments: [
        "/// such as `waitlist.add`", "logger.notice(\"a house\")", "[\"house\": 1]",
        "let houses = \"houses\"", " * views: [\"waitlist/display\"],",
    ])
    func `other words are left alone`(line: String) throws {
        #expect(!Self.namesBoard(line[...], try Self.names(in: "swift")))
    }
}
