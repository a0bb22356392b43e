import BoardKit
import JSON
import Sync
import TestSupport
import Testing
import WaitlistBoard

@Suite struct WaitlistStateTests {
    private var bench = WaitlistBench()

    /// Returns a party in a state, behind another party that waits.
    private func bench(with status: String) throws -> (bench: WaitlistBench, party: String) {
        var bench = WaitlistBench()
        try bench.add("Grace")
        let party = status == "pending" ? try bench.addPending("Ada") : try bench.add("Ada")
        let verbs = [
            "ready": "ready", "seated": "seat", "no_show": "no_show", "cancelled": "cancel",
        ]
        if let verb = verbs[status] { try bench.ask(verb, party: party) }
        expectEqual(bench.status(party), status)
        return (bench, party)
    }

    private func arguments(_ action: String, _ party: String) -> [String: JSON] {
        switch action {
        case "waitlist.edit": ["party": .string(party), "size": 5]
        case "waitlist.move": ["party": .string(party), "before": "p_1"]
        default: ["party": .string(party)]
        }
    }

    @Test func `permits the actions of the table in each state`() throws {
        let vectors = try VectorFile.load("waitlist/states")
        let kinds = try #require(vectors["actions"]?.members)
        let states = try #require(vectors["legal"]?.members)
        expectEqual(states.count, 6)
        for (status, legal) in states {
            for (action, kind) in kinds {
                var (bench, party) = try bench(with: status)
                let arguments = arguments(action, party)
                let refusal = bench.refusal(action, arguments)
                guard legal.elements?.contains(.string(action)) == true else {
                    expectEqual(refusal?.code, .conflict, "\(action) of \(status)")
                    expectEqual(refusal?.message?.contains("Ada"), false)
                    expectEqual(refusal?.message?.isEmpty, false)
                    continue
                }
                let event = try bench.ask(action, arguments)
                expectEqual(.string(event.kind), kind)
                expectEqual(event.subject, party)
                expectEqual(event.data["name"], "Ada")
                let becomes = vectors["becomes"]?[action]?.text ?? status
                expectEqual(bench.status(party), becomes, "\(action) of \(status)")
            }
        }
    }

    @Test mutating func `reports an unknown party as not found`() throws {
        try bench.add("Ada")
        let strange = ["p_2", "p_01", "P_1", "p_", "n_1", "p_+1", "p_-1", "", "p_zzzzzzzzzzzzzzzz"]
        let kinds = try #require(VectorFile.load("waitlist/states")["actions"]?.members)
        for action in kinds.keys {
            for party in strange where !party.isEmpty {
                let refusal = bench.refusal(action, arguments(action, party))
                expectEqual(refusal?.code, .notFound, "\(action) of \(party)")
            }
        }
        expectEqual(
            bench.refusal("waitlist.move", ["party": "p_1", "after": "p_9"])?.code, .notFound)
    }

    @Test mutating func `restores a party that left with its place and its time`()
        throws
    {
        let ada = try bench.add("Ada")
        try bench.add("Grace")
        try bench.ask("ready", party: ada)
        let row = bench.hostRow(ada)
        for verb in ["seat", "no_show", "cancel"] {
            try bench.ask(verb, party: ada)
            expectEqual(bench.order, ["Grace"])
            expectNil(bench.hostRow(ada))
            #expect(bench.hostRow(ada, in: "gone")?["leftAt"] != nil)
            expectNil(bench.displayRow(ada))
            let event = try bench.ask("restore", party: ada)
            expectEqual(event.data["status"], "ready")
            expectEqual(bench.hostRow(ada), row)
            expectNil(bench.hostRow(ada, in: "gone"))
        }
        let bo = try bench.addPending("Bo")
        try bench.ask("cancel", party: bo)
        try bench.ask("restore", party: bo)
        expectEqual(bench.status(bo), "pending")
    }

    @Test mutating func `shows the table of a party that was seated until it was restored`() throws
    {
        let ada = try bench.add("Ada")
        try bench.ask("waitlist.seat", ["party": .string(ada), "table": "12"])
        #expect(bench.hostRow(ada, in: "gone")?["table"] == "12")
        try bench.ask("restore", party: ada)
        try bench.ask("seat", party: ada)
        #expect(bench.hostRow(ada, in: "gone")?["table"] == nil)
    }

    @Test mutating func `calls the first waiting party that fits`() throws {
        expectEqual(bench.refusal("waitlist.call_next")?.code, .conflict)
        try bench.addPending("Pen", 1)
        let six = try bench.add("Six", 6)
        let two = try bench.add("Two", 2)
        let four = try bench.add("Four", 4)
        try bench.ask("waitlist.move", ["party": .string(four), "before": .string(two)])
        let called = try bench.ask("waitlist.call_next", ["sizeMax": 5])
        expectEqual(called.subject, four)
        expectEqual(called.kind, "readied")
        expectEqual(bench.board.result(of: called), ["party": .string(four)])
        expectEqual(bench.refusal("waitlist.call_next", ["sizeMax": 1])?.code, .conflict)
        try expectEqual(bench.ask("waitlist.call_next").subject, six)
        try expectEqual(bench.ask("waitlist.call_next").subject, two)
        expectEqual(bench.refusal("waitlist.call_next")?.code, .conflict)
    }

    @Test mutating func `calls a party once if two hosts expect it`() throws {
        let ada = try bench.add("Ada Lovelace", 4)
        try bench.add("Bo Chen", 2)
        let expectAda: [String: JSON] = ["expect": .string(ada)]
        try expectEqual(bench.ask("waitlist.call_next", expectAda).subject, ada)
        let refusal = bench.refusal("waitlist.call_next", expectAda)
        expectEqual(refusal?.code, .conflict)
        expectEqual(refusal?.message, "Ada Lovelace was called just now. Next is Bo Chen, 2.")
    }

    @Test mutating func `explains why the expected party is not called`()
        throws
    {
        let ada = try bench.add("Ada", 4)
        let bo = try bench.add("Bo", 2)
        let pen = try bench.addPending("Pen")
        func message(_ party: String, sizeMax: Int? = nil) -> String? {
            let arguments: [String: JSON] = [
                "expect": .string(party), "sizeMax": sizeMax.map { JSON($0) } ?? .null,
            ]
            let refusal = bench.refusal("waitlist.call_next", arguments)
            expectEqual(refusal?.code, .conflict)
            return refusal?.message
        }
        expectEqual(message(bo), "Bo is not the next one. Next is Ada, 4.")
        expectEqual(message(ada, sizeMax: 3), "Ada is a party of 4. Next is Bo, 2.")
        expectEqual(message(ada, sizeMax: 1), "Ada is a party of 4. Nobody who is waiting fits.")
        expectEqual(message(pen), "Pen has not been confirmed. Next is Ada, 4.")
        try bench.ask("seat", party: ada)
        expectEqual(message(ada), "Ada was seated just now. Next is Bo, 2.")
        try bench.ask("cancel", party: bo)
        expectEqual(message(bo), "Bo was cancelled just now. Nobody is waiting.")
        try bench.ask("no_show", party: pen)
        expectEqual(message(pen), "Pen was marked as a no-show just now. Nobody is waiting.")
        expectEqual(bench.refusal("waitlist.call_next", ["expect": "p_9"])?.code, .notFound)
    }

    @Test func `says by the venue's clock when a party was called, after ten seconds`() throws {
        var bench = WaitlistBench(timeZone: "America/New_York")
        bench.now = try #require(Instant("2026-11-21T00:41:00.000Z"))
        let ada = try bench.add("Ada")
        bench.now = try #require(Instant("2026-11-21T00:42:00.000Z"))
        try bench.ask("ready", party: ada)
        let expectAda: [String: JSON] = ["expect": .string(ada)]
        bench.now = try #require(Instant("2026-11-21T00:42:10.000Z"))
        expectEqual(
            bench.refusal("waitlist.call_next", expectAda)?.message,
            "Ada was called just now. Nobody is waiting.")
        bench.now = try #require(Instant("2026-11-21T00:42:10.001Z"))
        expectEqual(
            bench.refusal("waitlist.call_next", expectAda)?.message,
            "Ada was called at 19:42. Nobody is waiting.")
    }

    @Test
    mutating func `keeps both of two edits, and rejects one of the same field`()
        throws
    {
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
        expectEqual(late?.code, .stale)
        expectEqual(
            late?.problems.map(\.message),
            [
                "Size changed in the meantime", "Notes changed in the meantime",
            ])
        expectEqual(late?.problems.map(\.current), [4, "n"])
        try bench.ask("waitlist.edit", ["party": party, "notes": .null])
        let other = bench.refusal(
            "waitlist.edit", ["party": party, "notes": "m", "was": ["notes": "n"]])
        expectEqual(other?.problems.map(\.current), [.null])
        // Both edits set the same value.
        let same: [String: JSON] = ["party": party, "size": 4, "was": ["size": 2]]
        try expectEqual(bench.ask("waitlist.edit", same).data, ["name": "Ada"])
    }

    @Test mutating func `records the changed fields of an edit, and removes null values`() throws {
        let ada = try bench.ask(
            "waitlist.add",
            ["name": "Ada", "size": 2, "phone": "+1 201 555 0123", "notes": "n", "tags": ["t"]]
        ).subject
        let event = try bench.ask(
            "waitlist.edit",
            ["party": .string(ada), "size": 2, "phone": .null, "notes": " ", "tags": ["t"]])
        expectEqual(event.data, ["name": "Ada", "phone": .null, "notes": .null])
        #expect(bench.hostRow(ada)?["phone"] == nil)
        #expect(bench.hostRow(ada)?["tags"] == ["t"])
        let second = try bench.ask(
            "waitlist.edit",
            ["party": .string(ada), "name": "Ada L", "tags": [], "phone": "+44 20 7946 0958"])
        expectEqual(second.data, ["name": "Ada L", "tags": .null, "phone": "+442079460958"])
        #expect(bench.hostRow(ada)?["name"] == "Ada L")
    }

    @Test
    mutating func `accepts an edit that changes nothing, and changes no view`()
        throws
    {
        let ada = try bench.add("Ada")
        let revs = bench.documentRevs
        let event = try bench.ask(
            "waitlist.edit", ["party": .string(ada), "name": "Ada", "size": 2, "notes": .null])
        expectEqual(event.data, ["name": "Ada"])
        expectEqual(bench.documentRevs, revs)
    }

    @Test mutating func `repeats the answer with party, number and ticket`()
        throws
    {
        let event = try bench.ask("waitlist.add", ["name": "Ada", "size": 4])
        let result: JSON = ["party": "p_1", "number": 1, "ticket": "ticket of p_1"]
        expectEqual(bench.board.result(of: event), result)
        expectEqual(bench.empty.result(of: event), result)
        #expect(!event.data.canonicalText.contains("ticket"))
        let ready = try bench.ask("ready", party: "p_1")
        expectNil(bench.board.result(of: ready))
    }

    @Test mutating func `rejects a stale request`()
        throws
    {
        let ada = try bench.add("Ada")
        let bo = try bench.add("Bo")
        let cy = try bench.add("Cy")
        try bench.ask("ready", party: bo)
        let party: [String: JSON] = ["party": .string(bo)]
        expectEqual(bench.refusal("waitlist.seat", party, ifRev: 3)?.code, .stale)
        expectNil(bench.refusal("waitlist.seat", party, ifRev: 4))
        expectEqual(bench.refusal("waitlist.ready", party, ifRev: 3)?.code, .stale)
        expectEqual(bench.refusal("waitlist.ready", party, ifRev: 4)?.code, .conflict)
        expectNil(bench.refusal("waitlist.seat", ["party": .string(ada)], ifRev: 1))
        let beside: [String: JSON] = ["party": .string(cy), "before": .string(bo)]
        expectEqual(bench.refusal("waitlist.move", beside, ifRev: 3)?.code, .stale)
        expectNil(bench.refusal("waitlist.move", beside, ifRev: 4))
        expectEqual(bench.refusal("waitlist.undo", ["rev": 2], ifRev: 3)?.code, .stale)
        expectNil(bench.refusal("waitlist.undo", ["rev": 4], ifRev: 4))
        expectEqual(bench.refusal("waitlist.undo", ["rev": 9], ifRev: 0)?.code, .notFound)
        expectNil(bench.refusal("waitlist.add", ["name": "D", "size": 1], ifRev: 0))
        expectNil(bench.refusal("waitlist.call_next", ifRev: 0))
    }
}
