import Client
import JSON
import Sync
import TestSupport
import Testing

/// Resuming a view from any revision, of this or another epoch, before and after a restart.
@Suite struct ResumeTests {
    private static let view = "waitlist/host"
    private let hub: LiveHub

    init() throws { hub = try LiveHub() }

    private func position(_ epoch: JSON?, _ rev: Int) -> JSON {
        ["epoch": epoch ?? .null, "rev": JSON(rev)]
    }

    /// The messages between `subscribed` and `live`, and the content of `subscribed`.
    private func resume(
        _ connection: SyncConnection, since: JSON?
    ) throws -> (isResumed: Bool, messages: [JSON], live: Int?) {
        try connection.subscribe(Self.view, since: since)
        let subscribed = try connection.next("subscribed")
        var messages: [JSON] = []
        while true {
            let message = try connection.next()
            if message["type"] == "live" {
                return (subscribed["resumed"] == true, messages, message["rev"]?.integer)
            }
            messages.append(message)
        }
    }

    @Test func `from every revision a copy is brought to the present one`() throws {
        let host = try Watcher(hub, .host, Self.view)
        var past = try #require(host.copies[Self.view].map { [$0] })
        for index in 1...12 {
            try host.connection.mutate(
                "add-\(index)", "waitlist.add", ["name": .string("Party \(index)"), "size": 2])
            try host.reach(index, of: Self.view)
            past.append(try #require(host.copies[Self.view]))
        }
        // So a diff from an early revision has to leave out temporary rows.
        for rev in [1, 4, 7] {
            let key = past[rev].document["parties"]?.members?.keys.max {
                ($0.count, $0) < ($1.count, $1)
            }
            try host.connection.mutate(
                "seat-\(rev)", "waitlist.seat", ["party": .string(key ?? "")])
            try host.reach(past.count, of: Self.view)
            past.append(try #require(host.copies[Self.view]))
        }
        for (rev, copy) in past.enumerated() {
            var copy = copy
            let since = position(copy.position.map { .string($0.epoch) }, rev)
            let answer = try resume(host.connection, since: since)
            expectEqual(answer.live, 15)
            #expect(answer.messages.count <= 1)
            for message in answer.messages {
                expectEqual(answer.isResumed, (message["type"] == "diff"))
                expectEqual(copy.apply(message), .applied)
            }
            if rev == 15 { #expect(answer.isResumed && answer.messages.isEmpty) }
            expectEqual(copy.hash, host.hash(Self.view))
            expectEqual(copy.document, host.document(Self.view))
        }
    }

    @Test func `the smaller of diff and snapshot is sent`() throws {
        let host = try hub.connect(.host)
        let epoch = try host.next("welcome")["epoch"]
        for index in 1...20 { try host.add("Party \(index)") }
        let near = try resume(host, since: position(epoch, 19))
        expectEqual(near.messages.map { $0["type"] }, ["diff"])
        let snapshot = try resume(host, since: nil)
        expectEqual(snapshot.messages.map { $0["type"] }, ["snapshot"])
        expectEqual(snapshot.isResumed, false)
        let far = try resume(host, since: position(epoch, 0))
        let size = try #require(far.messages.first).canonical.count
        #expect(size <= (try #require(snapshot.messages.first)).canonical.count)
    }

    @Test(arguments: [-1, 3, 99, 9_007_199_254_740_991])
    func `a revision that the journal has not reached gets a snapshot`(rev: Int) throws {
        let host = try hub.connect(.host)
        let epoch = try host.next("welcome")["epoch"]
        try host.add("Ada")
        try host.add("Bo")
        let answer = try resume(host, since: position(epoch, rev))
        #expect(!answer.isResumed)
        expectEqual(answer.messages.map { $0["type"] }, ["snapshot"])
        expectEqual(answer.live, 2)
    }

    @Test func `another epoch gets a snapshot`() throws {
        let host = try hub.connect(.host)
        try host.add("Ada")
        for epoch in ["", "another", "\u{0}"] {
            let answer = try resume(host, since: position(.string(epoch), 1))
            #expect(!answer.isResumed)
            expectEqual(answer.messages.map { $0["type"] }, ["snapshot"])
        }
    }

    @Test func `a revision that did not touch the view needs no diff`() throws {
        let host = try hub.connect(.host)
        let epoch = try host.next("welcome")["epoch"]
        try host.add("Ada")
        _ = try host.ask("n", "notice.post", ["text": "Terrace open", "level": "info"])
        let answer = try resume(host, since: position(epoch, 1))
        #expect(answer.isResumed)
        #expect(answer.messages.isEmpty)
        expectEqual(answer.live, 2)
    }

    @Test func `subscribing again replaces the subscription, and no diff comes twice`() throws {
        let host = try hub.connect(.host)
        for _ in 0..<5 { try host.subscribe(Self.view) }
        for _ in 0..<5 { _ = try host.next("live") }
        var froms: [JSON?] = []
        for id in ["1", "2"] {
            try host.mutate(id, "waitlist.add", ["name": "Ada", "size": 2])
            while true {
                let message = try host.next()
                if message["type"] == "diff" { froms.append(message["from"]) }
                if message["type"] == "ack" { break }
            }
        }
        try host.send(["type": "ping", "n": 2])
        while true {
            let message = try host.next()
            if message["type"] == "diff" { froms.append(message["from"]) }
            if message["n"] == 2 { break }
        }
        expectEqual(froms, [0, 1])
    }

    @Test func `after a restart the epoch is the same and a copy goes on where it was`() throws {
        let host = try Watcher(hub, .host, Self.view)
        for index in 1...5 {
            try host.connection.mutate(
                "add-\(index)", "waitlist.add", ["name": .string("Party \(index)"), "size": 2])
        }
        try host.reach(3, of: Self.view)
        var copy = try #require(host.copies[Self.view])
        try host.reach(5, of: Self.view)
        try hub.restart()
        let again = try hub.connect(.host)
        let welcome = try again.next("welcome")
        expectEqual(welcome["epoch"]?.text, copy.position?.epoch)
        expectEqual(welcome["rev"], 5)
        let rev = try #require(copy.position?.rev)
        let answer = try resume(again, since: position(welcome["epoch"], rev))
        for message in answer.messages { expectEqual(copy.apply(message), .applied) }
        expectEqual(copy.document, host.document(Self.view))
        expectEqual(copy.position?.rev, 5)
    }

    @Test func `after a restart a repeated id gets the same answer, ticket and all`() throws {
        let host = try hub.connect(.host)
        let first = try host.ask("one", "waitlist.add", ["name": "Ada", "size": 4])
        let party = first["result"]?["party"] ?? .null
        let second = try host.ask("two", "waitlist.call_next", ["sizeMax": 6])
        try hub.restart()
        let again = try hub.connect(.owner)
        for (id, action, arguments, answer) in [
            ("one", "waitlist.add", ["name": "Ada", "size": 4], first),
            ("two", "waitlist.call_next", ["sizeMax": 6], second),
        ] as [(String, String, JSON, JSON)] {
            var expected = answer.members ?? [:]
            expected["replayed"] = true
            try expectEqual(again.ask(id, action, arguments), .object(expected))
        }
        let reused = try again.ask("one", "waitlist.seat", ["party": party])
        expectEqual(reused["code"], "id_reused")
        try expectEqual(again.ping()["rev"], 2)
    }
}
