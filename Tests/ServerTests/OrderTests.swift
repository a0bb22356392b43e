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
