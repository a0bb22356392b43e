import Foundation
import ShippedBoards
import Sync
import TestSupport
import Testing

@testable import BoardKit

/// Checks that only a board's own folders and the list of boards name it. The targets guard the
/// types of boards.
@Suite struct BoardNamesTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let shipped = BoardRegistry.shipped.modules.map(\.declaration)

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

    /// Whether a folder in the path has the name of a board, such as
    /// `Sources/Boards/House/House.swift` or `Public/boards/house/owner/owner.js`.
    private static func isOfBoard(_ path: String) -> Bool {
        let folders = path.split(separator: "/").dropLast().map { $0.lowercased() }
        return shipped.contains { folders.contains($0.name) }
    }

    /// Matches the ways in which a file of the language can name a board.
    private static func names(in language: String) throws -> NSRegularExpression {
        let names = shipped.map(\.name).joined(separator: "|")
        // The beginning of an action's or a view's name, a folder, or a part of an address.
        var patterns = [
            "[\"'`](?:\(names))[./]", "boards[./](?:\(names))\\b", "/(?:\(names))/",
            "value=\"(?:\(names))\"",
        ]
        if ["swift", "js", "mjs", "ts"].contains(language) {
            // A whole string. A member of an object may have the same name.
            patterns.append("[\"'`](?:\(names))[\"'`](?!:)")
        }
        return try NSRegularExpression(pattern: patterns.joined(separator: "|"))
    }

    @Test func `names a board only in its own folders and in the list of boards`() throws {
        // Comments may give examples.
        let comment = try NSRegularExpression(pattern: "(?m)^ *(?://|\\*|/\\*|#).*$")
        var naming: [String] = []
        for language in ["swift", "js", "mjs", "ts", "html", "css", "json"] {
            let names = try Self.names(in: language)
            for path in try Self.files(in: ["Sources", "Public"]) {
                guard path.hasSuffix(".\(language)"), !Self.isOfBoard(path),
                    !Self.mayNameBoards.contains(where: path.hasPrefix)
                else { continue }
                let text = try String(contentsOfFile: "\(Self.root.path)/\(path)", encoding: .utf8)
                let whole = NSRange(location: 0, length: text.utf16.count)
                let code = comment.stringByReplacingMatches(
                    in: text, range: whole, withTemplate: "")
                let rest = NSRange(location: 0, length: code.utf16.count)
                if names.firstMatch(in: code, range: rest) != nil { naming.append(path) }
            }
        }
        expectEqual(naming, [])
    }

    private static func files(in folders: [String]) throws -> [String] {
        try folders.flatMap { folder in
            let files = FileManager.default.enumerator(atPath: "\(root.path)/\(folder)")
            return try #require(files).compactMap { ($0 as? String).map { "\(folder)/\($0)" } }
        }
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
}
