import BoardKit
import JSON
import Sync
import TestSupport
import Testing
import WaitlistBoard

@Suite struct WaitlistMoveTests {
    private func bench(_ names: String) throws -> WaitlistBench {
        var bench = WaitlistBench()
        for name in names { try bench.add(String(name)) }
        return bench
    }

    private func move(_ party: String, _ side: String, _ beside: String) -> [String: JSON] {
        ["party": .string(party), side: .string(beside)]
    }

    @Test(arguments: [
        ("p_4", "before", "p_1", "DABC"), ("p_4", "after", "p_1", "ADBC"),
        ("p_4", "before", "p_3", "ABDC"), ("p_1", "after", "p_4", "BCDA"),
        ("p_1", "before", "p_4", "BCAD"), ("p_1", "after", "p_2", "BACD"),
        ("p_2", "after", "p_1", "ABCD"), ("p_2", "before", "p_3", "ABCD"),
    ])
    func `moves a party directly beside another one`(
        party: String, side: String, beside: String, order: String
    ) throws {
        var bench = try bench("ABCD")
        let rows = bench.documents["waitlist/host"]?["parties"]?.members ?? [:]
        try bench.ask("waitlist.move", move(party, side, beside))
        expectEqual(bench.order.joined(), order)
        // Only the party's own row differs.
        for (other, row) in rows where other != party { expectEqual(bench.hostRow(other), row) }
    }

    @Test func `puts a newcomer after a party that was moved to the end`() throws {
        var bench = try bench("ABC")
        try bench.ask("waitlist.move", move("p_1", "after", "p_3"))
        try bench.add("D")
        expectEqual(bench.order.joined(), "BCAD")
    }

    @Test func `refuses moves beside itself or beside a party that left`() throws {
        var bench = try bench("ABC")
        expectEqual(bench.refusal("waitlist.move", move("p_1", "before", "p_1"))?.code, .conflict)
        try bench.ask("cancel", party: "p_2")
        expectEqual(bench.refusal("waitlist.move", move("p_1", "after", "p_2"))?.code, .conflict)
        expectEqual(bench.refusal("waitlist.move", move("p_2", "after", "p_1"))?.code, .conflict)
    }

    @Test func `keeps one order when several parties return to a place`() throws {
        var bench = try bench("ABCD")
        try bench.ask("seat", party: "p_2")
        // Moves two parties to B's place, then restores B.
        try bench.ask("waitlist.move", move("p_4", "after", "p_1"))
        try bench.ask("waitlist.move", move("p_3", "after", "p_1"))
        try bench.ask("restore", party: "p_2")
        let ranks = (1...4).compactMap { bench.hostRow("p_\($0)")?["rank"]?.text }
        expectEqual(Set(ranks).count, 4)
        expectEqual(bench.order.filter { $0 != "B" }, ["A", "C", "D"])
        expectEqual(bench.replayed().documents, bench.documents)
    }

    @Test func `lets a guest move to a later place only`() throws {
        let bench = try bench("ABC")
        let guest = Principal(guestOf: .party("p_2"))
        expectNil(bench.refusal("waitlist.move", move("p_2", "after", "p_3"), by: guest))
        let earlier = bench.refusal("waitlist.move", move("p_2", "before", "p_1"), by: guest)
        // Guests don't learn which parties exist.
        let unknown = bench.refusal("waitlist.move", move("p_2", "before", "p_9"), by: guest)
        expectEqual(unknown, earlier)
        expectEqual(earlier?.code, .conflict)
        expectNil(bench.refusal("waitlist.move", move("p_2", "after", "p_1"), by: guest))
    }
}
