import Boards
import JSON
import Sync
import TestSupport
import Testing

@Suite struct WaitlistStateTests {
    /// A party in that state, behind another one that waits.
    private func bench(with status: String) throws -> (bench: WaitlistBench, party: String) {
        var bench = WaitlistBench()
        try bench.add("Grace")
        let party = status == "pending" ? try bench.addPending("Ada") : try bench.add("Ada")
        let verbs = [
            "ready": "ready", "seated": "seat", "no_show": "no_show", "cancelled": "cancel",
        ]
        if let verb = verbs[status] { try bench.ask(verb, party: party) }
        #expect(bench.status(party) == status)
        return (bench, party)
    }

    private func arguments(_ action: String, _ party: String) -> [String: JSON] {
        switch action {
        case "waitlist.edit": ["party": .string(party), "size": 5]
        case "waitlist.move": ["party": .string(party), "before": "p_1"]
        default: ["party": .string(party)]
        }
    }

    @Test func `what is legal in which state is as the table has it`() throws {
        let vectors = try VectorFile.load("waitlist/states")
        let kinds = try #require(vectors["actions"]?.members)
        let states = try #require(vectors["legal"]?.members)
        #expect(states.count == 6)
        for (status, legal) in states {
            for (action, kind) in kinds {
                var (bench, party) = try bench(with: status)
                let arguments = arguments(action, party)
                let refusal = bench.refusal(action, arguments)
                guard legal.elements?.contains(.string(action)) == true else {
                    #expect(refusal?.code == .conflict, "\(action) of \(status)")
                    #expect(refusal?.message?.contains("Ada") == false)
                    #expect(refusal?.message?.isEmpty == false)
                    continue
                }
                let event = try bench.ask(action, arguments)
                #expect(.string(event.kind) == kind)
                #expect(event.subject == party)
                #expect(event.data["name"] == "Ada")
                let becomes = vectors["becomes"]?[action]?.text ?? status
                #expect(bench.status(party) == becomes, "\(action) of \(status)")
            }
        }
    }

    @Test func `a party that never was is not found by any action`() throws {
        var bench = WaitlistBench()
        try bench.add("Ada")
        let strange = ["p_2", "p_01", "P_1", "p_", "n_1", "p_+1", "p_-1", "", "p_zzzzzzzzzzzzzzzz"]
        let kinds = try #require(VectorFile.load("waitlist/states")["actions"]?.members)
        for action in kinds.keys {
            for party in strange where !party.isEmpty {
                let refusal = bench.refusal(action, arguments(action, party))
                #expect(refusal?.code == .notFound, "\(action) of \(party)")
            }
        }
        #expect(
            bench.refusal("waitlist.move", ["party": "p_1", "after": "p_9"])?.code == .notFound)
    }

    @Test func `a party that left comes back as it was, with its place and its time`() throws {
        var bench = WaitlistBench()
        let ada = try bench.add("Ada")
        try bench.add("Grace")
        try bench.ask("ready", party: ada)
        let row = bench.hostRow(ada)
        for verb in ["seat", "no_show", "cancel"] {
            try bench.ask(verb, party: ada)
            #expect(bench.order == ["Grace"])
            #expect(bench.hostRow(ada) == nil)
            #expect(bench.hostRow(ada, in: "gone")?["leftAt"] != nil)
            #expect(bench.displayRow(ada) == nil)
            let event = try bench.ask("restore", party: ada)
            #expect(event.data["status"] == "ready")
            #expect(bench.hostRow(ada) == row)
            #expect(bench.hostRow(ada, in: "gone") == nil)
        }
        let bo = try bench.addPending("Bo")
        try bench.ask("cancel", party: bo)
        try bench.ask("restore", party: bo)
        #expect(bench.status(bo) == "pending")
    }

    @Test func `the table of a party that was seated is told until it is restored`() throws {
        var bench = WaitlistBench()
        let ada = try bench.add("Ada")
        try bench.ask("waitlist.seat", ["party": .string(ada), "table": "12"])
        #expect(bench.hostRow(ada, in: "gone")?["table"] == "12")
        try bench.ask("restore", party: ada)
        try bench.ask("seat", party: ada)
        #expect(bench.hostRow(ada, in: "gone")?["table"] == nil)
    }

    @Test func `the next one called is the first waiting party that fits`() throws {
        var bench = WaitlistBench()
        #expect(bench.refusal("waitlist.call_next")?.code == .conflict)
        try bench.addPending("Pen", 1)
        let six = try bench.add("Six", 6)
        let two = try bench.add("Two", 2)
        let four = try bench.add("Four", 4)
        try bench.ask("waitlist.move", ["party": .string(four), "before": .string(two)])
        let called = try bench.ask("waitlist.call_next", ["sizeMax": 5])
        #expect(called.subject == four)
        #expect(called.kind == "readied")
        #expect(bench.board.result(of: called) == ["party": .string(four)])
        #expect(bench.refusal("waitlist.call_next", ["sizeMax": 1])?.code == .conflict)
        #expect(try bench.ask("waitlist.call_next").subject == six)
        #expect(try bench.ask("waitlist.call_next").subject == two)
        #expect(bench.refusal("waitlist.call_next")?.code == .conflict)
    }

    @Test func `two hosts who expect the same party call it once`() throws {
        var bench = WaitlistBench()
        let ada = try bench.add("Ada Lovelace", 4)
        try bench.add("Bo Chen", 2)
        let expectAda: [String: JSON] = ["expect": .string(ada)]
        #expect(try bench.ask("waitlist.call_next", expectAda).subject == ada)
        let refusal = bench.refusal("waitlist.call_next", expectAda)
        #expect(refusal?.code == .conflict)
        #expect(
            refusal?.message == "Ada Lovelace was called just now. Next is Bo Chen, 2.")
    }

    @Test func `a party that is not the expected one is not called, and it is said why`() throws {
        var bench = WaitlistBench()
        let ada = try bench.add("Ada", 4)
        let bo = try bench.add("Bo", 2)
        let pen = try bench.addPending("Pen")
        func message(_ party: String, sizeMax: Int? = nil) -> String? {
            let arguments: [String: JSON] = [
                "expect": .string(party), "sizeMax": sizeMax.map { JSON($0) } ?? .null,
            ]
            let refusal = bench.refusal("waitlist.call_next", arguments)
            #expect(refusal?.code == .conflict)
            return refusal?.message
        }
        #expect(message(bo) == "Bo is not the next one. Next is Ada, 4.")
        #expect(message(ada, sizeMax: 3) == "Ada is a party of 4. Next is Bo, 2.")
        #expect(message(ada, sizeMax: 1) == "Ada is a party of 4. Nobody who is waiting fits.")
        #expect(message(pen) == "Pen has not been confirmed. Next is Ada, 4.")
        try bench.ask("seat", party: ada)
        #expect(message(ada) == "Ada was seated just now. Next is Bo, 2.")
        try bench.ask("cancel", party: bo)
        #expect(message(bo) == "Bo was cancelled just now. Nobody is waiting.")
        try bench.ask("no_show", party: pen)
        #expect(message(pen) == "Pen was marked as a no-show just now. Nobody is waiting.")
        #expect(bench.refusal("waitlist.call_next", ["expect": "p_9"])?.code == .notFound)
    }

    @Test func `when a party was called is said by the venue's clock after ten seconds`() throws {
        var bench = WaitlistBench(timeZone: "America/New_York")
        bench.now = try #require(Instant("2026-11-21T00:41:00.000Z"))
        let ada = try bench.add("Ada")
        bench.now = try #require(Instant("2026-11-21T00:42:00.000Z"))
        try bench.ask("ready", party: ada)
        let expectAda: [String: JSON] = ["expect": .string(ada)]
        bench.now = try #require(Instant("2026-11-21T00:42:10.000Z"))
        #expect(
            bench.refusal("waitlist.call_next", expectAda)?.message
                == "Ada was called just now. Nobody is waiting.")
        bench.now = try #require(Instant("2026-11-21T00:42:10.001Z"))
        #expect(
            bench.refusal("waitlist.call_next", expectAda)?.message
                == "Ada was called at 19:42. Nobody is waiting.")
    }

    @Test func `two edits of different fields both stand, and two of the same are never lost`()
        throws
    {
        var bench = WaitlistBench()
        let ada = try bench.add("Ada", 2)
        let party = JSON.string(ada)
        try bench.ask("waitlist.edit", ["party": party, "size": 4, "was": ["size": 2]])
        try bench.ask("waitlist.edit", ["party": party, "notes": "n", "was": ["notes": .null]])
        #expect(bench.hostRow(ada)?["size"] == 4)
        #expect(bench.hostRow(ada)?["notes"] == "n")
        let late = bench.refusal(
            "waitlist.edit",
            [
                "party": party, "size": 6, "notes": "m", "name": "Ada L",
                "was": ["size": 2, "notes": .null, "name": "Ada"],
            ])
        #expect(late?.code == .stale)
        #expect(
            late?.problems.map(\.message) == [
                "Size changed in the meantime", "Notes changed in the meantime",
            ])
        #expect(late?.problems.map(\.current) == [4, "n"])
        try bench.ask("waitlist.edit", ["party": party, "notes": .null])
        let other = bench.refusal(
            "waitlist.edit", ["party": party, "notes": "m", "was": ["notes": "n"]])
        #expect(other?.problems.map(\.current) == [.null])
        // Both wanted the same.
        let same: [String: JSON] = ["party": party, "size": 4, "was": ["size": 2]]
        #expect(try bench.ask("waitlist.edit", same).data == ["name": "Ada"])
    }

    @Test func `an edit tells what it changed, and takes away what is null`() throws {
        var bench = WaitlistBench()
        let ada = try bench.ask(
            "waitlist.add",
            ["name": "Ada", "size": 2, "phone": "+1 201 555 0123", "notes": "n", "tags": ["t"]]
        ).subject
        let event = try bench.ask(
            "waitlist.edit",
            ["party": .string(ada), "size": 2, "phone": .null, "notes": " ", "tags": ["t"]])
        #expect(event.data == ["name": "Ada", "phone": .null, "notes": .null])
        #expect(bench.hostRow(ada)?["phone"] == nil)
        #expect(bench.hostRow(ada)?["tags"] == ["t"])
        let second = try bench.ask(
            "waitlist.edit",
            ["party": .string(ada), "name": "Ada L", "tags": [], "phone": "+44 20 7946 0958"])
        #expect(second.data == ["name": "Ada L", "tags": .null, "phone": "+442079460958"])
        #expect(bench.hostRow(ada)?["name"] == "Ada L")
    }

    @Test func `an edit that gives what is there already is accepted, and changes no view`() throws
    {
        var bench = WaitlistBench()
        let ada = try bench.add("Ada")
        let revs = bench.documentRevs
        let event = try bench.ask(
            "waitlist.edit", ["party": .string(ada), "name": "Ada", "size": 2, "notes": .null])
        #expect(event.data == ["name": "Ada"])
        #expect(bench.documentRevs == revs)
    }

    @Test func `adding answers with party, number and ticket, again and again the same`() throws {
        var bench = WaitlistBench()
        let event = try bench.ask("waitlist.add", ["name": "Ada", "size": 4])
        let result: JSON = ["party": "p_1", "number": 1, "ticket": "ticket of p_1"]
        #expect(bench.board.result(of: event) == result)
        #expect(bench.empty.result(of: event) == result)
        #expect(!event.data.canonicalText.contains("ticket"))
        let ready = try bench.ask("ready", party: "p_1")
        #expect(bench.board.result(of: ready) == nil)
    }

    @Test func `what changed after the revision that is given is stale`() throws {
        var bench = WaitlistBench()
        let ada = try bench.add("Ada")
        let bo = try bench.add("Bo")
        let cy = try bench.add("Cy")
        try bench.ask("ready", party: bo)
        let party: [String: JSON] = ["party": .string(bo)]
        #expect(bench.refusal("waitlist.seat", party, ifRev: 3)?.code == .stale)
        #expect(bench.refusal("waitlist.seat", party, ifRev: 4) == nil)
        #expect(bench.refusal("waitlist.ready", party, ifRev: 3)?.code == .stale)
        #expect(bench.refusal("waitlist.ready", party, ifRev: 4)?.code == .conflict)
        #expect(bench.refusal("waitlist.seat", ["party": .string(ada)], ifRev: 1) == nil)
        let beside: [String: JSON] = ["party": .string(cy), "before": .string(bo)]
        #expect(bench.refusal("waitlist.move", beside, ifRev: 3)?.code == .stale)
        #expect(bench.refusal("waitlist.move", beside, ifRev: 4) == nil)
        #expect(bench.refusal("waitlist.undo", ["rev": 2], ifRev: 3)?.code == .stale)
        #expect(bench.refusal("waitlist.undo", ["rev": 4], ifRev: 4) == nil)
        #expect(bench.refusal("waitlist.undo", ["rev": 9], ifRev: 0)?.code == .notFound)
        #expect(bench.refusal("waitlist.add", ["name": "D", "size": 1], ifRev: 0) == nil)
        #expect(bench.refusal("waitlist.call_next", ifRev: 0) == nil)
    }
}
