import BoardKit
import Client
import Foundation
import HTTPTypes
import JSON
import Sync
import TestSupport
import Testing

@testable import Server

/// The smallest board in a whole hub.
@Suite struct GuestBookTests {
    private let pages: PagesWithBoards
    private let hub: LiveHub

    init() throws {
        pages = try PagesWithBoards()
        hub = try LiveHub(publicFolder: pages.folder, boards: .ofTests)
    }

    private func ask(
        _ action: String, _ arguments: [String: JSON], as role: Role = .host
    ) throws -> JSON {
        let message: JSON = [
            "type": "mutate", "id": .string(UUID().uuidString), "action": .string(action),
            "args": .object(arguments),
        ]
        let answer = try hub.http(role)
            .perform(.post, "/v1/main/mutations", body: message.canonical)
        return answer.json ?? .null
    }

    private func view(_ name: String, as role: Role = .host) throws -> JSON {
        let answer = try hub.http(role).perform(.get, "/v1/main/views/guestbook/\(name)")
        return answer.json?["doc"] ?? .null
    }

    private func problems(_ answer: JSON) -> [String] {
        (answer["problems"]?.elements ?? []).compactMap { $0["message"]?.text }
    }

    @Test func `an entry stays in the book until it is removed`() throws {
        try expectEqual(ask("guestbook.sign", ["name": "Ada", "text": "Lovely"])["type"], "ack")
        let entries = try #require(try view("display")["entries"]?.members)
        expectEqual(Array(entries.values), [["name": "Ada", "text": "Lovely"]])
        let id = try #require(entries.keys.first)
        try expectEqual(ask("guestbook.remove", ["entry": .string(id)])["type"], "ack")
        try expectEqual(view("display"), ["entries": [:]])
        try expectEqual(ask("guestbook.remove", ["entry": .string(id)])["code"], "not_found")
    }

    @Test func `the guest book's page exists while the house uses the board`() throws {
        let client = try hub.http(nil)
        let link = try client.perform(.get, try hub.link(.host))
        let cookie = try #require(link.fields[.setCookie]?.split(separator: ";").first)
        func status(_ fields: HTTPFields = [:]) throws -> Int {
            try client.perform(.get, "/guestbook", fields: fields).status
        }
        let host: HTTPFields = [.cookie: String(cookie)]
        try expectEqual(status(host), 200)
        try expectEqual(status(), 401)
        let off = try ask("house.configure", ["boards": []], as: .owner)
        expectEqual(off["type"], "ack")
        try expectEqual(status(host), 404)
        try expectEqual(status(), 404)
        let on = try ask("house.configure", ["boards": ["guestbook"]], as: .owner)
        expectEqual(on["type"], "ack")
        try expectEqual(status(host), 200)
    }

    @Test func `masks the names of signers for engineers`() throws {
        _ = try ask("guestbook.sign", ["name": "Ada", "text": "Lovely"])
        let entries = try view("display", as: .engineer)["entries"]?.members ?? [:]
        expectEqual(Array(entries.values), [["name": .mask, "text": "Lovely"]])
    }

    @Test func `the settings have an action, an event and a view`() throws {
        try expectEqual(view("settings"), ["settings": ["entriesMax": 500]])
        let set = try ask("guestbook.configure", ["entriesMax": 1], as: .owner)
        expectEqual(set["type"], "ack")
        try expectEqual(view("settings"), ["settings": ["entriesMax": 1]])
        let event = try #require(try hub.journal().last)
        expectEqual(event.board, "guestbook")
        expectEqual(event.kind, "configured")
        expectEqual(event.data, ["entriesMax": 1])
        _ = try ask("guestbook.sign", ["name": "Ada", "text": "Lovely"])
        let full = try ask("guestbook.sign", ["name": "Grace", "text": "Lovely"])
        expectEqual(full["message"], "The book is full")
        _ = try ask("guestbook.configure", ["entriesMax": .null], as: .owner)
        try expectEqual(view("settings"), ["settings": ["entriesMax": 500]])
    }

    @Test(arguments: [("en", "How many entries"), ("es", "Cuántas entradas")])
    func `the owner's page has all data for its form`(
        language: String, label: String
    ) throws {
        let cookie = "tablecast=\(try hub.token(.owner))"
        let page = try hub.document(of: "/owner?lang=\(language)", ["Cookie": cookie])
        let state = try JSON(parsing: page.text, depthMax: 64)
        let book = try #require(
            state["boardSettings"]?.elements?.first { $0["name"] == "guestbook" })
        expectEqual(book["isAlwaysOn"], false)
        expectEqual(book["texts"]?["settings.entriesMax"]?.text?.hasPrefix(label), true)
        #expect(book["texts"]?["sign"] == nil)
        expectEqual(
            book["settings"],
            [
                [
                    "name": "entriesMax", "summary": "How many entries the book has room for",
                    "schema": ["type": "integer", "minimum": 1, "maximum": 5_000],
                    "defaultValue": 500, "isSecret": false,
                ]
            ])
        let views = state["snapshots"]?.elements?.compactMap { $0["view"]?.text }
        let needed: Set = ["house/settings", "house/effects", "guestbook/settings"]
        #expect(needed.isSubset(of: views ?? []))
    }

    @Test func `reports invalid settings, and only owners change settings`() throws {
        let wrong = try ask(
            "guestbook.configure", ["entriesMax": 0, "colour": "red"], as: .owner)
        expectEqual(
            problems(wrong),
            [
                "Entries max must be from 1 to 5,000", "Colour is not a field of this action",
            ])
        let nothing = try ask("guestbook.configure", [:], as: .owner)
        expectEqual(problems(nothing), ["Something to change is required"])
        try expectEqual(ask("guestbook.configure", ["entriesMax": 9])["code"], "forbidden")
        let display = try hub.http(.display).perform(.get, "/v1/main/views/guestbook/settings")
        expectEqual(display.status, 403)
    }

    @Test func `entries and settings survive a restart`() throws {
        _ = try ask("guestbook.sign", ["name": "Ada", "text": "Lovely"])
        _ = try ask("guestbook.configure", ["entriesMax": 7], as: .owner)
        let before = (try view("display"), try view("settings"))
        try hub.restart()
        try expectEqual(view("display"), before.0)
        try expectEqual(view("settings"), before.1)
    }

    @Test func `the page's document has the book's entries`() throws {
        _ = try ask("guestbook.sign", ["name": "Ada", "text": "Lovely"])
        let client = try hub.http(nil)
        let link = try client.perform(.get, try hub.link(.host))
        let cookie = try #require(link.fields[.setCookie]?.split(separator: ";").first)
        let page = try client.perform(.get, "/guestbook", fields: [.cookie: String(cookie)])
        expectEqual(page.status, 200)
        let told = try hub.document(of: "/guestbook", ["Cookie": String(cookie)])
        expectEqual(told.json?["texts"]?["title"], "Guest book")
        #expect(told.text.contains("\"text\":\"Lovely\""))
        try expectEqual(client.perform(.get, "/boards/guestbook/guestbook.js").status, 200)
        // The page's file is only for readers who may open the page.
        try expectEqual(client.perform(.get, "/boards/guestbook/").status, 404)
        try expectEqual(client.perform(.get, "/guestbook").status, 401)
    }

    @Test func `the page of events has the board's own texts`() throws {
        let client = try hub.http(nil)
        let link = try client.perform(.get, try hub.link(.owner))
        let cookie = try #require(link.fields[.setCookie]?.split(separator: ";").first)
        let page = try hub.document(of: "/events?lang=es", ["Cookie": String(cookie)])
        let told = try JSON(parsing: page.text, depthMax: 64)
        expectEqual(told["texts"]?["boards.guestbook.title"], "Libro de visitas")
        expectEqual(
            told["boards"]?.elements?.first { $0["name"] == "guestbook" },
            [
                "hasModule": false, "name": "guestbook", "roles": [],
                "views": ["guestbook/display", "guestbook/settings"],
            ])
    }

    @Test func `restores a saved book with its entries, and refuses a truncated one`() throws {
        var book = GuestBook()
        let event = Event(
            rev: 7, at: Instant(milliseconds: 0), board: "guestbook", kind: "signed",
            subject: "g_7", data: ["name": "Ada", "text": "Lovely"], actor: "host:d_1",
            mutationID: nil)
        _ = book.apply(event)
        var writer = StateWriter()
        book.save(to: &writer)
        var restored = GuestBook()
        var reader = StateReader(writer.bytes)
        try restored.restore(from: &reader)
        #expect(restored.table["g_7"] == event.data && restored.appliedRev == 7)
        #expect(throws: StateError.self) {
            var torn = StateReader(Array(writer.bytes.dropLast()))
            try restored.restore(from: &torn)
        }
    }

    @Test func `hosts and owners may use the route`() throws {
        _ = try ask("guestbook.sign", ["name": "Ada", "text": "Lovely"])
        let path = "/v1/main/guestbook/entries.txt"
        let answer = try hub.http(.host).perform(.get, path)
        expectEqual(answer.status, 200)
        expectEqual(answer.fields[.contentType], "text/plain; charset=utf-8")
        expectEqual(String(decoding: answer.body, as: UTF8.self), "Ada: Lovely\n")
        try expectEqual(hub.http(.display).perform(.get, path).status, 403)
        try expectEqual(hub.http(nil).perform(.get, path).status, 401)
        try expectEqual(hub.http(.host).perform(.post, path).status, 405)
        try expectEqual(hub.http(.host).perform(.get, "/v1/main/guestbook/other").status, 404)
    }

    @Test func `the page about boards shows the board's files unchanged`() throws {
        let root = LiveHub.publicFolder + "/../"
        let page = try String(contentsOfFile: root + "Public/docs/boards.html", encoding: .utf8)
        var shown: [String: String] = [:]
        for piece in page.components(separatedBy: "<pre data-file=\"").dropFirst() {
            let parts = piece.components(separatedBy: "\"><code>")
            let code = try #require(parts.dropFirst().first?.components(separatedBy: "</code>")[0])
            shown[parts[0], default: ""] += code
        }
        expectEqual(shown.count, 6)
        for (path, code) in shown {
            let text = code.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
                .replacing("&amp;", with: "&")
            let file = try String(contentsOfFile: root + path, encoding: .utf8)
            // Excerpts of one file are separated by words instead of empty lines.
            expectEqual(Self.withoutSpace(text), Self.withoutSpace(file), "\(path)")
        }
    }

    private static func withoutSpace(_ text: String) -> String { text.filter { !$0.isWhitespace } }

    @Test func `imports an export with entries and settings, and refuses damage`() {
        let record = VenueRecord(
            slug: "main", epoch: "k", name: "Ada's", timeZone: "UTC", settings: [:],
            createdAt: Instant(milliseconds: 0), ticketKey: [])
        func event(_ rev: Int, _ kind: String, _ data: JSON) -> Event {
            Event(
                rev: rev, at: Instant(milliseconds: 0), board: "guestbook", kind: kind,
                subject: "g_1", data: data, actor: .clock, mutationID: nil)
        }
        var boards = ImportedBoards(BoardRegistry.ofTests.boards(for: record))
        expectNil(boards.take(event(1, "signed", ["name": "Ada", "text": "Lovely"])))
        expectNil(boards.take(event(2, "configured", ["entriesMax": 9])))
        expectNil(boards.take(event(3, "configured", ["entriesMax": .null])))
        expectEqual(
            boards.take(event(4, "configured", ["entriesMax": "9"])),
            "a setting of its board is invalid")
        expectEqual(
            boards.take(event(4, "signed", ["name": "Ada", "text": 7])),
            "its name or its text is none that the book takes")
    }
}

/// A folder with the project's pages and those of the tests' boards.
final class PagesWithBoards {
    let folder: String

    init() throws {
        let files = FileManager.default
        folder = LiveHub.newFolder()
        try files.copyItem(atPath: LiveHub.publicFolder, toPath: folder)
        let boards = folder + "/boards"
        if !files.fileExists(atPath: boards) {
            try files.createDirectory(atPath: boards, withIntermediateDirectories: true)
        }
        let tests = LiveHub.publicFolder + "/../Tests/Pages"
        try files.copyItem(atPath: "\(tests)/guestbook", toPath: "\(boards)/guestbook")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }
}
