import JSON
import Testing

@testable import Client
@testable import ScreenClient

struct SyncSessionTests {
    private static let view = "notice/display"
    private static let one: JSON = ["notices": ["n_1": ["text": "Hello"]]]
    private static let two: JSON = ["notices": ["n_1": ["text": "Hello"], "n_2": ["text": "You"]]]

    private static func snapshot(_ document: JSON, rev: Int, hash: String? = nil) -> JSON {
        [
            "type": "snapshot", "view": .string(view), "epoch": "e1", "rev": JSON(rev),
            "hash": .string(hash ?? DocumentHash(of: document).text), "doc": document,
        ]
    }

    private static func subscribed(resumed: Bool) -> JSON {
        ["type": "subscribed", "view": .string(view), "resumed": .bool(resumed)]
    }

    private static func live(_ rev: Int) -> JSON {
        ["type": "live", "view": .string(view), "rev": JSON(rev)]
    }

    /// A diff from `one` at 1 to `two` at 2.
    private static var diff: JSON {
        [
            "type": "diff", "view": .string(view), "from": 1, "rev": 2,
            "hash": .string(DocumentHash(of: two).text), "at": "2026-11-20T18:04:05.123Z",
            "patch": [["op": "add", "path": "/notices/n_2", "value": ["text": "You"]]],
        ]
    }

    /// Returns a hub that answers a subscription with `one` and stays connected.
    private static func hub(also: @escaping (JSON, TestHub) -> Void = { _, _ in }) -> TestHub {
        TestHub { message, hub in
            if message["type"] == "subscribe" {
                hub.say(subscribed(resumed: false))
                hub.say(snapshot(one, rev: 1))
                hub.say(live(1))
            }
            also(message, hub)
        }
    }

    private func session(in world: TestWorld, views: [String] = [view]) -> SyncSession {
        SyncSession(
            with: TestWorld.address, venue: "main", token: "t", views: views, in: world)
    }

    /// Returns the events until none comes for a second.
    private func events(of session: SyncSession) throws(ClientError) -> [SyncSession.Event] {
        var events: [SyncSession.Event] = []
        while let event = try session.next(timeout: .seconds(1)) { events.append(event) }
        return events
    }

    @Test func `subscribes to a view, which is live after its snapshot`() throws {
        let hub = Self.hub()
        let session = session(in: TestWorld([hub]))
        let events = try events(of: session)
        #expect(events.count == 3)
        guard case .connected(let welcome) = events.first else {
            Issue.record("the first event is \(events.first.debugDescription)")
            return
        }
        #expect(welcome.role == "host")
        #expect(
            events.dropFirst() == [
                .changed(view: Self.view), .live(view: Self.view, rev: 1),
            ])
        #expect(session.isLive)
        #expect(session.copy(of: Self.view)?.document == Self.one)
        #expect(hub.messages == [["type": "subscribe", "view": .string(Self.view)]])
    }

    @Test func `resumes a view from the copy's revision after a reconnection`() throws {
        let first = Self.hub { _, hub in hub.cut() }
        let second = TestHub { message, hub in
            hub.say(Self.subscribed(resumed: true))
            hub.say(Self.diff)
            hub.say(Self.live(2))
        }
        let session = session(in: TestWorld([first, nil, nil, second]))
        var events: [SyncSession.Event] = []
        while !events.contains(.live(view: Self.view, rev: 2)) {
            if let event = try session.next(timeout: .seconds(1)) { events.append(event) }
        }
        let breaks = events.count { if case .disconnected = $0 { true } else { false } }
        #expect(breaks == 3)
        #expect(session.copy(of: Self.view)?.document == Self.two)
        #expect(
            second.messages == [
                [
                    "type": "subscribe", "view": .string(Self.view),
                    "since": ["epoch": "e1", "rev": 1],
                ]
            ])
    }

    @Test func `resumes a view in memory by its own epoch`() throws {
        let views = ["list/host": "journal", "sparks/open": "start"]
        func answer(_ isCutting: Bool) -> TestHub {
            TestHub { message, hub in
                let view = message["view"]?.text ?? ""
                var snapshot = Self.snapshot(Self.one, rev: 1).members ?? [:]
                snapshot["view"] = .string(view)
                snapshot["epoch"] = .string(views[view] ?? "")
                hub.say(["type": "subscribed", "view": .string(view), "resumed": false])
                hub.say(.object(snapshot))
                if isCutting && view == "sparks/open" { hub.cut() }
            }
        }
        let second = answer(false)
        let session = session(in: TestWorld([answer(true), second]), views: Array(views.keys))
        while second.messages.count < 2 { _ = try session.next(timeout: .seconds(1)) }
        for message in second.messages {
            let epoch = views[message["view"]?.text ?? ""]
            #expect(message["since"]?["epoch"]?.text == epoch)
        }
    }

    @Test func `drops messages that come before subscribed`() throws {
        let hub = TestHub { message, hub in
            hub.say(Self.snapshot(["notices": ["stale": 1]], rev: 9))
            hub.say(Self.live(9))
            hub.say(Self.subscribed(resumed: false))
            hub.say(Self.snapshot(Self.one, rev: 1))
            hub.say(Self.live(1))
        }
        let session = session(in: TestWorld([hub]))
        let events = try events(of: session).dropFirst()
        #expect(events == [.changed(view: Self.view), .live(view: Self.view, rev: 1)])
    }

    @Test func `subscribes again from the copy's revision after a gap`() throws {
        var isFirst = true
        let hub = TestHub { message, hub in
            hub.say(Self.subscribed(resumed: !isFirst))
            if isFirst {
                hub.say(Self.snapshot(Self.one, rev: 1))
                var gap = Self.diff.members ?? [:]
                gap["from"] = 7
                gap["rev"] = 8
                hub.say(.object(gap))
            } else {
                hub.say(Self.diff)
                hub.say(Self.live(2))
            }
            isFirst = false
        }
        let session = session(in: TestWorld([hub]))
        _ = try events(of: session)
        #expect(session.copy(of: Self.view)?.document == Self.two)
        #expect(hub.messages.count == 2)
        #expect(hub.messages.last?["since"] == ["epoch": "e1", "rev": 1])
    }

    @Test func `reports drift, and subscribes afresh`() throws {
        var isFirst = true
        let hub = TestHub { message, hub in
            guard message["type"] == "subscribe" else { return }
            hub.say(Self.subscribed(resumed: false))
            hub.say(Self.snapshot(Self.one, rev: 1, hash: isFirst ? "00000bad" : nil))
            hub.say(Self.live(1))
            isFirst = false
        }
        let session = session(in: TestWorld([hub]))
        let events = try events(of: session)
        #expect(events.contains(.drifted(view: Self.view)))
        #expect(session.isLive)
        #expect(
            hub.messages.dropFirst() == [
                [
                    "type": "ping", "n": 0,
                    "drift": ["view": .string(Self.view), "rev": 1],
                ],
                ["type": "subscribe", "view": .string(Self.view)],
            ])
    }

    @Test func `stops watching a refused view`() throws {
        let hub = TestHub { message, hub in
            hub.say([
                "type": "error", "code": "forbidden", "message": "Not for a display",
                "view": .string(Self.view),
            ])
        }
        let session = session(in: TestWorld([hub]))
        let events = try events(of: session)
        #expect(
            events.last
                == .refused(view: Self.view, code: "forbidden", message: "Not for a display"))
        #expect(session.copy(of: Self.view) == nil)
    }

    @Test func `matches answers to mutations by their ids`() throws {
        let hub = TestHub { message, hub in
            let id = message["id"] ?? .null
            if message["action"] == "waitlist.add" {
                hub.say([
                    "type": "ack", "id": id, "rev": 5, "durable": "disk",
                    "result": ["party": "p_1"],
                ])
            } else {
                hub.say([
                    "type": "reject", "id": id, "code": "invalid",
                    "problems": [["field": "size", "message": "Size must be at most 99"]],
                ])
            }
        }
        let session = session(in: TestWorld([hub]), views: [])
        let add = session.mutate("waitlist.add", ["name": "Ada", "size": 2], ifRev: 4)
        let edit = session.mutate("waitlist.edit", ["size": 100])
        #expect(session.unansweredCount == 2)
        #expect(add != edit)
        let events = try events(of: session).dropFirst()
        #expect(session.unansweredCount == 0)
        #expect(
            events.first
                == .answered(
                    id: add, .accepted(rev: 5, result: ["party": "p_1"], isReplayed: false)))
        guard case .answered(edit, .rejected(let rejection)) = events.last else {
            Issue.record("the last event is \(events.last.debugDescription)")
            return
        }
        #expect(rejection.code == "invalid")
        #expect(rejection.problems.map(\.field) == ["size"])
        #expect(rejection.reason == "Size must be at most 99")
        #expect(
            hub.messages.first == [
                "type": "mutate", "id": .string(add), "action": "waitlist.add",
                "args": ["name": "Ada", "size": 2], "ifRev": 4,
            ])
    }

    @Test func `repeats an unanswered mutation with its id, but no answered one`() throws {
        let first = TestHub { message, hub in
            if message["action"] == "notice.post" {
                hub.say(["type": "ack", "id": message["id"] ?? .null, "rev": 1])
            } else {
                hub.cut()
            }
        }
        let second = TestHub { message, hub in
            hub.say([
                "type": "ack", "id": message["id"] ?? .null, "rev": 2, "replayed": true,
            ])
        }
        let session = session(in: TestWorld([first, second]), views: [])
        _ = session.mutate("notice.post", ["text": "Hello"])
        let id = session.mutate("waitlist.add", ["name": "Ada", "size": 2])
        while session.unansweredCount > 0 { _ = try session.next(timeout: .seconds(1)) }
        #expect(first.messages.count == 2)
        #expect(second.messages.map { $0["id"] } == [.string(id)])
    }

    @Test(arguments: [4401, 4403] as [UInt16])
    func `does not reconnect after a close that forbids it`(code: UInt16) throws {
        let world = TestWorld([TestHub(greet: { $0.close(code, "no") }), TestHub()])
        let session = session(in: world)
        for _ in 0..<2 {
            #expect(throws: ClientError.closed(code: Int(code), reason: "no")) {
                try events(of: session)
            }
        }
        #expect(world.dialCount == 1)
    }

    @Test(arguments: [1000, 1001, 1011, 4400, 4408, 4429, 4503] as [UInt16])
    func `reconnects after any other close`(code: UInt16) throws {
        let world = TestWorld([TestHub(greet: { $0.close(code, "") }), Self.hub()])
        let session = session(in: world)
        while !session.isLive { _ = try session.next(timeout: .seconds(1)) }
        #expect(world.dialCount == 2)
    }

    @Test func `a refused token ends the session, an unavailable hub does not`() throws {
        let refused = session(
            in: TestWorld([TestResponder(status: "401 Unauthorized", body: "{}")]))
        #expect(throws: ClientError.refused(status: 401, detail: "Unauthorized")) {
            try events(of: refused)
        }
        let unavailable = TestResponder(status: "503 Service Unavailable", body: "{}")
        let session = session(in: TestWorld([unavailable, Self.hub()]))
        while !session.isLive { _ = try session.next(timeout: .seconds(1)) }
    }

    @Test func `connect throws where next would try again`() throws {
        let world = TestWorld([nil, Self.hub()])
        let session = session(in: world)
        #expect(throws: ClientError.unreachable("nobody is there")) { try session.connect() }
        try session.connect()
        try session.connect()
        #expect(world.dialCount == 2)
    }

    @Test func `pings a silent hub, then gives it up and reconnects`() throws {
        let hub = TestHub(greet: { hub in hub.welcome(heartbeatMs: 15_000) })
        let world = TestWorld([hub, TestHub()])
        let session = session(in: world, views: [])
        var events: [SyncSession.Event] = []
        while events.count < 3 {
            if let event = try session.next(timeout: .seconds(60)) { events.append(event) }
        }
        #expect(hub.messages == [["type": "ping", "n": 1]])
        guard case .disconnected(.lost, _) = events[1] else {
            Issue.record("the second event is \(events[1])")
            return
        }
        #expect(world.now >= .seconds(15) && world.now < .seconds(17))
        #expect(world.dialCount == 2)
    }

    @Test func `keeps a hub that answers pings`() throws {
        let hub = TestHub { message, hub in
            hub.say(["type": "pong", "n": message["n"] ?? .null, "rev": 0])
        }
        let world = TestWorld([hub])
        let session = session(in: world, views: [])
        _ = try session.next(timeout: .seconds(1))
        #expect(try session.next(timeout: .seconds(100)) == nil)
        #expect(hub.messages.count >= 9)
        #expect(world.dialCount == 1)
    }

    @Test func `waits as long as a bye says`() throws {
        let hub = TestHub(greet: { hub in
            hub.say(["type": "bye", "reason": "restart", "reconnectInMs": 1_840])
            hub.close(4503, "restart")
        })
        let world = TestWorld([hub, TestHub()])
        let session = session(in: world, views: [])
        let events = try events(of: session)
        #expect(
            events.first
                == .disconnected(
                    .closed(code: 4503, reason: "restart"), retryIn: .milliseconds(1_840)))
        #expect(world.dialCount == 1)
        while world.dialCount < 2 { _ = try session.next(timeout: .seconds(1)) }
        #expect(world.now == .milliseconds(1_840))
    }

    @Test func `waits between attempts grow to fifteen seconds, with jitter, forever`() throws {
        let world = TestWorld()
        let session = session(in: world)
        var waits: [Duration] = []
        while waits.count < 200 {
            if case .disconnected(_, let wait) = try session.next(timeout: .seconds(60)) {
                waits.append(wait)
            }
        }
        let limits: [Duration] = [
            .milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(8),
        ]
        for (wait, limit) in zip(waits, limits) { #expect(wait < limit) }
        #expect(waits.allSatisfy { $0 >= .zero && $0 < .seconds(15) })
        #expect(
            waits.contains { $0 > .seconds(13) } && waits.dropFirst(9).contains { $0 < .seconds(2) }
        )
        #expect(world.dialCount == 200)
    }

    @Test func `closing says goodbye and ends the session`() throws {
        let hub = Self.hub()
        let session = session(in: TestWorld([hub]))
        _ = try events(of: session)
        session.close()
        #expect(hub.closeCode == 1000)
        #expect(throws: ClientError.self) { try session.next(timeout: .seconds(1)) }
    }
}
