import BoardKit
import JSON
import Sync
import TestSupport
import Testing
import WaitlistBoard

@Suite struct WaitlistGuestTests {
    private func ahead(_ party: String, _ bench: WaitlistBench) -> JSON? {
        bench.guestView(party)?.document["ahead"]
    }

    @Test func `shows a guest its party and the number of parties ahead`() throws {
        var bench = WaitlistBench(at: Instant(milliseconds: 1_795_197_845_123))
        try bench.add("Grace")
        try bench.ask(
            "waitlist.add",
            ["name": "Ada", "size": 3, "phone": "+12015550123", "notes": "n", "tags": ["x"]])
        let arrived = Instant(milliseconds: 1_795_197_846_123).description
        expectEqual(
            bench.guestView("p_2")?.document.json,
            [
                "venue": ["name": "Da Ada", "timeZone": "Europe/Rome"],
                "party": [
                    "number": 2, "name": "Ada", "size": 3, "status": "waiting",
                    "arrivedAt": .string(arrived),
                ],
                "ahead": 1,
            ])
        expectNil(bench.guestView("p_3"))
        expectNil(bench.board.personalDocument(view: "waitlist/host", subject: .party("p_2")))
    }

    @Test func `does not count ready parties, and has none ahead of a ready one`() throws {
        var bench = WaitlistBench()
        for name in ["A", "B", "C"] { try bench.add(name) }
        let pending = try bench.addPending("P")
        expectEqual(ahead("p_3", bench), 2)
        expectEqual(ahead(pending, bench), 3)
        try bench.ask("ready", party: "p_1")
        expectEqual(ahead("p_3", bench), 1)
        expectEqual(ahead("p_1", bench), 0)
        try bench.ask("ready", party: "p_3")
        expectEqual(ahead("p_3", bench), 0)
        try bench.ask("seat", party: "p_3")
        expectNil(ahead("p_3", bench))
        #expect(bench.guestView("p_3")?.document["party"]?["status"] == "seated")
        try bench.ask("restore", party: "p_3")
        try bench.ask("unready", party: "p_3")
        expectEqual(ahead("p_3", bench), 1)
    }

    @Test func `has the revision of the last change of the document`() throws {
        var bench = WaitlistBench()
        for name in ["A", "B", "C"] { try bench.add(name) }
        expectEqual(bench.guestView("p_2")?.rev, 2)
        try bench.ask("waitlist.edit", ["party": "p_2", "notes": "n"])
        try bench.ask("ready", party: "p_3")
        expectEqual(bench.guestView("p_2")?.rev, 2)
        try bench.ask("ready", party: "p_1")
        expectEqual(bench.guestView("p_2")?.rev, 6)
        try bench.ask("waitlist.edit", ["party": "p_2", "size": 9])
        expectEqual(bench.guestView("p_2")?.rev, 7)
    }

    @Test func `touches all guests whose document an event changes`() throws {
        var generator = SeededGenerator(seed: 5)
        var bench = WaitlistBench()
        var parties: [String] = []
        for step in 0..<400 {
            let party = JSON.string(parties.randomElement(using: &generator) ?? "p_0")
            let other = JSON.string(parties.randomElement(using: &generator) ?? "p_0")
            let asked: [(String, [String: JSON])] = [
                ("waitlist.add", ["name": "Ada", "size": 2]), ("waitlist.ready", ["party": party]),
                ("waitlist.unready", ["party": party]), ("waitlist.seat", ["party": party]),
                ("waitlist.restore", ["party": party]),
                ("waitlist.move", ["party": party, "before": other]),
                ("waitlist.edit", ["party": party, "size": JSON(1 + step % 90)]),
                ("waitlist.undo", ["rev": JSON(max(1, step / 2))]),
            ]
            let (action, arguments) = try #require(asked.randomElement(using: &generator))
            let watched = WatchedSubjects(parties.map { .party($0) })
            guard let event = try? bench.ask(action, arguments) else { continue }
            let touched = bench.board.subjects(touchedBy: event, among: watched)
            expectEqual(Set(touched).count, touched.count)
            #expect(Set(touched).isSubset(of: watched.all))
            for party in parties where bench.guestView(party)?.rev == event.rev {
                #expect(touched.contains(.party(party)), "\(action) \(party)")
            }
            if action == "waitlist.add" { parties.append(event.subject) }
        }
        #expect(parties.count > 30)
    }

    @Test func `touches only guests who can see the change`() throws {
        var bench = WaitlistBench()
        for number in 1...6 { try bench.add("\(number)") }
        let watched = WatchedSubjects(((1...7).map { "p_\($0)" } + ["p_99"]).map { .party($0) })
        func touched(_ action: String, _ arguments: [String: JSON]) throws -> [String] {
            let event = try bench.ask("waitlist.\(action)", arguments)
            return bench.board.subjects(touchedBy: event, among: watched).map(\.id).sorted()
        }
        try expectEqual(touched("add", ["name": "7", "size": 2]), ["p_7"])
        try expectEqual(touched("edit", ["party": "p_3", "notes": "n"]), ["p_3"])
        try expectEqual(touched("move", ["party": "p_5", "before": "p_3"]), ["p_3", "p_4", "p_5"])
        try expectEqual(touched("ready", ["party": "p_4"]), ["p_4", "p_6", "p_7"])
        try expectEqual(touched("seat", ["party": "p_4"]), ["p_4"])
        let renamed = Event(
            rev: 99, at: bench.now, board: "house", kind: "configured", subject: "house",
            data: ["name": "Da Bo"], actor: "owner:d_1", mutationID: nil)
        var board = bench.board
        _ = board.observe(renamed)
        expectEqual(board.subjects(touchedBy: renamed, among: watched).count, watched.count)
    }
}
