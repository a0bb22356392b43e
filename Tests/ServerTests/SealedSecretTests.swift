import BoardKit
import Client
import Clocks
import Foundation
import Glibc
import HTTPTypes
import JSON
import Locks
import Logging
import Operations
import SQLiteStorage
import ShippedBoards
import Storage
import Sync
import Terminal
import TestSupport
import Testing
import Transport

@testable import Server

/// A board's secret on its way from an owner's page to the store, over a whole hub.
@Suite(.timeLimit(.minutes(5))) struct SealedSecretTests {
    private static let token = "t0ken-that-nobody-else-may-see"

    private let lines = Locked<[String]>([])
    private let hub: LiveHub

    init() throws {
        let logger = Logger(label: "test") { [lines] _ in LineLogHandler(lines) }
        hub = try LiveHub(logger: logger) { options in
            options.boards = BoardRegistry(
                BoardRegistry.shipped.modules + [ReminderBoard.module, Postcards.module])
        }
    }

    private var store: Store {
        get throws { try Store(folder: hub.dataFolder, creating: false) }
    }

    /// Whether any file of the data folder contains the token.
    private var isInFiles: Bool {
        get throws {
            let names = try FileManager.default.subpathsOfDirectory(atPath: hub.dataFolder)
            return try names.contains { name in
                let path = "\(hub.dataFolder)/\(name)"
                let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
                // Foundation leaks memory when it reads an empty file.
                guard size != 0, let bytes = FileManager.default.contents(atPath: path) else {
                    return false
                }
                return bytes.range(of: Data(Self.token.utf8)) != nil
            }
        }
    }

    @Test func `no event, file, stream or log line contains a sealed secret`() throws {
        let engineer = try RawEventStream(hub, .owner)
        let owner = try hub.connect(.owner)
        let set: JSON = ["token": .string(Self.token)]
        try expectEqual(owner.ask("s", "reminder.configure", set)["type"], "ack")
        let event = try #require(try hub.journal().last)
        expectEqual(event.type, "tablecast.reminder.configured")
        expectEqual(event.data, ["secrets": ["token": true]])
        try expectEqual(engineer.next()["data"], event.data)
        try expectEqual(
            store.secret("sender/token", ofBoard: "reminder", in: "main"), Array(Self.token.utf8))
        // No repeated answer and no refusal contains the secret.
        try expectEqual(owner.ask("s", "reminder.configure", set)["replayed"], true)
        let refusal = try owner.ask(
            "r", "reminder.configure", ["token": .string(Self.token), "colour": 1])
        #expect(!refusal.canonicalText.contains(Self.token))
        hub.stop()
        #expect(try !isInFiles)
        #expect(!lines.with { $0.contains { $0.contains(Self.token) } })
        let findings = Checkup(SQLiteFolder(hub.dataFolder), now: WallClock.now).data()
        #expect(findings.contains { $0.subject == "secrets" && $0.verdict == .good })
    }

    @Test func `null removes a sealed secret`() throws {
        let owner = try hub.connect(.owner)
        _ = try owner.ask("s", "reminder.configure", ["token": .string(Self.token)])
        _ = try owner.ask("n", "reminder.configure", ["token": .null])
        try expectEqual(hub.journal().last?.data, ["secrets": ["token": false]])
        try expectNil(store.secret("sender/token", ofBoard: "reminder", in: "main"))
    }

    @Test func `seals a secret setting, and shows only whether it is set`() throws {
        let host = try RawEventStream(hub, .owner)
        let owner = try hub.connect(.owner)
        let page = try hub.http(.host)
        func isSet() throws -> JSON? {
            let view = try page.perform(.get, "/v1/main/views/postcard/settings").json
            return view?["doc"]?["settings"]?["token"]
        }
        try expectEqual(isSet(), false)
        let set: JSON = ["token": .string(" \(Self.token) "), "days": 3]
        try expectEqual(owner.ask("s", "postcard.configure", set)["type"], "ack")
        let event = try #require(try hub.journal().last)
        expectEqual(event.data, ["days": 3, "secrets": ["token": true]])
        try expectEqual(host.next()["data"], event.data)
        try expectEqual(isSet(), true)
        try expectEqual(
            store.secret("settings/token", ofBoard: "postcard", in: "main"), Array(Self.token.utf8))
        let refusal = try owner.ask(
            "r", "postcard.configure", ["token": .string(Self.token), "days": 99])
        expectEqual(refusal["code"], "invalid")
        #expect(!refusal.canonicalText.contains(Self.token))
        try hub.restart()
        #expect(try !isInFiles)
        #expect(!lines.with { $0.contains { $0.contains(Self.token) } })
        let view = try hub.http(.host).perform(.get, "/v1/main/views/postcard/settings").json
        #expect(view?["doc"]?["settings"]?["token"] == true)
    }

    @Test(arguments: [JSON.null, ""])
    func `null or an empty text removes a secret setting`(nothing: JSON) throws {
        let owner = try hub.connect(.owner)
        _ = try owner.ask("s", "postcard.configure", ["token": .string(Self.token)])
        _ = try owner.ask("n", "postcard.configure", ["token": nothing])
        try expectEqual(hub.journal().last?.data, ["secrets": ["token": false]])
        try expectNil(store.secret("settings/token", ofBoard: "postcard", in: "main"))
        let view = try hub.http(.owner).perform(.get, "/v1/main/views/postcard/settings").json
        #expect(view?["doc"]?["settings"]?["token"] == false)
    }

    @Test func `an export says which secrets were set, and damage in it is refused`() {
        let record = VenueRecord(
            slug: "main", epoch: "k", name: "Ada's", timeZone: "UTC", settings: [:],
            createdAt: Instant(milliseconds: 0), ticketKey: [])
        func fault(in data: JSON) -> String? {
            var boards = ImportedBoards(BoardRegistry([Postcards.module]).boards(for: record))
            return boards.take(
                Event(
                    rev: 1, at: Instant(milliseconds: 0), board: "postcard", kind: "configured",
                    subject: "settings", data: data, actor: .clock, mutationID: nil))
        }
        expectNil(fault(in: ["days": 3, "secrets": ["token": true]]))
        for data: JSON in [
            ["token": "in the open"], ["token": true], ["secrets": ["days": true]],
            ["secrets": true], ["colour": 1],
        ] {
            expectEqual(fault(in: data), "a setting of its board is invalid")
        }
    }

    @Test func `a sealed secret without its key is unusable, and doctor says so`() throws {
        let owner = try hub.connect(.owner)
        _ = try owner.ask("s", "reminder.configure", ["token": .string(Self.token)])
        let key = try store.keyPath
        var status = stat()
        #expect(stat(key, &status) == 0 && status.st_mode & 0o777 == 0o600)
        hub.stop()
        unlink(key)
        #expect(throws: StoreError.self) {
            try store.secret("sender/token", ofBoard: "reminder", in: "main")
        }
        let findings = Checkup(SQLiteFolder(hub.dataFolder), now: WallClock.now).data()
        let finding = try #require(findings.first { $0.subject == "secrets" })
        #expect(finding.verdict == .bad && finding.text.contains(key))
        // The secret can be set again, with another key.
        try hub.start()
        let again = try hub.connect(.owner)
        _ = try again.ask("t", "reminder.configure", ["token": "another"])
        try expectEqual(
            store.secret("sender/token", ofBoard: "reminder", in: "main"), Array("another".utf8))
    }
}
