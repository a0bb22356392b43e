import Boards
import JSON
import Sync
import Testing

@Suite struct NoticesTests {
    private typealias Bench = BoardBench<Notices>

    private func rows(_ bench: Bench) -> [String: JSON] {
        bench.documents["notice/display"]?["notices"]?.members ?? [:]
    }

    private func bench() -> Bench {
        Bench(Notices(), at: Instant(milliseconds: 1_795_197_600_000))
    }

    @Test func `a notice is shown until it is cleared`() throws {
        var bench = bench()
        #expect(bench.documents == ["notice/display": ["notices": [:]]])
        let at = bench.now.description
        let event = try bench.ask("notice.post", ["text": " Kitchen closes ", "level": "urgent"])
        #expect(event.kind == "posted")
        #expect(bench.board.result(of: event) == ["notice": "n_1"])
        #expect(
            rows(bench) == [
                "n_1": ["text": "Kitchen closes", "level": "urgent", "at": .string(at)]
            ])
        let cleared = try bench.ask("notice.clear", ["notice": "n_1"])
        #expect(cleared.kind == "cleared")
        #expect(bench.board.result(of: cleared) == nil)
        #expect(rows(bench).isEmpty)
        #expect(bench.refusal("notice.clear", ["notice": "n_1"])?.code == .conflict)
        #expect(bench.refusal("notice.clear", ["notice": "n_7"])?.code == .notFound)
        #expect(bench.refusal("notice.clear", ["notice": "n_1"], ifRev: 1)?.code == .stale)
        #expect(bench.board.nextDue() == nil)
    }

    @Test func `time clears a notice when its own time has come`() throws {
        var bench = bench()
        let start = bench.now
        func until(_ seconds: Int64) -> JSON {
            .string(start.adding(milliseconds: seconds * 1000).description)
        }
        try bench.ask("notice.post", ["text": "a", "level": "info", "until": until(60)])
        try bench.ask("notice.post", ["text": "b", "level": "info", "until": until(30)])
        try bench.ask("notice.post", ["text": "c", "level": "info"])
        #expect(rows(bench)["n_1"]?["until"] == until(60))
        #expect(bench.board.nextDue() == start.adding(milliseconds: 30_000))
        bench.now = start.adding(milliseconds: 29_999)
        bench.tick()
        #expect(rows(bench).count == 3)
        bench.now = start.adding(milliseconds: 60_000)
        bench.tick()
        #expect(bench.events.suffix(2).map(\.subject) == ["n_2", "n_1"])
        #expect(bench.events.suffix(2).map(\.kind) == ["cleared", "cleared"])
        #expect(Array(rows(bench).keys) == ["n_3"])
        #expect(bench.board.nextDue() == nil)
        // What time did can't be taken back, nor what it depends on.
        #expect(bench.refusal("notice.undo", ["rev": 4])?.code == .conflict)
        #expect(bench.refusal("notice.undo", ["rev": 2])?.code == .conflict)
        #expect(bench.replayed().documents == bench.documents)
    }

    @Test func `posting and clearing can be taken back, and that too`() throws {
        var bench = bench()
        try bench.ask("notice.post", ["text": "a", "level": "info"])
        let shown = rows(bench)
        try bench.ask("notice.clear", ["notice": "n_1"])
        #expect(bench.refusal("notice.undo", ["rev": 1])?.code == .conflict)
        try bench.ask("notice.undo", ["rev": 2])
        #expect(rows(bench) == shown)
        try bench.ask("notice.undo", ["rev": 1])
        #expect(rows(bench).isEmpty)
        #expect(bench.refusal("notice.clear", ["notice": "n_1"])?.code == .notFound)
        try bench.ask("notice.undo", ["rev": 4])
        #expect(rows(bench) == shown)
        try bench.ask("notice.undo", ["rev": 3])
        #expect(rows(bench).isEmpty)
        #expect(bench.refusal("notice.undo", ["rev": 3])?.code == .conflict)
        #expect(bench.refusal("notice.undo", ["rev": 99])?.code == .notFound)
        #expect(bench.needlessChanges.isEmpty)
        #expect(bench.replayed().documents == bench.documents)
    }

    @Test func `a notice whose time has passed can't be shown again`() throws {
        var bench = bench()
        let until = bench.now.adding(milliseconds: 60_000)
        try bench.ask(
            "notice.post", ["text": "a", "level": "info", "until": .string(until.description)])
        try bench.ask("notice.clear", ["notice": "n_1"])
        #expect(bench.board.nextDue() == nil)
        #expect(bench.refusal("notice.undo", ["rev": 2]) == nil)
        bench.now = until
        #expect(bench.refusal("notice.undo", ["rev": 2])?.code == .conflict)
    }

    @Test func `everybody reads notices, hosts and owners write them`() {
        let board = Notices()
        #expect(board.personalDocument(view: "waitlist/guest", subject: .party("p_1")) == nil)
        #expect(board.masked(["text": "a"]) == ["text": "a"])
        #expect(
            board.declaration.views.map(\.readers) == [
                [.owner, .host, .engineer, .display, .guest]
            ])
        #expect(
            board.declaration.actions.map(\.name) == ["notice.post", "notice.clear", "notice.undo"])
        for role in BoardRegistry.shipped.roles {
            let principal = Principal(role: role, device: "d")
            let mutation = Mutation(id: "m", action: "notice.post", arguments: [:])
            #expect(
                board.permits(mutation, by: principal) == (role == .owner || role == .host))
        }
    }
}
