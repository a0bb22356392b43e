import BoardKit
import Foundation
import JSON
import Operations
import SQLiteStorage
import ShippedBoards
import Sync
import Terminal
import TestSupport
import Testing

@testable import Server
@testable import WaitlistBoard

/// Imports of the first system's file, also with damage.
@Suite struct BoardImportTests {
    private static let importer = RestaurantQueueImporter()

    private let hub: LiveHub

    /// Samples with the form and the kinds of damage of that server's files. It overwrites the old
    /// list without truncating the file.
    private static func sample(_ name: String) throws -> [UInt8] {
        try VectorFile.bytes("waitlist/restaurantqueue/\(name)")
    }

    /// Imports into a stopped hub.
    init() throws {
        hub = try LiveHub()
        hub.stop()
    }

    private func run(_ bytes: [UInt8]) throws -> ImportReport {
        try BoardImport(
            by: Self.importer, into: SQLiteFolder(hub.dataFolder), venue: "main", boards: .shipped
        ).run(bytes)
    }

    /// Returns the hosts' list in order: name, size, status, arrival.
    private func parties() throws -> [[String]] {
        try hub.start()
        let document = try hub.get("/v1/main/views/waitlist/host", as: .host).json?["doc"]
        let rows = (document?["parties"]?.members ?? [:]).values.sorted {
            ($0["rank"]?.text ?? "") < ($1["rank"]?.text ?? "")
        }
        return rows.map { row in
            [
                row["name"]?.text ?? "", "\(row["size"]?.integer ?? 0)",
                row["status"]?.text ?? "", row["arrivedAt"]?.text ?? "",
            ]
        }
    }

    @Test func `lists reservations with a future arrival without importing them`() throws {
        let report = try run(
            Array("id:1, name:Ada, size:2, time:2999-01-01 00:00:00 +0000, isReady:false\n".utf8))
        expectEqual(report.importedCount, 0)
        expectEqual(report.refused.map(\.line), [1])
        expectEqual(report.refused.first?.reason, "The time of arrival is still to come")
        #expect(try parties().isEmpty)
    }

    @Test func `imports a whole file unchanged`() throws {
        let report = try run(Self.sample("whole.txt"))
        expectEqual(report.importedCount, 4)
        expectEqual(report.knownCount, 0)
        #expect(report.refused.isEmpty)
        try expectEqual(
            parties(),
            [
                ["Ada", "2", "ready", "2016-05-13T17:20:01.000Z"],
                ["Zoë and Björn", "4", "waiting", "2016-05-13T17:22:05.000Z"],
                ["נועה", "99", "waiting", "2016-05-13T17:25:00.000Z"],
                [
                    "Smith, party of the \"Blue: Room\"", "6", "waiting",
                    "2016-05-13T17:27:00.000Z",
                ],
            ])
        let list = try hub.get("/api/RestaurantQueue", as: .host).text
        #expect(list.contains("name:Smith  party of the \"Blue  Room\", size:6"))
    }

    @Test func `a second import changes nothing, even after the list has changed`() throws {
        let bytes = try Self.sample("whole.txt")
        _ = try run(bytes)
        let before = try hub.journal()
        let again = try run(bytes)
        expectEqual(again.importedCount, 0)
        expectEqual(again.knownCount, 4)
        try expectEqual(hub.journal(), before)
        try hub.start()
        let host = try hub.connect(.host)
        _ = try host.ask("s", "waitlist.seat", ["party": .string(before[0].subject)])
        hub.stop()
        let third = try run(bytes)
        expectEqual(third.knownCount, 4)
        try expectEqual(hub.journal().count, before.count + 1)
        try expectEqual(parties().map { $0[1] }, ["4", "99", "6"])
    }

    @Test func `imports lines that were added to the file`() throws {
        _ = try run(Self.sample("whole.txt"))
        let more =
            try Self.sample("whole.txt")
            + Array(
                "id:5, name:New, size:2, time:2016-05-01 10:00:00 +0000, isReady:false\n".utf8)
        let report = try run(more)
        expectEqual(report.importedCount, 1)
        expectEqual(report.knownCount, 4)
        try expectEqual(parties().last?.first, "New")
    }

    @Test func `needs a stopped hub and an existing venue`() throws {
        #expect(throws: HubError.self) {
            try BoardImport(
                by: Self.importer, into: SQLiteFolder(hub.dataFolder), venue: "nowhere",
                boards: .shipped
            ).run([])
        }
        try hub.start()
        #expect {
            try BoardImport(
                by: Self.importer, into: SQLiteFolder(hub.dataFolder), venue: "main",
                boards: .shipped)
        } throws: { error in
            "\(error)".contains("Stop it first") && !"\(error)".contains("\n")
        }
        #expect(throws: HubError.self) {
            try BoardImport(
                by: Self.importer, into: SQLiteFolder(LiveHub.newFolder()), venue: "main",
                boards: .shipped)
        }
    }

    @Test func `the events name the importer, and the journal is sound`() throws {
        _ = try run(Self.sample("unreadable.txt"))
        let events = try hub.journal()
        expectEqual(events.map(\.kind), ["added", "readied", "added", "readied"])
        expectEqual(Set(events.map(\.actor)), ["import:restaurantqueue"])
        let verdict = try Administration(SQLiteFolder(hub.dataFolder)).verify()
        #expect(verdict.faults.isEmpty)
        expectEqual(verdict.sound, ["main: 4 events, sound through revision 4"])
    }
}
