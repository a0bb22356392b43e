import Client
import Clocks
import Foundation
import GRDB
import JSON
import Sync
import TestSupport
import Testing

@testable import Server

/// Data folders of earlier versions, opened by the whole hub: what its screens show is what that
/// version's showed.
@Suite struct OldFolderTests {
    /// A minute after the last event, on the same service day.
    private static let now = Instant("2026-11-21T12:50:00.000Z")

    private static func makeFolder(version: Int) throws -> String {
        let folder = LiveHub.newFolder()
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let sql = try VectorFile.bytes("store/version-\(version).sql")
        let file = try DatabaseQueue(path: folder + "/tablecast.sqlite")
        try file.writeWithoutTransaction { db in
            try db.execute(sql: String(decoding: sql, as: UTF8.self))
        }
        try file.close()
        return folder
    }

    @Test(arguments: [1, 2, 3, 4])
    func `the views of a folder of an earlier version are what they were`(version: Int) throws {
        let clocks = TestClocks()
        let now = try #require(Self.now)
        clocks.set(ahead: now.milliseconds(since: clocks.reading().wall) / 1000)
        let hub = try LiveHub(
            clocks: clocks.reading, folder: try Self.makeFolder(version: version))
        let documents = try #require(try VectorFile.load("store/documents").members)
        let http = try hub.http(.host)
        for (view, document) in documents {
            let read = try http.view(view, venue: "main")
            expectEqual(read["doc"], document, "\(view)")
            expectEqual(read["epoch"], "5hc9d247")
        }
        // And the list goes on.
        try expectEqual(hub.connect(.host).add("Grace")["number"], 3)
    }
}
