import JSON
import Sync
import TestSupport
import Testing

/// Who may cancel lines, and when the stock is returned.
@Suite struct OrdersCancelTests {
    private var bench = OrdersBench()
    private var bass = ""
    private var soup = ""

    init() throws {
        let fish = try bench.section("Fish")
        bass = try bench.dish("Sea bass", 1800, in: fish)
        soup = try bench.dish("Soup", 600, in: fish)
    }

    private func code(
        _ verb: String, _ arguments: [String: JSON], by principal: Principal = OrdersBench.host
    ) -> RejectCode? {
        bench.code(verb, arguments, by: principal)
    }

    @Test mutating func `cancelling a placed line returns its quantity to the stock`() throws {
        try bench.ask("stock", ["dish": .string(bass), "left": 5])
        let tab = try bench.open()
        let line = try bench.order(bass, 3, at: tab)
        expectEqual(bench.left(bass), 2)
        try expectEqual(bench.step("cancel_lines", [line]), [line])
        expectEqual(bench.left(bass), 5)
        expectEqual(bench.status(line, of: tab), "cancelled")
        expectEqual(bench.bill(tab)["total"], 0)
        expectEqual(bench.bill(tab)["dishes"], 0)
        // Lines that the kitchen has begun don't return to the stock.
        let begun = try bench.order(bass, 2, at: tab)
        try bench.step("cook", [begun])
        try bench.step("cancel_lines", [begun], ["reason": "burnt"])
        expectEqual(bench.left(bass), 3)
        #expect(bench.line(begun, of: tab)?["reason"] == "burnt")
    }

    @Test mutating func `cancelling a dish without a stock count does not create one`() throws {
        let tab = try bench.open()
        let line = try bench.order(bass, 3, at: tab)
        try bench.step("cancel_lines", [line])
        expectNil(bench.left(bass))
    }

    @Test mutating func `cancelling a line that the kitchen has begun needs a reason`() throws {
        let tab = try bench.open()
        let placed = try bench.add(bass, to: tab)
        let begun = try bench.add(soup, to: tab)
        try bench.place(tab)
        for step in ["cook", "done", "serve"] {
            try bench.step(step, [begun])
            let both = OrdersBench.texts([placed, begun])
            let refusal = bench.refusal("cancel_lines", ["lines": both])
            expectEqual(refusal?.code, .conflict)
            expectEqual(refusal?.problems.isEmpty, false)
            expectEqual(
                refusal?.problems.allSatisfy { ["reason", begun].contains($0.field) }, true)
            expectNil(code("cancel_lines", ["lines": both, "reason": "cold"]))
        }
        expectNil(code("cancel_lines", ["lines": [.string(placed)]]))
    }

    @Test mutating func `a guest can cancel a line until the kitchen begins it`() throws {
        let tab = try bench.open()
        let guest = OrdersBench.guest(of: tab)
        let first = try bench.order(bass, at: tab)
        let second = try bench.order(soup, at: tab)
        try bench.step("cook", [second])
        expectEqual(
            code("cancel_lines", ["lines": [.string(second)], "reason": "late"], by: guest),
            .conflict)
        try expectEqual(bench.step("cancel_lines", [first], by: guest), [first])
    }

    @Test
    mutating func `a guest can cancel a takeaway or delivery tab that the kitchen has not begun`()
        throws
    {
        for kind in ["takeaway", "delivery", "table"] {
            let tab = try bench.open(kind)
            let guest = OrdersBench.guest(of: tab)
            let named: [String: JSON] = ["tab": .string(tab)]
            let line = try bench.order(bass, at: tab)
            expectEqual(code("cancel", named, by: guest), (kind == "table" ? .conflict : nil))
            try bench.step("cook", [line])
            expectEqual(code("cancel", named, by: guest), .conflict)
            let reasoned = named.merging(["reason": "late"]) { $1 }
            expectEqual(code("cancel", reasoned, by: guest), .conflict)
            expectEqual(code("cancel", named), .conflict)
            expectNil(code("cancel", reasoned))
        }
    }

    @Test mutating func `cancelling a tab returns placed lines to the stock, and drops its basket`()
        throws
    {
        try bench.ask("stock", ["dish": .string(bass), "left": 9])
        let tab = try bench.open("takeaway")
        try bench.order(bass, 2, at: tab)
        let begun = try bench.order(bass, 3, at: tab)
        try bench.step("cook", [begun])
        let wish = try bench.add(bass, 4, to: tab)
        try bench.ask("cancel", ["tab": .string(tab), "reason": "no show"])
        expectEqual(bench.left(bass), 6)
        let document = bench.tab(tab)
        #expect(document["tab"]?["status"] == "cancelled")
        #expect(document["tab"]?["reason"] == "no show")
        #expect(document["tab"]?["leftAt"] == bench.lastAt)
        #expect(document["lines"]?[wish] == nil)
        #expect(bench.hosts["tabs"]?[tab] == nil)
        #expect(bench.hosts["gone"]?[tab]?["status"] == "cancelled")
        expectEqual(bench.kitchen["rounds"], [:])
        expectEqual(bench.pickup["tabs"], [:])
    }

    @Test mutating func `a paid line can't be cancelled`() throws {
        let tab = try bench.open()
        let line = try bench.order(bass, at: tab)
        let other = try bench.order(soup, at: tab)
        let payment = try bench.pay(tab, ["lines": [.string(line)]])
        expectEqual(code("cancel_lines", ["lines": [.string(line)], "reason": "cold"]), .conflict)
        expectNil(code("cancel_lines", ["lines": [.string(other)]]))
        expectEqual(code("cancel", ["tab": .string(tab), "reason": "left"]), .conflict)
        try bench.ask("unpay", ["payment": .string(payment)])
        expectNil(code("cancel_lines", ["lines": [.string(line)]]))
        expectNil(code("cancel", ["tab": .string(tab), "reason": "left"]))
    }

    @Test mutating func `a cancellation can't reduce the total below the amount paid`() throws {
        let tab = try bench.open()
        let line = try bench.order(bass, at: tab)
        let other = try bench.order(soup, at: tab)
        try bench.pay(tab, ["amount": 1000])
        expectEqual(code("cancel_lines", ["lines": [.string(line)]]), .conflict)
        expectNil(code("cancel_lines", ["lines": [.string(other)]]))
    }

    @Test mutating func `skips lines that are already cancelled`() throws {
        let tab = try bench.open()
        let line = try bench.order(bass, at: tab)
        let other = try bench.order(soup, at: tab)
        try bench.step("cancel_lines", [line])
        try expectEqual(bench.step("cancel_lines", [line, other]), [other])
        expectEqual(code("cancel_lines", ["lines": [.string(line)]]), .conflict)
    }
}
