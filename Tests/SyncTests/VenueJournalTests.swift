import JSON
import Sync
import TestSupport
import Testing

@Suite struct VenueJournalTests {
    private var hub = TestHub()
    private static let item: JSON = ["name": "NAME1", "secret": "SECRET1"]

    @Test
    mutating func `when the journal fails, pending mutations are unavailable and have no effect`()
        throws
    {
        let host = hub.connect(.host)
        let other = hub.connect(.host)
        hub.subscribe(host, to: "lab/staff")
        hub.mutate(host, "m1", "lab.put", Self.item)
        hub.write()
        (_, _) = (hub.heard(host), hub.heard(other))
        hub.mutate(host, "m2", "lab.put", Self.item)
        hub.mutate(host, "m3", "lab.rename", ["item": "i_1", "name": "x"])
        hub.mutate(other, "m3", "lab.rename", ["item": "i_1", "name": "x"])
        hub.failWriting()
        expectEqual(hub.words(to: host), ["reject m2 unavailable", "reject m3 unavailable"])
        expectEqual(hub.words(to: other), ["reject m3 unavailable"])
        expectEqual(hub.venue.rev, 1)
        expectEqual(hub.venue.board(LabBoard.self)?.items["i_1"]?.name, "NAME1")

        // They are decided again against the earlier state, at the unused revisions.
        hub.mutate(host, "m3", "lab.rename", ["item": "i_1", "name": "x"], ifRev: 1)
        hub.mutate(host, "m2", "lab.put", ["name": "another", "secret": "now"])
        hub.write()
        let heard = hub.heard(host)
        expectEqual(
            heard.map(TestHub.words),
            [
                "ack m3 2", "ack m2 3", "diff lab/staff 1-2", "diff lab/staff 2-3",
            ])
        expectEqual(heard[1]["result"], ["item": "i_3"])
        expectEqual(hub.journal.events.map(\.rev), [1, 2, 3])
    }

    @Test mutating func `a failure reveals no arguments of the hub's own mutations`() {
        let mutation = Mutation(
            id: "m1", action: "lab.put", arguments: ["name": "Ada", "secret": "s3cret"])
        let actions = hub.venue.mutate(
            mutation, of: ClientID(number: 9), by: Principal(role: .owner, device: "d_1"),
            at: hub.now, isFromHub: true)
        hub.perform(actions)
        hub.failWriting()
        expectEqual(hub.rejected.map(\.mutation.id), ["m1"])
        expectEqual(hub.rejected.map(\.mutation.arguments), [[:]])
    }

    /// The hub would take a rejected report for one that the board does not need.
    @Test mutating func `rejects a report once the state that it was judged by is durable`()
        throws
    {
        let host = hub.connect(.host)
        let mutation = Mutation(
            id: "r1", action: "lab.drop", arguments: [:],
            connector: ConnectorReport(id: "c_1", result: .same))
        func report(_ client: UInt64) {
            hub.perform(
                hub.venue.mutate(
                    mutation, of: ClientID(number: client),
                    by: Principal(role: .owner, device: "d_1"),
                    at: hub.now, isFromHub: true))
        }
        report(90)
        expectEqual(hub.words(to: ClientID(number: 90)), ["reject r1 invalid"])

        hub.mutate(host, "m1", "lab.put", Self.item)
        report(91)
        expectEqual(hub.words(to: ClientID(number: 91)), [])
        hub.write()
        expectEqual(hub.words(to: ClientID(number: 91)), ["reject r1 invalid"])
        expectEqual(hub.words(to: host).last, "ack m1 1")

        hub.mutate(host, "m2", "lab.put", Self.item)
        report(92)
        hub.failWriting()
        expectEqual(hub.words(to: ClientID(number: 92)), ["reject r1 unavailable"])
        expectEqual(hub.words(to: host), ["reject m2 unavailable"])
        expectEqual(hub.rejected.map(\.mutation.id), ["r1", "r1", "m2", "r1"])
    }

    @Test mutating func `followers of rejections get the mutations of a failure`() {
        let host = hub.connect(.host)
        hub.mutate(host, "m1", "lab.put", Self.item)
        hub.failWriting()
        expectEqual(hub.rejected.map(\.rejection.code), [.unavailable])
        expectEqual(
            hub.rejected.map(\.mutation),
            [Mutation(id: "m1", action: "lab.put", arguments: Self.item.members ?? [:])])
    }

    @Test
    mutating func `repeated or irrelevant reports of the journal change nothing`() {
        let host = hub.connect(.host)
        hub.mutate(host, "m1", "bell.ring")
        let batch = hub.batch(1)
        hub.write()
        hub.log = []
        hub.written(batch)
        hub.failWriting()
        hub.failWriting()
        hub.written(batch)
        #expect(hub.log.isEmpty)
        expectEqual(hub.venue.rev, 1)
    }

    @Test mutating func `ignores reports about batches from before a failure`() {
        let host = hub.connect(.host)
        hub.mutate(host, "m1", "bell.ring")
        let first = hub.batch(1)
        hub.unwritten = []
        hub.mutate(host, "m2", "bell.ring")
        let second = hub.batch(1)
        hub.unwritten = []
        _ = hub.heard(host)
        hub.perform(hub.venue.journalFailed(first))
        expectEqual(hub.words(to: host), ["reject m1 unavailable", "reject m2 unavailable"])
        hub.mutate(host, "m3", "bell.ring")
        #expect(!hub.venue.isCurrent(second))
        hub.perform(hub.venue.journalFailed(second))
        hub.written(second)
        #expect(hub.heard(host).isEmpty)
        hub.write()
        expectEqual(hub.words(to: host), ["ack m3 1"])
    }

    @Test mutating func `does not hand over entries that were revoked`() {
        let host = hub.connect(.host)
        hub.mutate(host, "m1", "bell.ring")
        let batch = hub.batch(1)
        let message = #"{"type":"mutate","id":"m2","action":"bell.ring","args":{}}"#
        _ = hub.venue.receive(Array(message.utf8), from: host, at: hub.now)
        _ = hub.venue.journalFailed(batch)
        expectNil(hub.venue.takeBatch()?.entries.count)
    }

    @Test mutating func `shows many durable events in steps`() {
        let host = hub.connect(.host)
        for number in 1...130 { hub.mutate(host, "m\(number)", "bell.ring") }
        let batch = hub.batch(130)
        var revs: [Int] = []
        while hub.venue.journaled(batch) != nil { revs.append(hub.venue.rev) }
        expectEqual(revs, [64, 128, 130])
    }

    @Test mutating func `shows only the durable part of a batch`() {
        let host = hub.connect(.host)
        hub.subscribe(host, to: "bell/open")
        _ = hub.heard(host)
        for number in 1...3 { hub.mutate(host, "m\(number)", "bell.ring") }
        hub.write(count: 1)
        expectEqual(hub.words(to: host), ["ack m1 1", "diff bell/open 0-1"])
        hub.failWriting()
        expectEqual(hub.words(to: host), ["reject m2 unavailable", "reject m3 unavailable"])
        hub.mutate(host, "m3", "bell.ring")
        hub.write()
        expectEqual(hub.words(to: host), ["ack m3 2", "diff bell/open 1-2"])
    }

    @Test mutating func `does not wait for a client that left`() {
        let host = hub.connect(.host)
        hub.mutate(host, "m1", "bell.ring")
        hub.venue.disconnect(host, at: hub.now)
        hub.write()
        expectEqual(hub.venue.rev, 1)
        expectEqual(hub.published.count, 1)
    }

    @Test mutating func `a restart loses only what was not durable`() {
        let host = hub.connect(.host)
        hub.mutate(host, "m1", "lab.put", Self.item)
        hub.mutate(host, "m2", "lab.put", Self.item)
        hub.write(count: 1)
        hub.restart()
        let again = hub.connect(.host)
        #expect(hub.heard(again).first?["rev"] == 1)
        hub.mutate(again, "m2", "lab.put", Self.item)
        hub.write()
        expectEqual(hub.words(to: again), ["ack m2 2"])
    }

    @Test mutating func `members that are replaced whole are the same after a restart`() throws {
        let host = hub.connect(.host)
        let steps: [(String, JSON)] = [
            ("lab.title", ["value": "one"]), ("lab.title", ["value": "one"]),
            ("lab.extra", ["value": ["a": 1, "b": 2]]), ("lab.pin", ["row": "c", "value": 3]),
            ("lab.pin", ["row": "a"]), ("lab.title", [:]), ("lab.title", [:]),
            ("lab.extra", ["value": "text"]), ("lab.pin", ["row": "x"]),
            ("lab.pin", ["row": "x", "value": ["y": 1]]), ("lab.pin", ["row": "x"]),
            ("lab.extra", [:]), ("lab.pin", ["row": "z", "value": 1]),
        ]
        let principal = Principal(role: .host, device: "d")
        for (number, step) in steps.enumerated() {
            hub.mutate(host, "m\(number)", step.0, step.1)
            hub.write()
            var restarted = hub
            restarted.restart()
            let live = try hub.venue.read("lab/open", by: principal)
            let replayed = try restarted.venue.read("lab/open", by: principal)
            expectEqual(
                String(decoding: live.snapshot, as: UTF8.self),
                String(decoding: replayed.snapshot, as: UTF8.self), "after \(step)")
        }
    }
}
