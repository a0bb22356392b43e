import Boards
import JSON
import Sync
import Testing

@Suite struct WaitlistGuestTests {
    private func ahead(_ party: String, _ bench: WaitlistBench) -> JSON? {
        bench.guestView(party)?.document["ahead"]
    }

    @Test func `a guest sees its own party and how many wait before it`() throws {
        var bench = WaitlistBench(at: Instant(milliseconds: 1_795_197_845_123))
        try bench.add("Grace")
        try bench.ask(
            "waitlist.add",
            ["name": "Ada", "size": 3, "phone": "+12015550123", "notes": "n", "tags": ["x"]])
        let arrived = Instant(milliseconds: 1_795_197_846_123).description
        #expect(
            bench.guestView("p_2")?.document.json == [
                "venue": ["name": "Da Ada", "timeZone": "Europe/Rome"],
                "party": [
                    "number": 2, "name": "Ada", "size": 3, "status": "waiting",
                    "arrivedAt": .string(arrived),
                ],
                "ahead": 1,
            ])
        #expect(bench.guestView("p_3") == nil)
        #expect(bench.board.personalDocument(view: "waitlist/host", party: "p_2") == nil)
    }

    @Test func `ready parties are not ahead, and nobody is ahead of a ready one`() throws {
        var bench = WaitlistBench()
        for name in ["A", "B", "C"] { try bench.add(name) }
        let pending = try bench.addPending("P")
        #expect(ahead("p_3", bench) == 2)
        #expect(ahead(pending, bench) == 3)
        try bench.ask("ready", party: "p_1")
        #expect(ahead("p_3", bench) == 1)
        #expect(ahead("p_1", bench) == 0)
        try bench.ask("ready", party: "p_3")
        #expect(ahead("p_3", bench) == 0)
        try bench.ask("seat", party: "p_3")
        #expect(ahead("p_3", bench) == nil)
        #expect(bench.guestView("p_3")?.document["party"]?["status"] == "seated")
        try bench.ask("restore", party: "p_3")
        try bench.ask("unready", party: "p_3")
        #expect(ahead("p_3", bench) == 1)
    }

    @Test func `the document's revision is the last one that changed it`() throws {
        var bench = WaitlistBench()
        for name in ["A", "B", "C"] { try bench.add(name) }
        #expect(bench.guestView("p_2")?.rev == 2)
        try bench.ask("waitlist.edit", ["party": "p_2", "notes": "n"])
        try bench.ask("ready", party: "p_3")
        #expect(bench.guestView("p_2")?.rev == 2)
        try bench.ask("ready", party: "p_1")
        #expect(bench.guestView("p_2")?.rev == 6)
        try bench.ask("waitlist.edit", ["party": "p_2", "size": 9])
        #expect(bench.guestView("p_2")?.rev == 7)
    }
}
