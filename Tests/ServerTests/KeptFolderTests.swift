import BoardKit
import Client
import Clocks
import Foundation
import GRDB
import JSON
import Operations
import SQLiteStorage
import ShippedBoards
import Sync
import Terminal
import TestSupport
import Testing
import Time

@testable import Server

/// A kept data folder and export, opened by the whole hub. Its screens show the same as before.
@Suite struct KeptFolderTests {
    /// A minute after the last event, on the same service day.
    private static let now = Instant("2026-11-21T12:50:00.000Z")

    private static func makeFolder() throws -> String {
        let folder = LiveHub.newFolder()
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let sql = try VectorFile.bytes("store/kept-backup.sql")
        let file = try DatabaseQueue(path: folder + "/tablecast.sqlite")
        try file.writeWithoutTransaction { db in
            try db.execute(sql: String(decoding: sql, as: UTF8.self))
        }
        try file.close()
        return folder
    }

    private static func importFolder() throws -> String {
        let folder = LiveHub.newFolder()
        var text = try VectorFile.bytes("store/kept.jsonl")
        let settings = JournalImport.VenueSettings(
            slug: "main", name: "Trattoria da Ada", timeZone: "Europe/Rome",
            labels: .firstInitial)
        _ = try JournalImport(SQLiteFolder(folder), boards: .shipped).run(settings) {
            () throws(HubError) in
            defer { text = [] }
            return text
        }
        return folder
    }

    @Test(arguments: [false, true])
    func `the views are unchanged`(isImported: Bool) throws {
        let now = try #require(Self.now)
        let folder = try isImported ? Self.importFolder() : Self.makeFolder()
        let hub = try LiveHub(time: TestClock(at: now.milliseconds), folder: folder)
        let documents = try #require(try VectorFile.load("store/documents").members)
        let http = try hub.http(.host)
        for (view, document) in documents {
            let read = try http.view(view, venue: "main")
            expectEqual(read["doc"], document, "\(view)")
        }
        // The list also accepts new parties.
        try expectEqual(hub.connect(.host).add("Grace")["number"], 3)
    }
}
