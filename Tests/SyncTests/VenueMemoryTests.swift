import JSON
import TestSupport
import Testing

@testable import Sync

/// A board whose events are not stored.
@Suite struct VenueMemoryTests {
    private var hub = TestHub()
    private let host: ClientID
    private let display: ClientID
    private var epoch = ""

    /// Makes a venue at revision 2 with the items `i_1` and `i_2`, and a display that watches
    /// sparks.
    init() throws {
        host = hub.connect(.host)
        for number in 1...2 {
            hub.mutate(host, "m\(number)", "lab.put", ["name": "n", "secret": "s"])
        }
        hub.write()
        display = hub.connect(.display)
        hub.subscribe(display, to: SparksBoard.shared)
        _ = hub.heard(host)
        let snapshot = hub.heard(display).first { $0["type"] == "snapshot" }
        epoch = try #require(snapshot?["epoch"]?.text)
    }

    private mutating func light(_ id: String, on item: String = "i_1", forMs: Int? = nil) {
        hub.mutate(
            host, id, "sparks.light",
            JSON(present: ["item": .string(item), "forMs": forMs.map { JSON($0) }]))
    }

    private mutating func configure(max: Int) {
        hub.mutate(hub.connect(.owner), "c\(max)", "sparks.configure", ["max": JSON(max)])
    }

    @Test mutating func `answers and shows its changes at once, by its own revisions`() {
        let journalRev = hub.venue.rev
        #expect(epoch != hub.record.epoch)
        hub.subscribe(host, to: SparksBoard.shared)
        expectEqual(hub.words(to: host).last, "live sparks/open 2")
        light("a")
        let heard = hub.heard(host)
        expectEqual(heard.map(TestHub.words), ["ack a 3", "diff sparks/open 0-3"])
        #expect(heard.first?["durable"] == "memory")
        #expect(heard.first?["result"] == ["spark": "s_3"])
        expectEqual(hub.words(to: display), ["diff sparks/open 0-3"])
        // Its changes are neither in the journal nor published to followers of the journal.
        #expect(hub.unwritten.isEmpty && hub.venue.rev == journalRev)
        expectEqual(hub.published.count, journalRev)
        hub.send(["type": "ping", "n": 1], from: host)
        expectEqual(hub.words(to: host), ["pong 1 2"])
    }

    @Test mutating func `answers a known id again, but rejects it for another mutation`() {
        light("a")
        let first = hub.heard(host).first
        light("a")
        var again = first?.members
        again?["replayed"] = true
        expectEqual(hub.heard(host), [.object(again ?? [:])])
        light("a", on: "i_2")
        expectEqual(hub.words(to: host), ["reject a id_reused"])
        // The journal's ids are separate.
        light("m1")
        expectEqual(hub.words(to: host), ["ack m1 4"])
        hub.mutate(host, "a", "bell.ring")
        hub.write()
        expectEqual(hub.words(to: host), ["ack a 3"])
    }

    @Test func `remembers only the last ten thousand ids`() {
        var remembered = RememberedMutations()
        func answer(_ number: Int) -> RememberedMutations.Answer {
            RememberedMutations.Answer(
                ack: ServerMessage.Ack(id: "m\(number)", rev: number, isReplayed: false),
                fingerprint: [], isByJoinLink: false)
        }
        for number in 1...10_001 {
            remembered["m\(number)"] = answer(number)
            remembered["m\(number)"] = answer(number)
        }
        expectNil(remembered["m1"])
        #expect(remembered["m2"]?.ack.rev == 2 && remembered["m10001"]?.ack.rev == 10_001)
    }

    @Test mutating func `decides by other boards' durable state, and hears only durable events`() {
        hub.mutate(host, "m3", "lab.put", ["name": "n", "secret": "s"])
        light("a", on: "i_3")
        expectEqual(hub.words(to: host), ["reject a not_found"])
        hub.write()
        light("a", on: "i_3")
        expectEqual(hub.words(to: host), ["ack m3 3", "ack a 4"])
        _ = hub.heard(display)
        hub.mutate(host, "m4", "lab.drop", ["item": "i_3"])
        #expect(hub.heard(display).isEmpty)
        hub.write()
        let diff = hub.heard(display)
        expectEqual(diff.map(TestHub.words), ["diff sparks/open 4-5"])
        #expect(diff.first?["patch"]?.elements?.first?["path"] == "/dropped")
    }

    @Test mutating func `hears of an event after the other boards have changed`() {
        light("a")
        light("b", on: "i_2")
        _ = hub.heard(display)
        // Its position is before the lab's.
        let names = hub.venue.shown.map(\.name)
        #expect(names.firstIndex(of: "sparks") ?? 9 < names.firstIndex(of: "lab") ?? 0)
        hub.mutate(host, "drop", "lab.drop", ["item": "i_2"])
        expectEqual(hub.venue.board(SparksBoard.self)?.sparks.count, 2)
        // A spark lit before the event is durable hears of it, too.
        light("c", on: "i_2")
        hub.write()
        expectEqual(hub.venue.board(SparksBoard.self)?.sparks.map(\.value.item), ["i_1"])
        expectEqual(hub.venue.document(of: SparksBoard.shared)?["sparks"]?.members?.count, 1)
        #expect(hub.venue.divergedBoards.isEmpty)
        light("d", on: "i_2")
        expectEqual(hub.words(to: host).last, "reject d not_found")
    }

    @Test mutating func `its time goes back only when the journal records it`() throws {
        light("a", forMs: 60_000)
        func outAt(_ spark: String) -> Instant? {
            hub.venue.board(SparksBoard.self)?.sparks[spark]?.outAt
        }
        let first = try #require(outAt("s_3"))
        hub.now = hub.now.adding(milliseconds: -4_000)
        light("b", on: "i_2", forMs: 60_000)
        expectEqual(outAt("s_4"), first)
        #expect(hub.unwritten.isEmpty)
        // This happens although the journal has no later event.
        hub.now = hub.now.adding(milliseconds: -2_000)
        let last = hub.now.adding(milliseconds: 6_000)
        light("c", forMs: 60_000)
        expectEqual(hub.unwritten.map(\.event.kind), ["clock_set_back"])
        expectEqual(hub.unwritten.first?.event.data, ["from": .string(last.description)])
        expectEqual(outAt("s_5"), first)
        hub.tick()
        expectEqual(hub.unwritten.count, 1)
        hub.write()
        hub.mutate(host, "drop", "lab.drop", ["item": "i_2"])
        hub.write()
        light("d", forMs: 60_000)
        expectEqual(outAt("s_8"), first.adding(milliseconds: -6_000))
        #expect(hub.unwritten.isEmpty)
    }

    @Test mutating func `its settings are in the journal`() throws {
        hub.subscribe(host, to: "sparks/settings")
        expectEqual(
            hub.words(to: host),
            [
                "subscribed sparks/settings afresh", "snapshot sparks/settings 0",
                "live sparks/settings 2",
            ])
        configure(max: 1)
        #expect(hub.heard(host).isEmpty)
        // A setting that is not durable has no effect.
        light("a")
        light("b", on: "i_2")
        hub.write()
        light("c")
        expectEqual(
            hub.words(to: host),
            [
                "ack a 3", "ack b 4", "diff sparks/settings 0-3", "reject c conflict",
            ])
        expectEqual(hub.published.last?.type, "tablecast.sparks.configured")
        hub.restart()
        expectEqual(hub.venue.board(SparksBoard.self)?.max, 1)
        #expect(hub.venue.document(of: "sparks/settings")?["settings"] == ["max": 1])
    }

    @Test mutating func `its settings and its events may come in any order`() {
        configure(max: 4)
        light("a")
        light("b")
        light("c")
        light("d")
        expectEqual(hub.words(to: host).last, "reject d conflict")
        hub.write()
        hub.mutate(host, "m5", "lab.nothing")
        light("d")
        hub.write()
        light("e")
        expectEqual(hub.words(to: host), ["ack d 7", "ack m5 4", "reject e conflict"])
        #expect(hub.venue.divergedBoards.isEmpty)
        configure(max: 9)
        light("e")
        hub.failWriting()
        #expect(hub.venue.divergedBoards.isEmpty)
        light("e")
        expectEqual(hub.words(to: host).suffix(1), ["reject e conflict"])
    }

    @Test mutating func `a client resumes until the hub is restarted`() throws {
        light("a")
        light("b")
        _ = hub.heard(display)
        hub.venue.disconnect(display, at: hub.now)
        let again = hub.connect(.display)
        _ = hub.heard(again)
        hub.subscribe(again, to: SparksBoard.shared, since: (epoch, 3))
        expectEqual(
            hub.words(to: again),
            [
                "subscribed sparks/open resumed", "diff sparks/open 3-4", "live sparks/open 4",
            ])
        // A position in the journal, and one ahead, do not count here.
        for since in [(hub.record.epoch, 3), (epoch, 5)] {
            hub.subscribe(again, to: SparksBoard.shared, since: since)
            expectEqual(hub.words(to: again)[0], "subscribed sparks/open afresh")
        }
        hub.mutate(host, "drop", "lab.drop", ["item": "i_2"])
        hub.write()
        hub.restart()
        let later = hub.connect(.display)
        _ = hub.heard(later)
        hub.subscribe(later, to: SparksBoard.shared, since: (epoch, 3))
        let heard = hub.heard(later)
        expectEqual(heard[0]["resumed"], false)
        // Only the state made by the journal's events is restored.
        #expect(heard[1]["doc"]?["sparks"] == [:] && heard[1]["doc"]?["dropped"] == 1)
        #expect(heard[1]["epoch"]?.text != epoch)
        expectEqual(heard[1]["rev"], 0)
    }

    @Test mutating func `saves the state that the journal's events have made`() throws {
        configure(max: 7)
        hub.mutate(host, "drop", "lab.drop", ["item": "i_2"])
        hub.write()
        light("a")
        var restored = Venue(
            record: hub.record, boards: [BellBoard(), SparksBoard()],
            dependencies: hub.journal.dependencies)
        var saved = restored
        saved.replay { apply in for event in hub.journal.events { apply(event) } }
        try restored.restore(from: StateReader(saved.savedState()))
        let start = restored.replayStart
        restored.replay { apply in
            for event in hub.journal.events.dropFirst(start) { apply(event) }
        }
        expectEqual(restored.board(SparksBoard.self)?.max, 7)
        #expect(restored.document(of: SparksBoard.shared)?["dropped"] == 1)
        #expect(restored.document(of: SparksBoard.shared)?["sparks"] == [:])
    }

    @Test mutating func `time changes it too, and none of that is stored`() {
        light("a", forMs: 500)
        _ = hub.heard(display)
        expectEqual(hub.venue.nextDue(), hub.now.adding(milliseconds: 500))
        hub.now = hub.now.adding(milliseconds: 500)
        hub.tick()
        expectEqual(hub.words(to: display), ["diff sparks/open 3-4"])
        #expect(hub.venue.nextDue() == nil && hub.unwritten.isEmpty)
    }

    @Test mutating func `has masked, personal and requested views`() throws {
        let engineer = hub.connect(.engineer)
        let guest = hub.connect(guestOf: "i_1")
        hub.subscribe(engineer, to: SparksBoard.shared)
        hub.subscribe(guest, to: "sparks/own")
        hub.subscribe(host, to: "sparks/on?item=i_1")
        hub.subscribe(host, to: "lab/named?prefix=n")
        for id in [engineer, guest, host] { _ = hub.heard(id) }
        light("a")
        let masked = hub.heard(engineer)
        expectEqual(masked.map(TestHub.words), ["diff sparks/open 0-3"])
        #expect(masked.first?["patch"]?.elements?.first?["value"] == ["item": "•••"])
        expectEqual(hub.words(to: guest), ["diff sparks/own 2-3"])
        expectEqual(hub.words(to: host), ["ack a 3", "diff sparks/on?item=i_1 2-3"])
        light("b", on: "i_2")
        expectEqual(hub.words(to: host), ["ack b 4"])
        #expect(hub.heard(guest).isEmpty)
        let read = try hub.venue.read(
            "sparks/on", [("item", "i_2")], by: Principal(role: .host, device: "d"))
        #expect(read.epoch == epoch && read.rev == 4)
        #expect(throws: ViewRefusal.notFound) {
            try hub.venue.readPast(
                SparksBoard.shared, [], by: Principal(role: .owner, device: "d"))
        }
        try expectEqual(
            hub.venue.readPast("lab/open", [], by: Principal(role: .owner, device: "d")).rev, 2)
    }

    @Test mutating func `the join link has the same limits as on other boards`() {
        let newcomer = hub.connect(Principal(role: .guest, device: "j_1"))
        hub.mutate(newcomer, "a", "sparks.light", ["item": "i_1"])
        hub.mutate(newcomer, "a", "sparks.light", ["item": "i_1"])
        expectEqual(hub.words(to: newcomer).suffix(2), ["ack a 3", "ack a 3 replayed"])
        light("b")
        hub.mutate(newcomer, "b", "sparks.light", ["item": "i_1"])
        expectEqual(hub.words(to: newcomer), ["reject b id_reused"])
    }

    @Test mutating func `an importer can't record on it`() {
        #expect(throws: Rejection(.unknownAction)) {
            _ = try hub.venue.record(
                mutationID: "i", actor: "host:d_1", at: hub.now, to: SparksBoard.self
            ) { _, _ in Decision(kind: "lit", subject: "s", data: [:]) }
        }
    }

    @Test mutating func `shows a past event of the journal without it`() {
        var past = hub.venue
        let event = Event(
            rev: 3, at: hub.now, board: "lab", kind: "dropped", subject: "i_1", data: [:],
            actor: "host:d_1", mutationID: nil)
        let views = past.changes(by: event, seenBy: .host).compactMap { $0.diff["view"]?.text }
        expectEqual(views, ["lab/open", "lab/staff"])
    }
}
