import Foundation
import JSON
import ShippedBoards
import Sync
import TestSupport
import Testing

@testable import BoardKit

/// The descriptions that the hub serves, made from the boards' declarations.
@Suite struct DescriptionTests {
    private static let publicFolder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Public").path

    @Test func `contains the boards' declarations in the documents written by hand`() {
        let description = BoardDescription(of: .shipped)
        let messages = description.text(of: "docs/asyncapi.yaml")
        #expect(messages.hasPrefix("asyncapi: 3.0.0\n") && messages.hasSuffix("\n"))
        #expect(messages.contains("# Of the boards:\n\(description.asyncAPISchemas[0])\n"))
        let routes = description.text(of: "docs/openapi.yaml")
        #expect(routes.hasPrefix("openapi: 3.1.0\n"))
        #expect(routes.contains("# Of the boards:\n\(description.openAPISchemas[0])\n"))
        #expect(routes.contains("# Routes of the boards:\n\(description.openAPIPaths[0])\n"))
    }

    @Test(arguments: ["en", "es"])
    func `has words for the owner about every board and each of its settings`(
        language: String
    ) throws {
        for board in BoardRegistry.shipped.modules.map(\.declaration) {
            let path = "\(Self.publicFolder)/boards/\(board.name)/texts/\(language).json"
            let texts = try JSON(parsing: String(contentsOfFile: path, encoding: .utf8))
            let settings = board.settings.map { "settings.\($0.name)" }
            for key in ["board.title", "board.about"] + settings {
                expectEqual(texts[key]?.text?.isEmpty, false, "\(path): \(key)")
            }
        }
    }

    @Test func `describes all of a board's arguments, documents and settings`() throws {
        let description = BoardDescription(of: .withBookings)
        let types = description.types
        #expect(types.contains("\"booking/host\": BookingHostDocument;"))
        #expect(types.contains("export type BookingFoundDocument = JSONObject;"))
        #expect(types.contains("    /** Who comes */\n    name: string;\n"))
        let schemas = description.asyncAPISchemas.joined(separator: "\n")
        #expect(schemas.contains("pattern: \"^booking/found($|\\\\?)\""))
        let boards = try #require(description.json["boards"]?.elements)
        let booking = try #require(boards.last)
        expectEqual(booking["name"], "booking")
        expectEqual(booking["actions"]?.elements?.count, 2)
    }

    @Test func `describes the content and the answer of a route`() {
        let route = BoardRoute(
            .post, "entries", "Takes entries in.", roles: [.owner], takes: ["text/csv"],
            contentBytesMax: 1_000, gives: "application/json"
        ) { _, _ in .nothing }
        let module = BoardModule(BookingBoard.declared, routes: [route]) { _, _ in BookingBoard() }
        let description = BoardDescription(of: BoardRegistry([module]))
        let lines = description.openAPIPaths
        expectEqual(lines.first, "  \"/v1/{venue}/booking/entries\":")
        for line in ["    post:", "          \"text/csv\": {}"] where !lines.contains(line) {
            #expect(lines.contains(line.replacing("\"", with: "")), "\(line)")
        }
        #expect(lines.contains { $0.contains("Takes entries in. For the roles owner.") })
        #expect(lines.contains("        \"415\":"))
        let address = description.json["boards"]?.elements?[0]["routes"]?.elements?[0]["address"]
        expectEqual(address, "/v1/{venue}/booking/entries")
    }
}
