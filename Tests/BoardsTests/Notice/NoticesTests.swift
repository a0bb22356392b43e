import BoardKit
import JSON
import NoticeBoard
import ShippedBoards
import Sync
import TestSupport
import Testing
import WaitlistBoard

@Suite struct NoticesTests {
    private typealias Bench = BoardBench<Notices>

    private func rows(_ bench: Bench) -> [String: JSON] {
        bench.documents["notice/display"]?["notices"]?.members ?? [:]
    }

    private func bench() -> Bench {
        Bench(Notices(), at: Instant(milliseconds: 1_795_197_600_000))
    }

    @Test func `shows a notice until it is cleared`() throws {
        var bench = bench()
        expectEqual(bench.documents, ["notice/display": ["notices": [:]]])
        let at = bench.now.description
        let event = try bench.ask("notice.post", ["text": " Kitchen closes ", "level": "urgent"])
        expectEqual(event.kind, "posted")
        expectEqual(bench.board.result(of: event), ["notice": "n_1"])
        expectEqual(
            rows(bench),
            [
                "n_1": ["text": "Kitchen closes", "level": "urgent", "at": .string(at)]
            ])
        let cleared = try bench.ask("notice.clear", ["notice": "n_1"])
        expectEqual(cleared.kind, "cleared")
        expectNil(bench.board.result(of: cleared))
        #expect(rows(bench).isEmpty)
        expectEqual(bench.refusal("notice.clear", ["notice": "n_1"])?.code, .conflict)
        expectEqual(bench.refusal("notice.clear", ["notice": "n_7"])?.code, .notFound)
        expectEqual(bench.refusal("notice.clear", ["notice": "n_1"], ifRev: 1)?.code, .stale)
        expectNil(bench.board.nextDue())
    }

    @Test func `clears a notice at its time`() throws {
        var bench = bench()
        let start = bench.now
        func until(_ seconds: Int64) -> JSON {
            .string(start.adding(milliseconds: seconds * 1000).description)
        }
        try bench.ask("notice.post", ["text": "a", "level": "info", "until": until(60)])
        try bench.ask("notice.post", ["text": "b", "level": "info", "until": until(30)])
        try bench.ask("notice.post", ["text": "c", "level": "info"])
        #expect(rows(bench)["n_1"]?["until"] == until(60))
        expectEqual(bench.board.nextDue(), start.adding(milliseconds: 30_000))
        bench.now = start.adding(milliseconds: 29_999)
        bench.tick()
        expectEqual(rows(bench).count, 3)
        bench.now = start.adding(milliseconds: 60_000)
        bench.tick()
        expectEqual(bench.events.suffix(2).map(\.subject), ["n_2", "n_1"])
        expectEqual(bench.events.suffix(2).map(\.kind), ["cleared", "cleared"])
        expectEqual(Array(rows(bench).keys), ["n_3"])
        expectNil(bench.board.nextDue())
        // An event of the clock can't be undone, and neither can one that it depends on.
        expectEqual(bench.refusal("notice.undo", ["rev": 4])?.code, .conflict)
        expectEqual(bench.refusal("notice.undo", ["rev": 2])?.code, .conflict)
        expectEqual(bench.replayed().documents, bench.documents)
    }

    @Test func `removes the oldest notice beyond fifty`() throws {
        var bench = bench()
        for _ in 1...50 { try bench.ask("notice.post", ["text": "a", "level": "info"]) }
        bench.tick()
        expectEqual(rows(bench).count, 50)
        try bench.ask("notice.clear", ["notice": "n_9"])
        for _ in 1...2 { try bench.ask("notice.post", ["text": "b", "level": "info"]) }
        bench.tick()
        expectEqual(rows(bench).count, 50)
        expectEqual(bench.events.last?.subject, "n_1")
        expectEqual(bench.events.last?.actor, .clock)
        expectEqual(bench.replayed().documents, bench.documents)
    }

    @Test func `undoes and redoes posting and clearing`() throws {
        var bench = bench()
        try bench.ask("notice.post", ["text": "a", "level": "info"])
        let shown = rows(bench)
        try bench.ask("notice.clear", ["notice": "n_1"])
        expectEqual(bench.refusal("notice.undo", ["rev": 1])?.code, .conflict)
        try bench.ask("notice.undo", ["rev": 2])
        expectEqual(rows(bench), shown)
        try bench.ask("notice.undo", ["rev": 1])
        #expect(rows(bench).isEmpty)
        expectEqual(bench.refusal("notice.clear", ["notice": "n_1"])?.code, .notFound)
        try bench.ask("notice.undo", ["rev": 4])
        expectEqual(rows(bench), shown)
        try bench.ask("notice.undo", ["rev": 3])
        #expect(rows(bench).isEmpty)
        expectEqual(bench.refusal("notice.undo", ["rev": 3])?.code, .conflict)
        expectEqual(bench.refusal("notice.undo", ["rev": 99])?.code, .notFound)
        #expect(bench.needlessChanges.isEmpty)
        expectEqual(bench.replayed().documents, bench.documents)
    }

    @Test func `refuses to show a notice again after its time`() throws {
        var bench = bench()
        let until = bench.now.adding(milliseconds: 60_000)
        try bench.ask(
            "notice.post", ["text": "a", "level": "info", "until": .string(until.description)])
        try bench.ask("notice.clear", ["notice": "n_1"])
        expectNil(bench.board.nextDue())
        expectNil(bench.refusal("notice.undo", ["rev": 2]))
        bench.now = until
        expectEqual(bench.refusal("notice.undo", ["rev": 2])?.code, .conflict)
    }

    @Test func `shows notices to everybody, and lets hosts and owners write them`() {
        let board = Notices()
        expectNil(board.personalDocument(view: "waitlist/guest", subject: .party("p_1")))
        expectEqual(board.masked(["text": "a"]), ["text": "a"])
        expectEqual(
            board.declaration.views.map(\.readers),
            [
                [.owner, .host, .engineer, .display, .guest]
            ])
        expectEqual(
            board.declaration.actions.map(\.name), ["notice.post", "notice.clear", "notice.undo"])
        for role in BoardRegistry.shipped.roles {
            let principal = Principal(role: role, device: "d")
            let mutation = Mutation(id: "m", action: "notice.post", arguments: [:])
            expectEqual(board.permits(mutation, by: principal), (role == .owner || role == .host))
        }
    }
}
