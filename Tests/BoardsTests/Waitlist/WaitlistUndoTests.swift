import JSON
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import WaitlistBoard

@Suite struct WaitlistUndoTests {
    @discardableResult
    private func undo(_ rev: Int, _ bench: inout WaitlistBench) throws -> Event {
        try bench.ask("waitlist.undo", ["rev": JSON(rev)])
    }

    private func refusal(_ rev: Int, _ bench: WaitlistBench) -> RejectCode? {
        bench.refusal("waitlist.undo", ["rev": JSON(rev)])?.code
    }

    @Test func `undoes and redoes each kind of event`() throws {
        var bench = WaitlistBench()
        let ada = try bench.add("Ada")
        try bench.add("Grace")
        let party: [String: JSON] = ["party": .string(ada)]
        var states = [bench.documents]
        let steps: [(String, [String: JSON])] = [
            ("edit", ["name": "Ada L", "phone": "+12015550123"]), ("move", ["after": "p_2"]),
            ("ready", [:]), ("unready", [:]), ("ready", [:]), ("seat", ["table": "7"]),
            ("restore", [:]), ("no_show", [:]), ("restore", [:]), ("cancel", [:]),
        ]
        for (verb, more) in steps {
            try bench.ask("waitlist.\(verb)", party.merging(more) { $1 })
            states.append(bench.documents)
        }
        // Undoes all events one by one, and then redoes them.
        for step in steps.indices.reversed() {
            try undo(step + 3, &bench)
            expectEqual(bench.documents, states[step])
        }
        let firstUndo = bench.rev - steps.count + 1
        for step in steps.indices {
            try undo(firstUndo + steps.count - 1 - step, &bench)
            expectEqual(bench.documents, states[step + 1])
        }
        expectEqual(bench.replayed().documents, bench.documents)
    }

    @Test func `undoes only the last event in force`() throws {
        var bench = WaitlistBench()
        let ada = try bench.add("Ada")
        try bench.ask("ready", party: ada)
        try bench.ask("seat", party: ada)
        expectEqual(refusal(2, bench), .conflict)
        expectEqual(refusal(1, bench), .conflict)
        try undo(3, &bench)
        expectEqual(refusal(3, bench), .conflict)
        try undo(2, &bench)
        expectEqual(bench.status(ada), "waiting")
        // Seating again depends on being ready again.
        expectEqual(refusal(4, bench), .conflict)
        try undo(5, &bench)
        expectEqual(bench.status(ada), "ready")
        try undo(4, &bench)
        expectEqual(bench.status(ada), "seated")
        // An event that is in force again can be undone again.
        try undo(3, &bench)
        expectEqual(bench.status(ada), "ready")
    }

    @Test func `ignores the events of other parties`() throws {
        var bench = WaitlistBench()
        let ada = try bench.add("Ada")
        let bo = try bench.add("Bo")
        try bench.ask("ready", party: ada)
        try bench.ask("seat", party: bo)
        try undo(3, &bench)
        expectEqual(bench.status(ada), "waiting")
    }

    @Test func `removes the party of an undone add without a trace`() throws {
        var bench = WaitlistBench()
        let ada = try bench.add("Ada")
        let event = try undo(1, &bench)
        expectEqual(event.data["party"], .null)
        expectEqual(event.data["name"], "Ada")
        expectEqual(event.subject, ada)
        #expect(bench.order.isEmpty)
        expectNil(bench.guestView(ada))
        expectNil(bench.board.party(legacyID: 1))
        expectEqual(bench.refusal("waitlist.ready", ["party": .string(ada)])?.code, .notFound)
        expectEqual(refusal(1, bench), .conflict)
        try undo(2, &bench)
        expectEqual(bench.order, ["Ada"])
        try bench.ask("ready", party: ada)
    }

    @Test func `returns not found for a revision without an event of the board`() throws {
        var bench = WaitlistBench()
        try bench.add("Ada")
        expectEqual(refusal(2, bench), .notFound)
        expectEqual(bench.refusal("waitlist.undo", ["rev": 1e300])?.code, .notFound)
        // An event of another board in between.
        bench.beginDay()
        expectEqual(refusal(2, bench), .notFound)
        // A new day does not prevent an undo.
        try undo(1, &bench)
    }

    @Test(arguments: 1...12)
    func `leaves a party as the events in force make it`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var bench = WaitlistBench()
        try bench.add("Grace")
        let ada = try bench.add("Ada")
        let id = try #require(PartyID(ada))
        for _ in 0..<150 {
            if Bool.random(using: &random) {
                let rev = Int.random(in: max(2, bench.rev - 8)...bench.rev, using: &random)
                if refusal(rev, bench) == nil { try undo(rev, &bench) }
            } else {
                let verbs = ["ready", "unready", "seat", "no_show", "restore", "cancel"]
                let verb = verbs.randomElement(using: &random) ?? ""
                if bench.refusal("waitlist.\(verb)", ["party": .string(ada)]) == nil {
                    try bench.ask(verb, party: ada)
                }
            }
            expectEqual(bench.board.ledger[id], inForce(bench).board.ledger[id])
        }
    }

    /// Returns the events that remain without undos and undone events.
    private func inForce(_ bench: WaitlistBench) -> BoardBench<Waitlist> {
        var undone: Set<Int> = []
        for event in bench.events.reversed() where event.kind == "undone" {
            guard !undone.contains(event.rev), let target = event.data["undoes"]?.integer else {
                continue
            }
            undone.insert(target)
        }
        var other = BoardBench(bench.empty)
        for event in bench.events where event.kind != "undone" && !undone.contains(event.rev) {
            other.apply(event)
        }
        return other
    }
}
