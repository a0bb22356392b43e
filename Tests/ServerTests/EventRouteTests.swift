import Client
import JSON
import Sync
import TestSupport
import Testing

@testable import Server

/// `GET /v1/<venue>/events/<rev>`.
@Suite struct EventRouteTests {
    private let hub: LiveHub

    init() throws { hub = try LiveHub() }

    private func event(_ rev: Int, as role: Role = .engineer) throws -> JSON {
        try #require(try hub.get("/v1/main/events/\(rev)", as: role).json)
    }

    /// The diff as sent, without the earlier values, which only the event's details have.
    private func asSent(_ change: JSON) -> JSON {
        var members = change.members ?? [:]
        members["patch"] = .array(
            (change["patch"]?.elements ?? []).map { operation in
                var operation = operation.members ?? [:]
                operation["was"] = nil
                return .object(operation)
            })
        return .object(members)
    }

    @Test func `returns the stream's event with the diffs that screens got`() throws {
        let host = try hub.connect(.host)
        for view in ["waitlist/display", "waitlist/host"] { try host.subscribe(view) }
        try host.ping()
        var live: [[JSON]] = []
        func act(_ action: String, _ arguments: JSON) throws -> JSON {
            try host.mutate("m-\(live.count)", action, arguments)
            let party = try host.next("ack")["result"]?["party"] ?? .null
            try host.send(["type": "ping", "n": 2])
            var diffs: [JSON] = []
            while let message = Optional(try host.next()), message["type"] != "pong" {
                if message["type"] == "diff" { diffs.append(message) }
            }
            live.append(diffs)
            return party
        }
        let ada = try act("waitlist.add", ["name": "Ada", "size": 2, "phone": "+12015550123"])
        let bo = try act("waitlist.add", ["name": "Bo/~x", "size": 3])
        _ = try act("waitlist.move", ["party": bo, "before": ada])
        _ = try act("waitlist.edit", ["party": ada, "phone": "+12015550199"])
        _ = try act("waitlist.ready", ["party": bo])
        _ = try act("waitlist.seat", ["party": bo, "table": "7"])
        _ = try act("waitlist.undo", ["rev": 6])
        for restarts in [false, true] {
            if restarts { try hub.restart() }
            for (index, diffs) in live.enumerated() {
                let told = try event(index + 1, as: .owner)
                let sent = try #require(told["changes"]?.elements).map(asSent)
                    .filter { $0["view"]?.text?.hasPrefix("waitlist/") == true }
                expectEqual(
                    sent, diffs.sorted { ($0["view"]?.text ?? "") < ($1["view"]?.text ?? "") })
                let stream = try RawEventStream(
                    hub, .owner, "?since=\(index)&until=\(index + 1)")
                expectEqual(told["event"], (try stream.next()))
            }
        }
        let ready = try event(5)["changes"]?.elements?.first?["patch"]?.elements ?? []
        #expect(ready.first { $0["op"] == "replace" }?["was"] == "waiting")
        let seated = try event(6)["changes"]?.elements?.first?["patch"]?.elements ?? []
        #expect(seated.first { $0["op"] == "remove" }?["was"]?["status"] == "ready")
    }

    @Test func `returns the mutation, the device and the connection as the cause`() throws {
        let host = try hub.connect(.host)
        let ada = try host.add("Ada", id: "mine")["party"] ?? .null
        _ = try host.ask("call", "waitlist.call_next")
        let body = JSON(present: [
            "type": "mutate", "id": "by-http", "action": "waitlist.seat", "args": ["party": ada],
        ]).canonicalText
        let posted = try hub.ask("POST", "/v1/main/mutations", as: .host, body: body)
        expectEqual(posted.status, 200)
        let cause = try #require(try event(1)["cause"])
        expectEqual(cause["mutation"], "mine")
        expectEqual(cause["action"], "waitlist.add")
        #expect(cause["device"]?["role"] == "host")
        #expect(cause["device"]?["name"] == "test")
        #expect(cause["connection"]?["way"] == "websocket")
        expectEqual(cause["connection"]?["address"]?.text?.hasPrefix("127.0.0.1:"), true)
        #expect(try event(2)["cause"]?["action"] == "waitlist.call_next")
        #expect(try event(3)["cause"]?["connection"]?["way"] == "http")
    }

    @Test func `knows an event's timing until the hub restarts`() throws {
        try hub.connect(.host).add("Ada")
        var timing: JSON?
        // The timing is measured when the diffs have left, which may be after the answer.
        while timing == nil { timing = try event(1)["timing"] }
        guard case .number(let durable) = timing?["durableMs"],
            case .number(let handedOver) = timing?["handedOverMs"]
        else { throw SyncConnection.Missing(type: "timing") }
        #expect(durable >= 0 && durable <= handedOver && handedOver < 60_000)
        try hub.restart()
        let later = try event(1)
        expectNil(later["timing"])
        #expect(later["cause"]?["action"] == nil)
        #expect(later["cause"]?["connection"] == nil)
        #expect(later["cause"]?["device"]?["role"] == "host")
    }

    @Test func `masks phone and notes for engineers everywhere`() throws {
        let host = try hub.connect(.host)
        let ada = try host.ask(
            "a", "waitlist.add",
            ["name": "Ada", "size": 2, "phone": "+12015550123", "notes": "By the window"])
        let party = ada["result"]?["party"] ?? .null
        _ = try host.ask("b", "waitlist.edit", ["party": party, "phone": "+12015550199"])
        _ = try host.ask("c", "waitlist.seat", ["party": party])
        _ = try host.ask("d", "waitlist.undo", ["rev": 3])
        for rev in 1...4 {
            let text = try event(rev).canonicalText
            #expect(!text.contains("20155501") && !text.contains("window"), "\(rev)")
        }
        #expect(try event(2, as: .owner).canonicalText.contains("+12015550123"))
        let masked = try #require(try event(2)["changes"]?.elements)
        expectEqual(masked.map { $0["patch"] }, [[]])
    }

    @Test func `returns 404 beyond the journal, and 400 for a malformed revision`() throws {
        try expectEqual(hub.get("/v1/main/events/1", as: .owner).status, 404)
        try hub.connect(.host).add("Ada")
        for (rev, status) in [
            ("1", 200), ("0", 404), ("2", 404), ("9223372036854775807", 404), ("-1", 400),
            ("x", 400), ("1.5", 400), ("", 400), ("99999999999999999999", 400), ("1/2", 404),
        ] {
            let answer = try hub.get("/v1/main/events/\(rev)", as: .owner)
            expectEqual(answer.status, status, "\(rev)")
            if status != 200 { #expect(answer.isProblem, "\(rev)") }
        }
    }
}
