import Client
import JSON
import ScreenClient
import Sync
import TestSupport
import Testing

/// The order of messages, and correct copies for any number of senders.
@Suite struct OrderTests {
    private let hub: LiveHub

    init() throws { hub = try LiveHub() }

    @Test func `acks and diffs arrive in the order of revisions, however fast mutations come`()
        throws
    {
        let host = try Watcher(hub, .host, "waitlist/host", "waitlist/display")
        for index in 1...200 {
            try host.connection.mutate(
                "m-\(index)", "waitlist.add", ["name": .string("P \(index)"), "size": 2])
        }
        while host.messages.count(where: { $0["type"] == "ack" }) < 200 { try host.take() }
        try host.catchUp()
        let acks = host.messages.filter { $0["type"] == "ack" }
        expectEqual(acks.map { $0["rev"]?.integer }, Array(1...200))
        expectEqual(acks.map { $0["id"]?.text }, (1...200).map { "m-\($0)" })
        expectEqual(acks.map { $0["result"]?["number"]?.integer }, Array(1...200))
        for view in ["waitlist/host", "waitlist/display"] {
            let diffs = host.messages.filter { $0["type"] == "diff" && $0["view"]?.text == view }
            expectEqual(diffs.map { $0["rev"]?.integer }, Array(1...200))
            expectEqual(diffs.map { $0["from"]?.integer }, Array(0..<200))
            expectEqual(host.document(view)?["parties"]?.members?.count, 200)
        }
    }

    @Test func `a crowd gets every change in order, even while earlier output waits`()
        throws
    {
        let crowd = try (1...110).map { _ in try Watcher(hub, .host, "waitlist/host") }
        for index in 1...30 {
            for (place, host) in crowd.prefix(10).enumerated() {
                try host.connection.mutate(
                    "m-\(place)-\(index)", "waitlist.add", ["name": "Ada", "size": 2])
            }
        }
        for watcher in crowd {
            while watcher.rev("waitlist/host") != 300 { try watcher.take() }
            let revs = watcher.messages.filter { $0["type"] == "diff" }.map { $0["rev"]?.integer }
            expectEqual(revs, Array(1...300))
        }
        for host in crowd.prefix(10) {
            try host.catchUp()
            expectEqual(host.messages.count { $0["type"] == "ack" }, 30)
        }
    }

    @Test func `a sender gets the ack before the diff of its own event`() throws {
        let host = try Watcher(hub, .host, "waitlist/host", "waitlist/display")
        let ada = try host.connection.add("Ada")
        let ticket = try #require(ada["ticket"]?.text)
        let guest = try Watcher(hub.connect(ticket: ticket), ["waitlist/guest"])
        for index in 1...100 {
            try host.connection.mutate(
                "m-\(index)", "waitlist.add", ["name": .string("P \(index)"), "size": 2])
        }
        while host.messages.last?["id"] != "m-100" { try host.take() }
        _ = try guest.ask("g", "waitlist.cancel", ["party": ada["party"] ?? .null])
        for watcher in [host, guest] {
            try expectEqual(watcher.catchUp(), 102)
            var newestRev = 0
            var ackCount = 0
            for message in watcher.messages {
                let rev = message["rev"]?.integer ?? 0
                if message["type"] == "diff" { newestRev = max(newestRev, rev) }
                guard message["type"] == "ack" else { continue }
                ackCount += 1
                #expect(newestRev < rev)
            }
            expectEqual(ackCount, (watcher === host ? 100 : 1))
        }
        #expect(guest.document("waitlist/guest")?["party"]?["status"] == "cancelled")
    }

    @Test func `every diff up to a pong's revision arrives before it`() throws {
        let host = try hub.connect(.host)
        let watcher = try Watcher(hub, .display, "waitlist/display")
        for index in 1...100 {
            try host.mutate(
                "m-\(index)", "waitlist.add", ["name": .string("P \(index)"), "size": 2])
            try expectEqual(watcher.catchUp(), watcher.rev("waitlist/display"))
        }
        while try host.next("ack")["rev"] != 100 {}
        try expectEqual(watcher.catchUp(), 100)
        expectEqual(watcher.rev("waitlist/display"), 100)
    }

    @Test func `every copy is the hub's while two hosts send at once`() throws {
        let hosts = try [hub.connect(.host), hub.connect(.owner)]
        let watchers = try [
            Watcher(hub, .host, "waitlist/host", "notice/display"),
            Watcher(hub, .display, "waitlist/display", "notice/display"),
            Watcher(hub, .engineer, "waitlist/host", "waitlist/display"),
        ]
        var generator = SeededGenerator(seed: 7)
        var parties: [JSON] = []
        var accepted = 0
        for round in 0..<60 {
            // Both send before any answer is read.
            var asked: [(connection: SyncConnection, id: String)] = []
            for (index, host) in hosts.enumerated() {
                let id = "r\(round)-\(index)"
                let party = parties.randomElement(using: &generator) ?? "p_0"
                let action = [
                    "waitlist.add", "waitlist.add", "waitlist.ready", "waitlist.seat",
                    "waitlist.cancel", "waitlist.restore", "waitlist.edit", "waitlist.undo",
                    "notice.post",
                ].randomElement(using: &generator)
                let arguments: JSON =
                    switch action {
                    case "waitlist.add": ["name": .string("P \(round)"), "size": 3]
                    case "waitlist.edit": ["party": party, "notes": .string("n \(round)")]
                    case "waitlist.undo": ["rev": JSON(max(1, accepted))]
                    case "notice.post": ["text": .string("N \(round)"), "level": "info"]
                    default: ["party": party]
                    }
                try host.mutate(id, action ?? "", arguments)
                asked.append((host, id))
            }
            for (connection, id) in asked {
                while true {
                    let answer = try connection.next()
                    guard answer["id"]?.text == id else { continue }
                    if answer["type"] == "ack" { accepted += 1 }
                    if let party = answer["result"]?["party"] { parties.append(party) }
                    break
                }
            }
        }
        #expect(accepted > 60)
        for watcher in watchers {
            // The watcher checks the hash of every message.
            try expectEqual(watcher.catchUp(), accepted)
            for (view, copy) in watcher.copies {
                let role = watcher === watchers[2] ? Role.engineer : .owner
                let now = try hub.get("/v1/main/views/\(view)", as: role).json
                expectEqual(now?["hash"]?.text, copy.hash)
                #expect(now?["doc"] == copy.document)
                expectEqual(now?["rev"]?.integer, copy.position?.rev)
            }
        }
    }

    @Test func `shows nothing before it is on the disk`() throws {
        // When a client receives an event, another process can read it.
        let display = try hub.connect(.display)
        try display.subscribe("waitlist/display")
        _ = try display.next("live")
        let host = try hub.connect(.host)
        for rev in 1...20 {
            try host.mutate("m-\(rev)", "waitlist.add", ["name": "P", "size": 2])
            try expectEqual(display.next("diff")["rev"]?.integer, rev)
            try expectEqual(hub.journal().map(\.rev), Array(1...rev))
        }
    }
}
