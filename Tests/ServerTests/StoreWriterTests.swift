import GRDB
import JSON
import SignIn
import Storage
import Sync
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import Server

/// Writes besides events, which are off the loops and bounded.
@Suite struct StoreWriterTests {
    private let hub: LiveHub
    private let host: [String: String]

    init() throws {
        hub = try LiveHub(loopCount: 1)
        host = ["Cookie": "tablecast=\(try hub.token(.host))", "Origin": hub.origin]
        _ = try hub.token(.display)
    }

    /// Sends a request without waiting for the answer.
    private func begin(
        _ method: String, _ path: String, _ fields: [String: String] = [:], body: String? = nil
    ) throws -> RawConnection {
        let connection = try RawConnection(hub)
        try connection.send(hub.request(method, path, as: nil, fields, body: body))
        return connection
    }

    @Test func `only changes wait while another command writes to the file`() throws {
        try expectEqual(
            hub.ask("POST", "/v1/main/pin", as: .owner, body: #"{"pin":"4711"}"#).status, 200)
        let link = try hub.link(.host)
        let display = try RawWebSocket(hub, .display)
        _ = try display.next("welcome")
        let lock = try WriteLock(hub.dataFolder)
        try expectEqual(hub.get("/in/unknown").status, 404)
        try expectEqual(hub.get("/host", as: nil, host).status, 401)
        let links = [try begin("GET", link), try begin("GET", link)]
        let locking = try begin("POST", "/v1/main/lock", host)
        let unlocking = try begin("POST", "/v1/main/unlock", host, body: #"{"pin":"0000"}"#)
        try display.send(RawFrame.ping, [7])
        try expectEqual(display.frame(RawFrame.pong).payload, [7])
        try expectEqual(RawWebSocket(hub, .display).next("welcome")["role"], "display")
        for connection in links + [locking, unlocking] { #expect(try !connection.hasBytes()) }
        try lock.release()
        // The link works once.
        let answers = try links.map { try $0.answer() }
        expectEqual(Set(answers.map(\.status)), [303, 410])
        expectEqual(answers.count { $0["set-cookie"] != nil }, 1)
        try expectEqual(locking.answer().status, 204)
        try expectEqual(unlocking.answer().status, 403)
    }

    @Test(arguments: ["GET", "POST"])
    func `limits the waiting changes of one link or device`(method: String) throws {
        let path = method == "GET" ? try hub.link(.host) : "/v1/main/lock"
        let lock = try WriteLock(hub.dataFolder)
        let asking = try (0..<5).map { _ in try begin(method, path, host) }
        // This look-up comes after theirs, so the hub has received their requests.
        try expectEqual(hub.get("/in/unknown").status, 404)
        try lock.release()
        let answers = try asking.map { try $0.answer() }
        #expect(answers.contains { $0.status == (method == "GET" ? 303 : 204) })
        // One is in progress, and two wait.
        let refused = answers.filter { $0.status == 503 }
        #expect(refused.count >= 2)
        #expect(refused.allSatisfy { $0["retry-after"] == "1" && $0.isProblem })
    }

    @Test func `returns 503 for a failed write, which can be repeated`() throws {
        let link = try hub.link(.host)
        let store = try Store(folder: hub.dataFolder, creating: false)
        for table in ["link", "device"] {
            try store.write { db in
                try db.execute(
                    sql: """
                        CREATE TRIGGER \(table)_refused BEFORE UPDATE ON \(table)
                        BEGIN SELECT RAISE (FAIL, 'no room'); END
                        """)
            }
        }
        try expectEqual(hub.get(link).status, 503)
        try expectEqual(hub.ask("POST", "/v1/main/lock", as: nil, host).status, 503)
        try store.write { db in
            try db.execute(sql: "DROP TRIGGER link_refused")
            try db.execute(sql: "DROP TRIGGER device_refused")
            try db.execute(sql: "ALTER TABLE link RENAME TO away")
        }
        try expectEqual(hub.get(link).status, 503)
        try store.write { db in try db.execute(sql: "ALTER TABLE away RENAME TO link") }
        try expectEqual(hub.get(link).status, 303)
        try expectEqual(hub.ask("POST", "/v1/main/lock", as: nil, host).status, 204)
    }

    @Test func `joins writes for which no request waits`() throws {
        let server = try LoneLoopServer()
        let writer = server.context.writer
        let device = try server.store.issueToken(
            role: .display, name: nil, venue: "main", now: Instant(milliseconds: 0)
        ).device.id
        let lock = try WriteLock(server.store.folder.path)
        for day in 1...100 as ClosedRange<Int64> {
            writer.noteSeen(device: device, now: Instant(milliseconds: day * 86_400_000))
        }
        writer.note(presences: [device: .lost(since: Instant(milliseconds: 7))])
        try lock.release()
        writer.finish()
        let known = try #require(try server.store.device(device, in: "main"))
        expectEqual(known.seenAt, Instant(milliseconds: 100 * 86_400_000))
        expectEqual(known.presence, .lost(since: Instant(milliseconds: 7)))
    }
}
