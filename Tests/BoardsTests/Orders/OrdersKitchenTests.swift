import JSON
import Sync
import TestSupport
import Testing

/// Steps and views of the kitchen.
@Suite struct OrdersKitchenTests {
    private var bench = OrdersBench()
    private var bass = ""
    private var soup = ""
    private var tab = ""

    init() throws {
        let fish = try bench.section("Fish", ["station": "grill"])
        bass = try bench.dish("Sea bass", 1800, in: fish)
        soup = try bench.dish("Soup", 600, in: fish, ["station": "soups"])
        tab = try bench.open()
    }

    private func statuses(_ lines: [String]) -> [String?] {
        lines.map { bench.status($0, of: tab) }
    }

    @Test mutating func `skips lines whose status does not allow the step`() throws {
        let first = try bench.add(bass, to: tab)
        let second = try bench.add(soup, to: tab)
        try bench.place(tab)
        try expectEqual(bench.step("cook", [first]), [first])
        try expectEqual(bench.step("cook", [first, second]), [second])
        expectEqual(bench.code("cook", ["lines": OrdersBench.texts([first, second])]), .conflict)
        try expectEqual(bench.step("done", [second, first]).sorted(), [first, second].sorted())
        try expectEqual(bench.step("serve", [first]), [first])
        expectEqual(statuses([first, second]), ["served", "done"])
    }

    @Test mutating func `recall goes back one step at a time`() throws {
        let line = try bench.order(bass, at: tab)
        try bench.step("serve", [line])
        for status in ["done", "cooking", "placed"] {
            try expectEqual(bench.step("recall", [line]), [line])
            expectEqual(bench.status(line, of: tab), status)
        }
        expectEqual(bench.code("recall", ["lines": [.string(line)]]), .conflict)
    }

    @Test mutating func `a step records when each line got its status`() throws {
        let line = try bench.order(bass, at: tab)
        let placed = bench.line(line, of: tab)?["at"]
        expectEqual(placed, bench.lastAt)
        try bench.step("cook", [line])
        #expect(
            bench.line(line, of: tab)?["at"]
                == bench.lastAt)
        #expect(bench.line(line, of: tab)?["at"] != placed)
    }

    @Test mutating func `all lines of a step belong to one tab`() throws {
        let here = try bench.order(bass, at: tab)
        let there = try bench.order(bass, at: try bench.open())
        for verb in ["cook", "done", "serve", "cancel_lines"] {
            let code = bench.code(verb, ["lines": OrdersBench.texts([here, there])])
            expectEqual(code, .conflict, "\(verb)")
        }
    }

    @Test mutating func `a round stays in the kitchen until its last line is done`() throws {
        let first = try bench.add(bass, 2, to: tab, ["notes": "no salt", "person": "Ada"])
        let second = try bench.add(soup, to: tab)
        let placedAt = bench.clock
        try bench.place(tab)
        let id = "\(tab).1"
        #expect(
            bench.kitchen["rounds"]?[id] == [
                "tab": .string(tab), "number": 1, "round": 1, "kind": "table", "table": "7",
                "placedAt": placedAt,
                "lines": [
                    first: [
                        "dish": .string(bass), "name": "Sea bass", "quantity": 2,
                        "status": "placed", "at": placedAt, "notes": "no salt",
                        "station": "grill",
                    ],
                    second: [
                        "dish": .string(soup), "name": "Soup", "quantity": 1,
                        "status": "placed", "at": placedAt, "station": "soups",
                    ],
                ],
            ])
        try bench.step("done", [first])
        #expect(bench.kitchen["rounds"]?[id]?["lines"]?[first]?["status"] == "done")
        #expect(bench.kitchen["rounds"]?[id]?["doneAt"] == nil)
        let doneAt = bench.clock
        try bench.step("done", [second])
        expectEqual(bench.kitchen["rounds"], [:])
        #expect(bench.kitchen["recent"]?[id]?["doneAt"] == doneAt)
        try bench.step("recall", [second])
        expectEqual(bench.kitchen["recent"], [:])
        #expect(bench.kitchen["rounds"]?[id] != nil)
    }

    @Test mutating func `a station sees its own lines and rounds`() throws {
        let first = try bench.add(bass, to: tab)
        let second = try bench.add(soup, to: tab)
        try bench.place(tab)
        func rows(_ member: String, _ station: String) -> JSON? {
            bench.document("orders/kitchen", [("station", station)], by: OrdersBench.cook)?[member]
        }
        let id = "\(tab).1"
        expectEqual(rows("rounds", "grill")?[id]?["lines"]?.members?.keys.map { $0 }, [first])
        expectEqual(rows("rounds", "soups")?[id]?["lines"]?.members?.keys.map { $0 }, [second])
        expectEqual(rows("rounds", "bar"), [:])
        try bench.step("done", [first])
        expectEqual(rows("rounds", "grill"), [:])
        #expect(rows("recent", "grill")?[id] != nil)
        #expect(rows("rounds", "soups")?[id] != nil)
        #expect(bench.kitchen["rounds"]?[id] != nil)
    }

    @Test mutating func `a round keeps its cancelled lines, and the last 20 rounds are recent`()
        throws
    {
        let first = try bench.add(bass, to: tab)
        let second = try bench.add(soup, to: tab)
        try bench.place(tab)
        try bench.step("cancel_lines", [first])
        let lines = bench.kitchen["rounds"]?["\(tab).1"]?["lines"]
        #expect(lines?[first]?["status"] == "cancelled")
        try bench.step("done", [second])
        for _ in 1...21 {
            let line = try bench.order(soup, at: tab)
            try bench.step("done", [line])
        }
        let recent = bench.kitchen["recent"]?.members ?? [:]
        expectEqual(Set(recent.keys), Set((3...22).map { "\(tab).\($0)" }))
    }

    @Test mutating func `the pickup screen shows only the numbers of takeaway tabs`() throws {
        try bench.order(bass, at: tab)
        let takeaway = try bench.open("takeaway", ["name": "Ada Lovelace"])
        let line = try bench.add(bass, to: takeaway)
        expectEqual(bench.pickup["tabs"], [:])
        func row() -> JSON? { bench.pickup["tabs"]?[takeaway] }
        for (verb, status) in [
            ("place", "preparing"), ("cook", "preparing"), ("done", "ready"),
        ] {
            if verb == "place" { try bench.place(takeaway) } else { try bench.step(verb, [line]) }
            #expect(row()?["status"] == .string(status), "\(verb)")
            #expect(row()?["number"] == 2)
            expectEqual(Set(row()?.members?.keys.map { $0 } ?? []), ["number", "status", "at"])
        }
        expectEqual(bench.pickup["venue"], ["name": "Da Ada", "timeZone": "Europe/Rome"])
        let another = try bench.order(soup, at: takeaway)
        #expect(row()?["status"] == "preparing")
        try bench.step("done", [another])
        try bench.step("serve", [line, another])
        expectEqual(bench.pickup["tabs"], [:])
    }
}
