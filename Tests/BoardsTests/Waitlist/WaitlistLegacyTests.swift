import BoardKit
import JSON
import Sync
import TestSupport
import Testing
import WaitlistBoard

@Suite struct WaitlistLegacyTests {
    @Test func `writes a reservation as the first system did`() throws {
        for vector in try VectorFile.cases("waitlist/legacy-lines") {
            let reservation = LegacyReservation(
                id: try #require(vector["id"]?.integer),
                name: try #require(vector["name"]?.text),
                size: try #require(vector["size"]?.integer),
                arrivedAt: try #require(vector["arrivedAt"]?.text.flatMap(Instant.init(_:))),
                isReady: vector["isReady"]?.flag == true)
            expectEqual(.string(reservation.line), vector["line"])
        }
    }

    @Test func `lists waiting and ready parties in order`() throws {
        var bench = WaitlistBench()
        for name in ["A", "B", "C"] { try bench.add(name) }
        try bench.addPending("P")
        try bench.ask("waitlist.move", ["party": "p_3", "before": "p_1"])
        try bench.ask("ready", party: "p_1")
        try bench.ask("seat", party: "p_2")
        let list = bench.board.legacyReservations()
        expectEqual(list.map(\.id), [3, 1])
        expectEqual(list.map(\.name), ["C", "A"])
        expectEqual(list.map(\.isReady), [false, true])
    }

    @Test func `gives each party exactly one legacy id`() throws {
        var bench = WaitlistBench()
        for _ in 1...40 { try bench.add("A") }
        expectEqual(bench.board.party(legacyID: 1), "p_1")
        expectEqual(bench.board.party(legacyID: 40), "p_14")
        for id in [0, -1, 41, Int.min, Int.max] {
            expectNil(bench.board.party(legacyID: id))
        }
        try bench.ask("seat", party: "p_14")
        expectEqual(bench.board.party(legacyID: 40), "p_14")
    }

    @Test func `imports a party with its recorded arrival, under the same rules`() throws {
        var bench = WaitlistBench()
        let arrived = try #require(Instant("2016-04-30T20:01:34Z"))
        let moment = Moment(now: bench.now, rev: 1)
        let decision = try bench.board.decideImport(
            name: " James ", size: 2, arrivedAt: arrived, at: moment)
        let event = bench.carryOut(decision)
        expectEqual(event.kind, "added")
        #expect(bench.hostRow("p_1")?["arrivedAt"] == "2016-04-30T20:01:34.000Z")
        #expect(bench.hostRow("p_1")?["name"] == "James")
        #expect(throws: Rejection.self) {
            try bench.board.decideImport(name: "", size: 0, arrivedAt: arrived, at: moment)
        }
        #expect(throws: Rejection.self) {
            let never = Instant(milliseconds: 300_000_000_000_000)
            _ = try bench.board.decideImport(name: "J", size: 1, arrivedAt: never, at: moment)
        }
    }
}
