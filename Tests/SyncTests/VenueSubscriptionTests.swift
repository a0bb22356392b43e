import JSON
import ScreenClient
import TestSupport
import Testing

@testable import Sync

@Suite struct VenueSubscriptionTests {
    /// A venue with three items, at revision 3.
    private var hub: TestHub
    private let host: ClientID

    init() { (hub, host) = TestHub.withItems(3) }

    @Test mutating func `welcomes a client with the venue's epoch and durable revision`() {
        hub.mutate(host, "m4", "lab.nothing")
        let display = hub.connect(.display)
        expectEqual(
            hub.heard(display),
            [
                [
                    "type": "welcome", "protocol": "tablecast.v1", "venue": "main", "epoch": "k3f9",
                    "rev": 3, "role": "display", "now": .string(hub.now.description),
                    "heartbeatMs": 15_000,
                ]
            ])
        hub.write()
        #expect(hub.heard(hub.connect(.guest)).first?["rev"] == 4)
        #expect(hub.heard(hub.connect(.engineer)).first?["role"] == "engineer")
    }

    @Test mutating func `without since, sends subscribed, a snapshot and live`() throws {
        let display = hub.connect(.display)
        _ = hub.heard(display)
        hub.subscribe(display, to: "lab/open")
        let heard = hub.heard(display)
        expectEqual(
            heard.map(TestHub.words),
            [
                "subscribed lab/open afresh", "snapshot lab/open 3", "live lab/open 3",
            ])
        let document = try #require(heard[1]["doc"])
        expectEqual(heard[1]["epoch"], "k3f9")
        expectEqual(heard[1]["hash"]?.text, DocumentHash(of: document).text)
        expectEqual(
            document,
            [
                "venue": ["name": "The Lab", "timeZone": "Europe/Rome"],
                "items": [
                    "i_1": ["name": "NAME1"], "i_2": ["name": "NAME2"], "i_3": ["name": "NAME3"],
                ],
            ])
    }

    @Test mutating func `since the document's own revision, sends only subscribed and live`() {
        hub.mutate(host, "m4", "lab.nothing")
        hub.write()
        let display = hub.connect(.display)
        for since in 3...4 {
            _ = hub.heard(display)
            hub.subscribe(display, to: "lab/open", since: ("k3f9", since))
            expectEqual(hub.words(to: display), ["subscribed lab/open resumed", "live lab/open 4"])
        }
    }

    @Test
    mutating func `since an earlier revision, sends one folded diff if it is smaller`() throws {
        hub.mutate(host, "m4", "lab.rename", ["item": "i_2", "name": "x"])
        hub.write()
        let display = hub.connect(.display)
        _ = hub.heard(display)
        hub.subscribe(display, to: "lab/open", since: ("k3f9", 3))
        let heard = hub.heard(display)
        expectEqual(
            heard.map(TestHub.words),
            [
                "subscribed lab/open resumed", "diff lab/open 3-4", "live lab/open 4",
            ])
        expectEqual(heard[1]["at"]?.text, hub.now.description)
        #expect(heard[1].canonical.count < 250)
    }

    static let unknownPositions: [(String, Int)] = [
        ("other", 3), ("", 3), ("k3f9", 4), ("k3f9", 9_007_199_254_740_992), ("k3f9", -1),
        ("K3F9", 3),
    ]

    @Test(arguments: unknownPositions)
    mutating func `sends a snapshot for another epoch or a revision that the journal lacks`(
        epoch: String, rev: Int
    ) {
        // This event is decided but not durable, so the journal lacks it.
        hub.mutate(host, "m4", "lab.nothing")
        let display = hub.connect(.display)
        _ = hub.heard(display)
        hub.subscribe(display, to: "lab/open", since: (epoch, rev))
        expectEqual(
            hub.words(to: display),
            [
                "subscribed lab/open afresh", "snapshot lab/open 3", "live lab/open 3",
            ])
    }

    @Test
    mutating func `a diff's from is the document's revision, not the requested one`() {
        for number in 4...5 { hub.mutate(host, "m\(number)", "lab.nothing") }
        hub.mutate(host, "m6", "lab.rename", ["item": "i_2", "name": "x"])
        hub.write()
        let display = hub.connect(.display)
        for since in 3...5 {
            _ = hub.heard(display)
            hub.subscribe(display, to: "lab/open", since: ("k3f9", since))
            expectEqual(hub.words(to: display)[1], "diff lab/open 3-6")
        }
    }

    @Test
    mutating func `sends each watcher one diff, only for revisions that change the view`() {
        let displays = [hub.connect(.display), hub.connect(.display)]
        for display in displays { hub.subscribe(display, to: "lab/open") }
        _ = displays.map { hub.heard($0) }
        hub.mutate(host, "m4", "lab.nothing")
        hub.mutate(host, "m5", "lab.hush", ["item": "i_1", "secret": "SECRET"])
        hub.mutate(host, "m6", "lab.rename", ["item": "i_1", "name": "NAME1"])
        hub.mutate(host, "m7", "bell.ring")
        hub.mutate(host, "m8", "lab.rename", ["item": "i_1", "name": "x"])
        hub.write()
        let heard = displays.map { hub.heard($0) }
        expectEqual(heard[0], heard[1])
        expectEqual(heard[0].map(TestHub.words), ["diff lab/open 3-8"])
        #expect(
            heard[0].first?["patch"] == [
                ["op": "replace", "path": "/items/i_1/name", "value": "x"]
            ])
    }

    @Test mutating func `subscribing again replaces the subscription`() {
        let display = hub.connect(.display)
        hub.subscribe(display, to: "lab/open")
        hub.subscribe(display, to: "lab/open", since: ("k3f9", 3))
        hub.subscribe(display, to: "bell/open")
        expectEqual(hub.venue.subscriptionCounts, ["lab/open": 1, "bell/open": 1])
        _ = hub.heard(display)
        hub.mutate(host, "m4", "lab.drop", ["item": "i_1"])
        hub.write()
        expectEqual(hub.words(to: display), ["diff lab/open 3-4"])
    }

    @Test mutating func `unsubscribing ends messages, and may be repeated`() {
        let display = hub.connect(.display)
        hub.subscribe(display, to: "lab/open")
        hub.send(["type": "unsubscribe", "view": "lab/open"], from: display)
        hub.send(["type": "unsubscribe", "view": "lab/open"], from: display)
        hub.send(["type": "unsubscribe", "view": "no/such"], from: display)
        _ = hub.heard(display)
        hub.mutate(host, "m4", "lab.drop", ["item": "i_1"])
        hub.write()
        #expect(hub.heard(display).isEmpty)
        #expect(hub.venue.subscriptionCounts.isEmpty)
    }

    @Test mutating func `sends nothing to clients that left, and everything to others`() {
        let displays = (0..<4).map { _ in hub.connect(.display) }
        for display in displays { hub.subscribe(display, to: "lab/open") }
        for display in displays { _ = hub.heard(display) }
        hub.venue.disconnect(displays[1], at: hub.now)
        hub.venue.disconnect(displays[1], at: hub.now)
        hub.venue.disconnect(displays[3], at: hub.now)
        hub.send(["type": "ping", "n": 1], from: displays[1])
        hub.mutate(host, "m4", "lab.drop", ["item": "i_1"])
        hub.write()
        expectEqual(displays.map { hub.heard($0).count }, [1, 0, 1, 0])
        expectEqual(hub.venue.clientCounts, [.host: 1, .display: 2])
    }

    @Test mutating func `a board is watched while a client watches one of its views`() {
        let display = hub.connect(.display)
        hub.subscribe(display, to: "lab/open")
        hub.subscribe(display, to: "lab/open")
        hub.subscribe(host, to: "lab/named?prefix=NAME1")
        hub.subscribe(host, to: "no/such")
        expectEqual(hub.venue.watchers.boards, ["lab"])
        hub.send(["type": "unsubscribe", "view": "lab/open"], from: display)
        expectEqual(hub.venue.watchers.boards, ["lab"])
        hub.venue.disconnect(host, at: hub.now)
        #expect(hub.venue.watchers.boards.isEmpty)
    }

    @Test func `a board's display view does not count as watched`() {
        var watchers = WatcherCounts()
        watchers.add("lab/display")
        #expect(watchers.boards.isEmpty)
        watchers.add("lab/display?item=i_1")
        watchers.add("bell/display/open")
        expectEqual(watchers.boards, ["bell"])
        watchers.remove("lab/display")
        watchers.remove("bell/display/open", count: 2)
        #expect(watchers.boards.isEmpty)
    }

    @Test mutating func `a view that ends is no longer watched, even by congested clients`() {
        let guest = hub.connect(guestOf: "i_1")
        let slow = hub.connect(.host)
        hub.subscribe(guest, to: "lab/own")
        hub.subscribe(guest, to: "lab/item?item=i_1")
        hub.subscribe(slow, to: "lab/item?item=i_1")
        hub.venue.congested(slow)
        expectEqual(hub.venue.watchers.boards, ["lab"])
        hub.mutate(host, "m4", "lab.drop", ["item": "i_1"])
        hub.write()
        #expect(hub.venue.watchers.boards.isEmpty)
        hub.drain(slow)
        hub.venue.disconnect(slow, at: hub.now)
        #expect(hub.venue.watchers.boards.isEmpty)
    }

    static let refusals: [(Role, String, String)] = [
        (.display, "lab/staff", "forbidden"), (.guest, "lab/staff", "forbidden"),
        (.guest, "lab/open", "forbidden"), (.host, "lab/own", "forbidden"),
        (.owner, "lab/own", "forbidden"), (.display, "no/such", "not_found"),
        (.host, "lab", "not_found"), (.host, "", "not_found"), (.host, "lab/Open", "not_found"),
        (.guest, "lab/own", "not_found"),
    ]

    @Test(arguments: refusals)
    mutating func `rejects a forbidden or unknown view, and stays connected`(
        role: Role, view: String, code: String
    ) {
        let client = hub.connect(role)
        _ = hub.heard(client)
        hub.subscribe(client, to: view, since: ("k3f9", 1))
        let heard = hub.heard(client)
        expectEqual(heard.count, 1)
        #expect(heard.first?["type"] == "error")
        expectEqual(heard.first?["code"]?.text, code)
        expectEqual(heard.first?["view"]?.text, view)
        #expect(hub.closed.isEmpty)
        hub.subscribe(client, to: "bell/open")
        expectEqual(hub.words(to: client).last, "live bell/open 3")
    }

    @Test mutating func `a rejected subscription leaves the others unchanged`() {
        let display = hub.connect(.display)
        hub.subscribe(display, to: "lab/open")
        hub.subscribe(display, to: "lab/staff")
        _ = hub.heard(display)
        hub.mutate(host, "m4", "lab.drop", ["item": "i_1"])
        hub.write()
        expectEqual(hub.words(to: display), ["diff lab/open 3-4"])
    }

    @Test mutating func `a pong has the durable revision, and follows every diff up to it`() {
        hub.subscribe(host, to: "lab/open")
        hub.mutate(host, "m4", "lab.drop", ["item": "i_1"])
        _ = hub.heard(host)
        hub.send(["type": "ping", "n": 7], from: host)
        hub.write()
        hub.send(["type": "ping", "n": 8], from: host)
        expectEqual(hub.words(to: host), ["pong 7 3", "ack m4 4", "diff lab/open 3-4", "pong 8 4"])
    }

    @Test mutating func `passes on and answers a report of a copy that differed`() {
        let display = hub.connect(.display)
        hub.subscribe(display, to: "lab/open")
        hub.log = []
        hub.send(
            #"{"type":"ping","n":0,"drift":{"view":"lab/open","rev":2}}"#, from: display)
        expectEqual(
            hub.log,
            [
                "\(display.number) drifted lab/open 2", "\(display.number) pong 0 3",
            ])
    }

    @Test mutating func `accepts the painted messages of an earlier page version`() {
        let display = hub.connect(.display)
        hub.subscribe(display, to: "lab/open")
        hub.log = []
        hub.send(#"{"type":"painted","view":"lab/open","rev":3,"hash":"0badcafe"}"#, from: display)
        expectEqual(hub.log, [])
    }

    @Test(arguments: ["lab/open", "lab/staff", "", "lab/open\nnotice"])
    mutating func `answers a report about an unwatched view without passing it on`(view: String) {
        let display = hub.connect(.display)
        if view != "lab/open" { hub.subscribe(display, to: "lab/open") }
        hub.log = []
        hub.send(
            ["type": "ping", "n": 1, "drift": ["view": .string(view), "rev": 2]], from: display)
        expectEqual(hub.log, ["\(display.number) pong 1 3"])
    }

    @Test mutating func `reading a view returns the snapshot that subscribers get`() throws {
        for (role, view) in [
            (Role.host, "lab/open"), (.engineer, "lab/staff"), (.host, "lab/staff"),
        ] {
            let client = hub.connect(role)
            hub.subscribe(client, to: view)
            let principal = Principal(role: role, device: "d")
            let read = try hub.venue.read(view, by: principal)
            try expectEqual(JSON(parsing: read.snapshot), hub.heard(client)[2])
            expectEqual(read.rev, 3)
        }
        hub.mutate(host, "m4", "lab.nothing")
        hub.write()
        try expectEqual(hub.venue.read("lab/open", by: Principal(role: .host, device: "d")).rev, 3)
        let guest = Principal(guestOf: .item("i_2"))
        try expectEqual(
            JSON(parsing: hub.venue.read("lab/own", by: guest).snapshot)["doc"],
            [
                "item": ["name": "NAME2"], "ahead": 1,
            ])
        #expect(throws: ViewRefusal.forbidden) { try hub.venue.read("lab/staff", by: guest) }
        #expect(throws: ViewRefusal.notFound) { try hub.venue.read("lab/none", by: guest) }
    }
}
