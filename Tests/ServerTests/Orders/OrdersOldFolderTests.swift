import BoardKit
import Client
import Foundation
import JSON
import ShippedBoards
import Sync
import TestSupport
import Testing

@testable import Server

/// Data folders from before the board existed.
@Suite struct OrdersOldFolderTests {
    private static let earlierBoards = BoardRegistry(
        BoardRegistry.shipped.modules.filter { $0.declaration.name != "orders" })

    /// Writes a folder with three parties and a snapshot.
    ///
    /// - Returns: the stopped hub that wrote it and removes it at its end.
    private func writeFolder(venueBoards: [String]? = nil) throws -> LiveHub {
        var timing = HubTiming()
        timing.snapshotEvents = 10
        let hub = try LiveHub(timing: timing, boards: Self.earlierBoards) {
            $0.venueBoards = venueBoards
        }
        let host = try hub.connect(.host)
        for name in ["Ada", "Bo", "Cy"] { _ = try host.add(name) }
        hub.stop()
        return hub
    }

    @Test(arguments: [true, false])
    func `a folder opens with the board enabled and empty`(hasSnapshot: Bool) throws {
        let old = try writeFolder()
        defer { withExtendedLifetime(old) {} }
        let snapshot = old.dataFolder + "/tablecast-main.snapshot"
        #expect(FileManager.default.fileExists(atPath: snapshot))
        if !hasSnapshot { try FileManager.default.removeItem(atPath: snapshot) }
        let hub = try LiveHub(folder: old.dataFolder)
        let http = try hub.http(.host)
        let document = { (view: String) in try http.view(view, venue: "main")["doc"] }
        try expectEqual(document("waitlist/host")?["parties"]?.members?.count, 3)
        try expectEqual(
            document("house/settings")?["venue"]?["boards"]?.elements?.contains("orders"), true)
        try expectEqual(document("orders/host"), ["tabs": [:], "gone": [:], "currency": "EUR"])
        try expectEqual(
            document("orders/menu"), ["sections": [:], "dishes": [:], "currency": "EUR"])
        let opened = try hub.connect(.host).ask("open", "orders.open", ["kind": "takeaway"])
        #expect(opened["result"]?["number"] == 1)
    }

    @Test func `a venue with chosen boards keeps its choice`() throws {
        let old = try writeFolder(venueBoards: ["waitlist"])
        defer { withExtendedLifetime(old) {} }
        let hub = try LiveHub(folder: old.dataFolder)
        let host = try hub.connect(.host)
        let refused = try host.ask("open", "orders.open", ["kind": "takeaway"])
        expectEqual(refused["code"], "unknown_action")
        // The owner can then enable the board.
        let chosen = try hub.connect(.owner).ask(
            "choose", "house.configure", ["boards": ["orders"]])
        expectEqual(chosen["type"], "ack")
        try expectEqual(host.ask("open", "orders.open", ["kind": "takeaway"])["type"], "ack")
    }
}
