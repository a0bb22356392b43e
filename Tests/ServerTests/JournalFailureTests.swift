import Foundation
import GRDB
import JSON
import Operations
import Storage
import Sync
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import Server

/// A journal that can't be written: nothing changes, readers continue, and it recovers on its own.
@Suite struct JournalFailureTests {
    private let hub: LiveHub
    private let store: Store

    init() throws {
        hub = try LiveHub()
        store = try Store(folder: hub.dataFolder, creating: false)
    }

    /// Makes the disk refuse all events, or those of a party.
    private func refuseEvents(of party: String = "p_%") throws {
        try store.write { db in
            try db.execute(
                sql: """
                    CREATE TRIGGER refused BEFORE INSERT ON event
                    WHEN NEW.subject LIKE '\(party)'
                    BEGIN SELECT RAISE (FAIL, 'no room'); END
                    """)
        }
    }

    private func takeEvents() throws {
        try store.write { db in try db.execute(sql: "DROP TRIGGER refused") }
    }

    @Test func `informs hosts, serves screens, and accepts the same ids later`() throws {
        let host = try hub.connect(.host)
        let display = try Watcher(hub, .display, "waitlist/display")
        try host.add("Ada", id: "before")
        try display.reach(1, of: "waitlist/display")
        try refuseEvents()
        for index in 1...5 {
            try host.mutate(
                "m-\(index)", "waitlist.add", ["name": .string("P \(index)"), "size": 2])
        }
        for index in 1...5 {
            let reject = try host.next("reject")
            expectEqual(reject["id"]?.text, "m-\(index)")
            expectEqual(reject["code"], "unavailable")
        }
        let over = try hub.ask(
            "POST", "/v1/main/mutations", as: .host,
            body: #"{"type":"mutate","id":"h","action":"waitlist.call_next","args":{}}"#)
        expectEqual(over.status, 503)
        #expect(over.json?["code"] == "unavailable")
        try expectEqual(
            hub.ask("POST", "/api/RestaurantQueue/Bo/2", as: .host, body: "").status, 503)
        try expectEqual(hub.get("/healthz").status, 200)
        // Readers continue, and earlier answers are repeated.
        try expectEqual(display.catchUp(), 1)
        #expect(try hub.get("/v1/main/views/waitlist/host", as: .host).json?["rev"] == 1)
        try expectEqual(RawEventStream(hub, .engineer, "?until=1").rest().count, 1)
        let again = try host.ask("before", "waitlist.add", ["name": "Ada", "size": 2])
        expectEqual(again["replayed"], true)
        try takeEvents()
        for index in 1...5 {
            let answer = try host.ask(
                "m-\(index)", "waitlist.add", ["name": .string("P \(index)"), "size": 2])
            expectEqual(answer["rev"]?.integer, index + 1)
            expectNil(answer["replayed"])
            expectEqual(answer["result"]?["number"]?.integer, index + 1)
        }
        try display.reach(6, of: "waitlist/display")
        try expectEqual(hub.journal().map(\.rev), Array(1...6))
        #expect(try Administration(SQLiteFolder(hub.dataFolder)).verify().faults.isEmpty)
    }

    @Test func `a failure among many events leaves no gap`() throws {
        let host = try hub.connect(.host)
        let watcher = try Watcher(hub, .owner, "waitlist/host")
        try refuseEvents(of: "p_k")
        // Repeats the same ids in the same order; each takes effect once.
        for index in 1...60 {
            try host.mutate(
                "m-\(index)", "waitlist.add", ["name": .string("P \(index)"), "size": 2])
        }
        var acked: [Int] = []
        var refused = 0
        while acked.count + refused < 60 {
            let message = try host.next()
            if message["type"] == "ack" { acked.append(message["rev"]?.integer ?? 0) }
            if message["type"] == "reject" { refused += 1 }
        }
        expectEqual(acked, Array(1..<(acked.count + 1)))
        #expect(acked.count < 20)
        expectEqual(refused, 60 - acked.count)
        try expectEqual(watcher.catchUp(), acked.count)
        expectEqual(watcher.document("waitlist/host")?["parties"]?.members?.count, acked.count)
        try takeEvents()
        for index in 1...60 {
            let answer = try host.ask(
                "m-\(index)", "waitlist.add", ["name": .string("P \(index)"), "size": 2])
            expectEqual(answer["type"], "ack")
        }
        try watcher.reach(60, of: "waitlist/host")
        try expectEqual(hub.journal().map(\.rev), Array(1...60))
        #expect(try Administration(SQLiteFolder(hub.dataFolder)).verify().faults.isEmpty)
    }

    @Test(arguments: ["/readyz", "/metrics"])
    func `a hub reports a disk that refuses writes until it recovers`(asked: String) throws {
        let isWritable = {
            let answer = try hub.get(asked, as: .owner)
            return answer.status == 200 && !answer.text.contains("journal_writable 0\n")
        }
        let host = try hub.connect(.host)
        #expect(try isWritable())
        let log = hub.dataFolder + "/tablecast.sqlite-wal"
        try FileManager.default.moveItem(atPath: log, toPath: log + "-away")
        try expectEqual(
            host.ask("m", "waitlist.add", ["name": "Bo", "size": 2])["code"], "unavailable")
        #expect(try !isWritable())
        let answer = try hub.get("/readyz")
        expectEqual(answer.status, 503)
        #expect(answer.isProblem)
        #expect(answer["retry-after"] != nil)
        try FileManager.default.moveItem(atPath: log + "-away", toPath: log)
        // This needs no request in between.
        #expect(try isWritable())
    }
}
