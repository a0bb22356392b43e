import JSON
import Limits
import Sync
import TestSupport
import Testing

@testable import Server

/// The journal as a stream: past events, then live ones, without gaps or duplicates.
@Suite struct EventStreamTests {
    private let hub: LiveHub

    init() throws { hub = try LiveHub() }

    private func add(_ count: Int, from first: Int = 1) throws {
        let host = try hub.connect(.host)
        for index in first..<(first + count) {
            try host.mutate(
                "m-\(index)", "waitlist.add", ["name": .string("P \(index)"), "size": 2])
        }
        while try host.next("ack")["rev"]?.integer != first + count - 1 {}
    }

    @Test func `sends a CloudEvents object with all documented members`() throws {
        let host = try hub.connect(.host)
        let welcome = try host.next("welcome")
        let epoch = welcome["epoch"]?.text ?? ""
        let party = try host.add("Ada", size: 4, id: "mine")["party"]
        let stream = try RawEventStream(hub, .owner, "?until=1")
        expectEqual(stream.head.status, 200)
        expectEqual(stream.head["content-type"], "application/x-ndjson")
        expectEqual(stream.head["cache-control"], "no-store")
        let events = try stream.rest()
        expectEqual(events.count, 1)
        let event = try #require(events.first)
        expectEqual(event["specversion"], "1.0")
        expectEqual(event["id"]?.text, "\(epoch):1")
        expectEqual(event["source"], "/v1/main")
        expectEqual(event["type"], "tablecast.waitlist.added")
        expectEqual(event["subject"], party)
        expectEqual(event["rev"], 1)
        expectEqual(event["board"], "waitlist")
        expectEqual(event["mutationid"], "mine")
        expectEqual(event["actor"]?.text?.hasPrefix("host:d_"), true)
        #expect(event["data"]?["name"] == "Ada")
        #expect(event["time"]?.text.flatMap { Instant($0) } != nil)
        let ticket = try host.ask("mine", "waitlist.add", ["name": "Ada", "size": 4])["result"]
        #expect(!event.canonicalText.contains(ticket?["ticket"]?.text ?? "ticket"))
    }

    @Test(arguments: [(0, 5), (0, 3), (2, 5), (4, 5), (5, 5), (3, 1), (0, 0)])
    func `since and until bound the stream`(since: Int, until: Int) throws {
        try add(5)
        let stream = try RawEventStream(hub, .engineer, "?since=\(since)&until=\(until)")
        let revs = try stream.rest().map { $0["rev"]?.integer ?? 0 }
        expectEqual(revs, (since < until ? Array((since + 1)...until) : []))
    }

    @Test func `a stream until a future revision waits for it`() throws {
        try add(2)
        let stream = try RawEventStream(hub, .engineer, "?since=1&until=4")
        try expectEqual(stream.next()["rev"], 2)
        try add(3, from: 3)
        try expectEqual(stream.rest().map { $0["rev"] }, [3, 4])
    }

    @Test func `sends more than a thousand past events`() throws {
        // More than 256 messages at once may find no room behind a look-up of the journal.
        for start in stride(from: 1, to: 1_200, by: 200) { try add(200, from: start) }
        let stream = try RawEventStream(hub, .engineer, "?until=1200")
        try expectEqual(stream.rest().map { $0["rev"]?.integer }, Array(1...1_200))
    }

    @Test func `sends server-sent events with ids for resuming`() throws {
        try add(3)
        let epoch = try hub.connect(.host).next("welcome")["epoch"]?.text ?? ""
        let stream = try RawEventStream(
            hub, .engineer, "?since=2&until=3", ["Accept": "text/event-stream"])
        expectEqual(stream.head["content-type"], "text/event-stream")
        var lines: [String] = []
        while let line = try? stream.line() { lines.append(line) }
        let fields = lines.filter { !$0.hasPrefix(":") && !$0.isEmpty }
        expectEqual(fields.count, 2)
        expectEqual(fields.first, "id: \(epoch):3")
        expectEqual(fields.last?.hasPrefix("data: {"), true)
        expectEqual(lines.last, "")
        let resumed = try RawEventStream(
            hub, .engineer, "?since=0&until=3",
            ["Accept": "text/event-stream", "Last-Event-ID": "\(epoch):2"])
        lines = []
        while let line = try? resumed.line() { lines.append(line) }
        expectEqual(lines.filter { $0.hasPrefix("id: ") }, ["id: \(epoch):3"])
    }

    @Test func `refuses a Last-Event-ID of another epoch with 409, a malformed one with 400`()
        throws
    {
        try add(1)
        let epoch = try hub.connect(.host).next("welcome")["epoch"]?.text ?? ""
        for (id, status) in [
            ("another:1", 409), ("\(epoch)x:0", 409), ("1", 400), (":1", 400), ("\(epoch):", 400),
            ("\(epoch):-1", 400), ("\(epoch):x", 400), ("\(epoch):1:2", 400), ("", 400),
            ("\(epoch):99999999999999999999", 400),
        ] {
            let answer = try hub.get("/v1/main/events", as: .engineer, ["Last-Event-ID": id])
            expectEqual(answer.status, status, "\(id)")
            #expect(answer.isProblem)
        }
    }

    @Test(arguments: ["since=-1", "since=x", "since=1.5", "since=", "until=-1", "until=x"])
    func `returns 400 for a malformed revision`(query: String) throws {
        try expectEqual(hub.get("/v1/main/events?\(query)", as: .engineer).status, 400)
    }

    @Test func `only signed-in engineers and owners follow the stream`() throws {
        try expectEqual(hub.get("/v1/main/events").status, 401)
        for role in [Role.host, .display] {
            let answer = try hub.get("/v1/main/events", as: role)
            expectEqual(answer.status, 403)
            #expect(answer.isProblem)
        }
        let ticket = try hub.connect(.host).add("Ada")["ticket"]?.text ?? ""
        let guest = try hub.get(
            "/v1/main/events", as: nil, ["Authorization": "Bearer \(ticket)"])
        expectEqual(guest.status, 403)
        let foreign = try hub.get(
            "/v1/main/events", as: .owner, ["Origin": "http://evil.example"])
        expectEqual(foreign.status, 403)
        let other = try hub.get("/v1/main/events", as: .owner, ["Accept": "text/html"])
        expectEqual(other.status, 406)
    }

    @Test func `hides arguments about devices, and of unknown actions, from engineers`()
        throws
    {
        let stream = try RawEventStream(hub, .engineer, "?rejected=1")
        let owner = try hub.connect(.owner)
        try owner.add("Ada")
        try expectEqual(stream.next()["rev"], 1)
        for (action, field, told) in [
            ("house.set_webhook", "url", [:]), ("house.pinn", "pin", ["pin": "•••"]),
            ("house.invite", "name", ["name": "•••"]),
        ] as [(String, String, JSON)] {
            let answer = try owner.ask("x", action, .object([field: "s3cret"]))
            expectEqual(answer["type"], "reject")
            let rejected = try stream.next()
            expectEqual(rejected["data"]?["action"]?.text, action)
            #expect(rejected["data"]?["args"] == told)
            #expect(!rejected.canonicalText.contains("s3cret"))
        }
    }

    @Test func `streams rejected mutations only on request`() throws {
        let with = try RawEventStream(hub, .owner, "?rejected=1")
        let without = try RawEventStream(hub, .owner)
        let lines = try RawEventStream(
            hub, .owner, "?rejected=1", ["Accept": "text/event-stream"])
        let host = try hub.connect(.host)
        try host.add("Ada")
        try expectEqual(with.next()["rev"], 1)
        try expectEqual(without.next()["rev"], 1)
        while try !lines.line().hasPrefix("data: ") {}
        try expectEqual(host.ask("bad", "waitlist.add", ["name": ""])["code"], "invalid")
        try host.add("Bo")
        let rejected = try with.next()
        expectEqual(rejected["type"], "tablecast.rejected")
        expectNil(rejected["rev"])
        expectEqual(rejected["mutationid"], "bad")
        #expect(rejected["data"]?["code"] == "invalid")
        try expectEqual(with.next()["rev"], 2)
        try expectEqual(without.next()["rev"], 2)
        try expectEqual(lines.line(), "")
        try expectEqual(lines.line().hasPrefix("data: "), true)
        try expectEqual(lines.line(), "")
        try expectEqual(lines.line().hasPrefix("id: "), true)
        // A later reader gets the same event at the same place.
        let past = try RawEventStream(hub, .owner, "?until=2&rejected=1").rest()
        expectEqual(past.map { $0["rev"] }, [1, nil, 2])
        expectEqual(past[1], rejected)
        try expectEqual(RawEventStream(hub, .owner, "?since=1&until=2").rest().count, 1)
        let earlier = try RawEventStream(hub, .owner, "?until=1&rejected=1").rest()
        expectEqual(earlier.map { $0["rev"] }, [1])
    }

    @Test func `only the sender of a stale edit learns the current values`() throws {
        let host = try hub.connect(.host)
        let party = try host.add("Ada")["party"] ?? .null
        _ = try host.ask("a", "waitlist.edit", ["party": party, "phone": "+12015550123"])
        let answer = try host.ask(
            "b", "waitlist.edit",
            [
                "party": party, "phone": "+12015550124", "notes": "By the window",
                "was": ["phone": .null, "notes": "Terrace"],
            ])
        expectEqual(answer["code"], "stale")
        expectEqual(
            answer["problems"],
            [
                [
                    "field": "phone", "message": "Phone changed in the meantime",
                    "reason": "waitlist.field_changed", "current": "+12015550123",
                ],
                [
                    "field": "notes", "message": "Notes changed in the meantime",
                    "reason": "waitlist.field_changed", "current": .null,
                ],
            ])
        try host.add("Bo")
        let rejected = try RawEventStream(hub, .engineer, "?since=2&until=3&rejected=1").rest()
        expectEqual(rejected.first?["data"]?["problems"]?.elements?.count, 2)
        expectEqual(rejected.first?.canonicalText.contains("current"), false)
    }

    @Test func `shows engineers only the names of unknown fields`() throws {
        let host = try hub.connect(.host)
        _ = try host.ask(
            "a", "waitlist.add",
            ["name": "Ada", "size": 0, "phone": "+12015550123", "telephone": "+12015550124"])
        _ = try host.ask("b", "notice.post", ["text": "", "level": "info", "for": "Ada"])
        // A field of another action may have any value here.
        _ = try host.ask("c", "waitlist.add", ["name": "Ada", "size": 0, "table": "+12015550123"])
        _ = try host.ask("d", "waitlist.seat", ["party": "p_9", "table": "7", "name": "Ada"])
        _ = try host.ask("e", "notice.clear", ["notice": "n_9", "text": "Ada, +12015550123"])
        _ = try host.ask("f", "notice.undo", ["rev": 9, "level": "Ada"])
        try host.add("Bo")
        let arguments = try RawEventStream(hub, .engineer, "?until=1&rejected=1").rest().prefix(6)
            .map { $0["data"]?["args"] }
        expectEqual(
            arguments,
            [
                ["name": "Ada", "size": 0, "phone": "•••", "telephone": "•••"],
                ["text": "", "level": "info", "for": "•••"],
                ["name": "Ada", "size": 0, "table": "•••"],
                ["party": "p_9", "table": "7", "name": "•••"],
                ["notice": "n_9", "text": "•••"], ["rev": 9, "level": "•••"],
            ])
    }

    @Test func `shows a guest's ticket in a rejected mutation only to the owner`() throws {
        let host = try hub.connect(.host)
        let ticket = try #require(try host.add("Ada L. of St. Ives")["ticket"]?.text)
        let link: JSON = .string("\(hub.origin)/t/\(ticket)?lang=en")
        _ = try host.ask("a", "waitlist.seat", ["party": .string(ticket)])
        _ = try host.ask("b", "waitlist.add", ["name": "Bo B. of St. Ives", "tags": [link]])
        _ = try host.ask("c", ticket, ["party": ["of": link]])
        try host.add("Cy")
        func rejected(_ role: Role) throws -> [JSON] {
            Array(try RawEventStream(hub, role, "?since=1&until=2&rejected=1").rest().prefix(3))
        }
        let toEngineer = try rejected(.engineer)
        expectEqual(
            toEngineer.map { $0["data"]?["args"] },
            [
                ["party": "•••"], ["name": "Bo B. of St. Ives", "tags": "•••"], ["party": "•••"],
            ])
        let actions = toEngineer.map { $0["data"]?["action"]?.text }
        expectEqual(actions, ["waitlist.seat", "waitlist.add", "•••"])
        #expect(!toEngineer.contains { $0.canonicalText.contains(ticket) })
        #expect(try rejected(.owner).allSatisfy { $0.canonicalText.contains(ticket) })
    }

    @Test func `a resumed stream has the rejections of the meantime, also after the last event`()
        throws
    {
        let host = try hub.connect(.host)
        try host.add("Ada")
        _ = try host.ask("bad", "waitlist.add", ["name": ""])
        _ = try host.ask(
            "long", "waitlist.add", ["name": .string(String(repeating: "a", count: 5_000))])
        let stream = try RawEventStream(hub, .owner, "?since=1&rejected=1")
        #expect(try stream.next()["data"]?["args"] == ["name": ""])
        // A mutation that was too long to keep is still reported.
        let long = try stream.next()
        expectEqual(long["mutationid"], "long")
        #expect(long["data"]?["args"] == [:])
        _ = try host.ask("late", "waitlist.add", ["name": ""])
        try expectEqual(stream.next()["mutationid"], "late")
        try host.add("Bo")
        try expectEqual(stream.next()["rev"], 2)
    }

    /// Adds events of 12 KB each, more than a socket takes for a reader that does not read.
    private static func fill(_ hub: LiveHub) throws {
        let host = try hub.connect(.host)
        let notes = String(repeating: "👩‍👩‍👧‍👦", count: 480)
        for index in 1...420 {
            try host.mutate(
                "m-\(index)", "waitlist.add",
                ["name": "P", "size": 2, "notes": .string(notes)])
        }
        while try host.next("ack")["rev"] != 420 {}
    }

    @Test func `a slow reader of the stream misses no event, and follows live again`() throws {
        let stream = try RawEventStream(hub, .owner)
        try Self.fill(hub)
        for rev in 1...420 {
            try expectEqual(stream.next()["rev"]?.integer, rev)
        }
        try hub.connect(.host).add("Bo")
        try expectEqual(stream.next()["rev"], 421)
    }

    @Test func `an idle stream sends a sign of life`() throws {
        var timing = HubTiming()
        timing.streamHeartbeat = .seconds(1)
        let hub = try LiveHub(timing: timing)
        try expectEqual(RawEventStream(hub, .engineer).line(), "")
        let events = try RawEventStream(hub, .engineer, "", ["Accept": "text/event-stream"])
        try expectEqual(events.line(), ": tablecast")
        try expectEqual(events.line(), "")
        try expectEqual(events.line().hasPrefix(":"), true)
    }

    @Test func `closes a vanished reader of the stream even if little output waits`() throws {
        var limits = LiveHub.tirelessPeers
        limits[.progressSeconds] = 1
        let hub = try LiveHub(limits: limits)
        let stream = try RawEventStream(hub, .owner)
        stream.connection.keepLittle()
        let host = try hub.connect(.host)
        // Three times the 64 KB that the reader's system offered at first, and less than the hub's
        // own buffer.
        let notes = String(repeating: "n", count: 500)
        for number in 0..<250 {
            try host.mutate(
                "m-\(number)", "waitlist.add",
                ["name": "Ada", "size": 2, "notes": .string(notes)])
        }
        #expect(stream.connection.awaitHangUp())
    }
}
