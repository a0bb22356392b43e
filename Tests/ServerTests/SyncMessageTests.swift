import Client
import JSON
import Sync
import TestSupport
import Testing

/// Every message of the protocol's page.
@Suite struct SyncMessageTests {
    private let hub: LiveHub

    init() throws { hub = try LiveHub() }

    private static func isInstant(_ json: JSON?) -> Bool {
        guard let text = json?.text, let instant = Instant(text) else { return false }
        return instant.description == text
    }

    @Test(arguments: [Role.owner, .host, .display, .engineer])
    func `the welcome says who one is and how far the venue is`(role: Role) throws {
        let host = try hub.connect(.host)
        try host.add("Ada")
        let welcome = try hub.connect(role).next()
        expectEqual(
            welcome.members?.keys.sorted(),
            [
                "epoch", "heartbeatMs", "now", "protocol", "rev", "role", "type", "venue",
            ])
        expectEqual(welcome["type"], "welcome")
        expectEqual(welcome["protocol"], "tablecast.v1")
        expectEqual(welcome["venue"], "main")
        expectEqual(welcome["role"]?.text, role.rawValue)
        expectEqual(welcome["rev"], 1)
        expectEqual(welcome["heartbeatMs"], 15_000)
        #expect(Self.isInstant(welcome["now"]))
    }

    @Test func `a subscription begins with subscribed, then the snapshot, then live`() throws {
        let display = try hub.connect(.display)
        let epoch = try display.next("welcome")["epoch"]
        try display.subscribe("waitlist/display")
        try expectEqual(
            display.next(),
            [
                "type": "subscribed", "view": "waitlist/display", "resumed": false,
            ])
        let snapshot = try display.next()
        expectEqual(
            snapshot.members?.keys.sorted(), ["doc", "epoch", "hash", "rev", "type", "view"])
        expectEqual(snapshot["type"], "snapshot")
        expectEqual(snapshot["epoch"], epoch)
        expectEqual(snapshot["rev"], 0)
        #expect(snapshot["doc"]?["parties"] == [:])
        #expect(snapshot["doc"]?["venue"]?["name"] == "Trattoria")
        try expectEqual(display.next(), ["type": "live", "view": "waitlist/display", "rev": 0])
    }

    @Test func `a party added by a host stands on the display, once it is on the disk`() throws {
        let display = try Watcher(hub, .display, "waitlist/display")
        let host = try hub.connect(.host)
        let ack = try host.ask(
            "one", "waitlist.add", ["name": "Ada Lovelace", "size": 4, "phone": "+39 06 1234567"])
        expectEqual(ack.members?.keys.sorted(), ["durable", "id", "result", "rev", "type"])
        expectEqual(ack["type"], "ack")
        expectEqual(ack["durable"], "disk")
        expectEqual(ack["rev"], 1)
        #expect(ack["result"]?["number"] == 1)
        expectEqual(ack["result"]?["ticket"]?.text?.isEmpty, false)
        let diff = try display.take()
        expectEqual(
            diff.members?.keys.sorted(), ["at", "from", "hash", "patch", "rev", "type", "view"])
        expectEqual(diff["from"], 0)
        expectEqual(diff["rev"], 1)
        #expect(Self.isInstant(diff["at"]))
        let row = display.document("waitlist/display")?["parties"]?.members?.first
        expectEqual(row?.key, ack["result"]?["party"]?.text)
        expectEqual(row?.value["label"], "Ada L.")
        expectEqual(row?.value["arrivedAt"], diff["at"])
    }

    @Test func `patches have only add, remove and replace, at a row`() throws {
        let watcher = try Watcher(hub, .host, "waitlist/host")
        let party = try watcher.ask("1", "waitlist.add", ["name": "A", "size": 2])
        try watcher.reach(1, of: "waitlist/host")
        let id = party["result"]?["party"] ?? .null
        try watcher.connection.mutate("2", "waitlist.ready", ["party": id])
        try watcher.reach(2, of: "waitlist/host")
        try watcher.connection.mutate("3", "waitlist.seat", ["party": id, "table": "12"])
        try watcher.reach(3, of: "waitlist/host")
        for diff in watcher.messages where diff["type"] == "diff" {
            for operation in diff["patch"]?.elements ?? [] {
                #expect(["add", "remove", "replace"].contains(operation["op"]?.text))
            }
        }
        let gone = watcher.document("waitlist/host")?["gone"]?[id.text ?? ""]
        #expect(gone?["status"] == "seated")
        #expect(gone?["table"] == "12")
    }

    @Test func `after unsubscribe nothing of the view comes any more`() throws {
        let host = try Watcher(hub, .host, "waitlist/host", "waitlist/display")
        try host.connection.send(["type": "unsubscribe", "view": "waitlist/display"])
        try host.connection.send(["type": "unsubscribe", "view": "notice/display"])
        try host.connection.mutate("1", "waitlist.add", ["name": "A", "size": 2])
        try host.reach(1, of: "waitlist/host")
        try host.catchUp()
        expectEqual(host.rev("waitlist/display"), 0)
    }

    @Test func `a pong has the number, the revision and the time`() throws {
        let host = try hub.connect(.host)
        try host.add("Ada")
        for n in [0, 7, -1, 9_007_199_254_740_991] {
            let pong = try host.ping(n)
            expectEqual(pong.members?.keys.sorted(), ["n", "now", "rev", "type"])
            expectEqual(pong["rev"], 1)
            #expect(Self.isInstant(pong["now"]))
        }
    }

    @Test func `a reported drift is answered and counted`() throws {
        let display = try hub.connect(.display)
        try display.send(["type": "subscribe", "view": "waitlist/display"])
        try display.send([
            "type": "ping", "n": 0, "drift": ["view": "waitlist/display", "rev": 0],
        ])
        try expectEqual(display.next("pong")["n"], 0)
        #expect(try hub.get("/metrics", as: .owner).text.contains("tablecast_drifts_total 1\n"))
    }

    @Test func `a rejected mutation says why, and its id may be tried again`() throws {
        let host = try hub.connect(.host)
        try expectEqual(
            host.ask("again", "waitlist.add", ["name": "", "size": "4", "phone": "x"]),
            [
                "type": "reject", "id": "again", "code": "invalid",
                "problems": [
                    [
                        "field": "name", "message": "Name is a required field.",
                        "reason": "required",
                    ],
                    [
                        "field": "size", "message": "Size must be a positive integer",
                        "reason": "not_positive",
                    ],
                    [
                        "field": "phone",
                        "message":
                            "Phone must be a number with its country code, such as +1 201 555 0123",
                        "reason": "waitlist.bad_phone",
                    ],
                ],
            ])
        try expectEqual(host.ask("again", "waitlist.add", ["name": "A", "size": 4])["rev"], 1)
    }

    @Test func `every reject code that a host can meet`() throws {
        let host = try hub.connect(.host)
        func code(_ id: String, _ action: String, _ arguments: JSON, ifRev: Int? = nil) throws
            -> String?
        {
            try host.ask(id, action, arguments, ifRev: ifRev)["code"]?.text
        }
        let party = try host.add("Ada", id: "add")["party"] ?? .null
        try expectEqual(code("x", "waitlist.fly", [:]), "unknown_action")
        try expectEqual(code("x", "nothing", [:]), "unknown_action")
        try expectEqual(code("add", "waitlist.add", ["name": "Bo", "size": 2]), "id_reused")
        try expectEqual(code("add", "waitlist.fly", [:]), "unknown_action")
        try expectEqual(code("x", "waitlist.add", ["name": "Bo"]), "invalid")
        try expectEqual(code("x", "waitlist.ready", ["party": "p_zzz"]), "not_found")
        try expectEqual(code("x", "waitlist.ready", ["party": party], ifRev: 0), "stale")
        try expectEqual(code("x", "waitlist.unready", ["party": party]), "conflict")
        try expectEqual(code("x", "waitlist.unready", ["party": party], ifRev: 0), "stale")
    }

    @Test func `the same id again gets the first answer again, on any connection`() throws {
        let host = try hub.connect(.host)
        let first = try host.ask("one", "waitlist.add", ["name": "Ada", "size": 4])
        var again = first.members ?? [:]
        again["replayed"] = true
        for connection in [host, try hub.connect(.owner)] {
            // As JSON values these arguments are the same, and `ifRev` does not count.
            try connection.send(
                JSON(
                    parsing: """
                        {"type":"mutate","id":"one","action":"waitlist.add","ifRev":0,\
                        "args":{"size":4.0,"name":"\\u0041da"}}
                        """))
            try expectEqual(connection.next("ack"), .object(again))
        }
        try expectEqual(host.ping()["rev"], 1)
    }

    @Test func `the same id twice in one breath has one event and two answers`() throws {
        let host = try hub.connect(.host)
        for _ in 0..<2 { try host.mutate("one", "waitlist.add", ["name": "Ada", "size": 4]) }
        try host.mutate("one", "waitlist.add", ["name": "Ada", "size": 5])
        var answers: [JSON] = []
        while answers.count < 3 {
            let message = try host.next()
            if message["id"] == "one" { answers.append(message) }
        }
        let acks = answers.filter { $0["type"] == "ack" }
        expectEqual(acks.map { $0["replayed"]?.flag ?? false }, [false, true])
        expectEqual(acks.map { $0["rev"] }, [1, 1])
        #expect(answers.first { $0["type"] == "reject" }?["code"] == "id_reused")
        try expectEqual(host.ping()["rev"], 1)
    }

    @Test func `a view that is not there or not for the role is refused, and the connection stays`()
        throws
    {
        let display = try hub.connect(.display)
        try display.subscribe("waitlist/host")
        let forbidden = try display.next("error")
        expectEqual(forbidden["code"], "forbidden")
        expectEqual(forbidden["view"], "waitlist/host")
        try display.subscribe("waitlist/nobody")
        let missing = try display.next("error")
        expectEqual(missing["code"], "not_found")
        expectEqual(missing["view"], "waitlist/nobody")
        try expectEqual(display.ping()["rev"], 0)
    }

    static let badMessages = [
        "", "{", "null", "[]", "\"ping\"", "{}", #"{"type":"hello"}"#, #"{"type":7}"#,
        #"{"type":"ping"}"#, #"{"type":"ping","n":"1"}"#, #"{"type":"ping","n":1.5}"#,
        #"{"type":"ping","n":1,"m":2}"#, #"{"type":"ping","n":1,"n":2}"#,
        #"{"type":"ping","n":1,"drift":{"view":"a"}}"#, #"{"type":"subscribe"}"#,
        #"{"type":"subscribe","view":1}"#, #"{"type":"subscribe","view":"a","since":3}"#,
        #"{"type":"subscribe","view":"a","since":{"epoch":"e","rev":1,"x":0}}"#,
        #"{"type":"mutate","id":"a","action":"b"}"#,
        #"{"type":"mutate","id":"a b","action":"b","args":{}}"#,
        #"{"type":"mutate","id":"","action":"b","args":{}}"#,
        #"{"type":"mutate","id":"\#(String(repeating: "x", count: 65))","action":"b","args":{}}"#,
        #"{"type":"mutate","id":"a","action":"b","args":[]}"#,
        #"{"type":"mutate","id":"a","action":"b","args":{},"ifRev":"1"}"#,
        #"{"type":"mutate","id":"a","action":"b","args":{"x":1,"x":1}}"#,
        #"{"type":"mutate","id":"a","action":"b","args":{"x":"# + String(repeating: "[", count: 31)
            + String(repeating: "]", count: 31) + "}}",
        #"{"type":"ping","n":1}x"#, #"{"type":"ping","n":01}"#,
    ]

    @Test func `a malformed message gets bad_message, and the connection stays`() throws {
        // Nine per connection, because the tenth ends it.
        for start in stride(from: 0, to: Self.badMessages.count, by: 9) {
            let socket = try RawWebSocket(hub, .host)
            for message in Self.badMessages[start...].prefix(9) {
                try socket.send(message)
                let error = try socket.next("error")
                expectEqual(error["code"], "bad_message", "\(message)")
                expectEqual(error["message"]?.text?.isEmpty, false)
            }
            try socket.send(#"{"type":"ping","n":1}"#)
            try expectEqual(socket.next("pong")["n"], 1)
        }
    }

    @Test func `a bad message that has an id or a view is answered with it`() throws {
        let host = try hub.connect(.host)
        try host.send(["type": "mutate", "id": "mine", "action": "waitlist.add"])
        try expectEqual(host.next("error")["id"], "mine")
        try host.send(["type": "subscribe", "view": "a", "since": 1])
        try expectEqual(host.next("error")["view"], "a")
    }

    @Test func `after ten bad messages the connection is closed with 4400`() throws {
        let socket = try RawWebSocket(hub, .host)
        for _ in 0..<10 { try socket.send("no") }
        for _ in 0..<10 { try expectEqual(socket.next("error")["code"], "bad_message") }
        try expectEqual(socket.closeCode(), 4400)
    }

    @Test func `bad messages count across segments and with good ones between`() throws {
        let socket = try RawWebSocket(hub, .host)
        let good = RawFrame.text(#"{"type":"ping","n":1}"#)
        var bytes: [UInt8] = []
        for _ in 0..<12 { bytes += RawFrame.text("no") + good }
        try socket.connection.send(bytes)
        try expectEqual(socket.closeCode(), 4400)
    }
}
