import JSON
import Sync
import TestSupport
import Testing

/// Payments by amount, by lines and by person, and the end of a tab.
@Suite struct OrdersPaymentTests {
    private var bench = OrdersBench()
    private var bass = ""
    private var soup = ""
    private var tab = ""

    init() throws {
        let fish = try bench.section("Fish")
        bass = try bench.dish("Sea bass", 1800, in: fish)
        soup = try bench.dish("Soup", 600, in: fish)
        tab = try bench.open()
    }

    private func code(_ arguments: [String: JSON]) -> RejectCode? {
        let all: [String: JSON] = ["tab": .string(tab), "method": "card"]
        return bench.code("pay", all.merging(arguments) { $1 })
    }

    private func close() -> RejectCode? { bench.code("close", ["tab": .string(tab)]) }

    @Test mutating func `records an amount with its tip, method and time`() throws {
        try bench.order(bass, at: tab)
        let result = try bench.ask(
            "pay", ["tab": .string(tab), "method": "other", "amount": 500, "tip": 70])
        let payment = result["payment"]?.text ?? ""
        expectEqual(result["amount"], 500)
        expectEqual(
            bench.tab(tab)["payments"],
            [
                payment: ["amount": 500, "tip": 70, "method": "other", "at": bench.lastAt]
            ])
        expectEqual(bench.bill(tab)["due"], 1300)
    }

    @Test mutating func `paying more than is due, or with nothing due, is a conflict`() throws {
        expectEqual(code(["amount": 1]), .conflict)
        let wish = try bench.add(bass, to: tab)
        expectEqual(code(["amount": 1]), .conflict)
        try bench.place(tab, [wish])
        let tooMuch = bench.refusal(
            "pay", ["tab": .string(tab), "method": "cash", "amount": 1801])
        expectEqual(tooMuch?.code, .conflict)
        expectEqual(tooMuch?.message, "Only €18.00 is due")
        try bench.pay(tab, ["amount": 1800])
        expectEqual(code(["amount": 1]), .conflict)
        expectEqual(code(["lines": [.string(wish)]]), .conflict)
        expectEqual(code(["person": "Ada"]), .conflict)
    }

    @Test mutating func `a line can be paid once, and is marked as paid`() throws {
        let first = try bench.order(bass, 2, at: tab)
        let second = try bench.order(soup, at: tab)
        let wish = try bench.add(soup, to: tab)
        expectEqual(code(["lines": [.string(wish)]]), .conflict)
        let payment = try bench.pay(tab, ["lines": [.string(first)]])
        #expect(bench.line(first, of: tab)?["paid"] == true)
        #expect(bench.line(second, of: tab)?["paid"] == nil)
        #expect(bench.tab(tab)["payments"]?[payment]?["lines"] == [.string(first)])
        #expect(bench.tab(tab)["payments"]?[payment]?["amount"] == 3600)
        expectEqual(code(["lines": OrdersBench.texts([first, second])]), .conflict)
        expectNil(code(["lines": [.string(second)]]))
        try bench.ask("unpay", ["payment": .string(payment)])
        #expect(bench.line(first, of: tab)?["paid"] == nil)
        expectEqual(bench.tab(tab)["payments"], [:])
        expectEqual(bench.code("unpay", ["payment": .string(payment)]), .notFound)
    }

    @Test mutating func `paying lines worth more than is due is a conflict`() throws {
        let line = try bench.order(bass, at: tab)
        try bench.order(soup, at: tab)
        try bench.pay(tab, ["amount": 700])
        expectEqual(code(["lines": [.string(line)]]), .conflict)
    }

    @Test mutating func `a person pays the share minus earlier payments`() throws {
        try bench.order(bass, at: tab, ["person": "Ada"])
        try bench.order(soup, at: tab, ["person": "Bo"])
        let result = try bench.ask(
            "pay", ["tab": .string(tab), "method": "cash", "person": "Ada"])
        expectEqual(result["amount"], 1800)
        expectEqual(code(["person": "Ada"]), .conflict)
        expectEqual(code(["person": "Zoë"]), .conflict)
        // Half of a shared dish that was added later is hers.
        try bench.order(soup, at: tab)
        let more = try bench.ask("pay", ["tab": .string(tab), "method": "cash", "person": "Ada"])
        expectEqual(more["amount"], 300)
        #expect(
            bench.tab(tab)["payments"]?[more["payment"]?.text ?? ""]?["person"] == "Ada")
        let last = try bench.ask("pay", ["tab": .string(tab), "method": "cash", "person": "Bo"])
        expectEqual(last["amount"], 900)
        expectEqual(bench.bill(tab)["due"], 0)
    }

    @Test mutating func `paying a share of more than is due is a conflict`() throws {
        try bench.order(bass, at: tab, ["person": "Ada"])
        try bench.order(soup, at: tab, ["person": "Bo"])
        try bench.pay(tab, ["amount": 700])
        expectEqual(code(["person": "Ada"]), .conflict)
        expectNil(code(["person": "Bo"]))
    }

    // MARK: Closing

    @Test mutating func `a tab can close when nothing is due and nothing is in preparation`() throws
    {
        expectEqual(close(), .conflict)
        let line = try bench.order(bass, at: tab)
        let other = try bench.order(soup, at: tab)
        expectEqual(close(), .conflict)
        try bench.step("done", [line, other])
        expectEqual(close(), .conflict)
        try bench.pay(tab, ["amount": 2400, "tip": 100])
        expectNil(close())
        try bench.step("recall", [line])
        expectEqual(close(), .conflict)
        try bench.step("recall", [line])
        expectEqual(close(), .conflict)
    }

    @Test mutating func `a tab without a counted line can't close`() throws {
        let line = try bench.order(bass, at: tab)
        try bench.step("cancel_lines", [line])
        expectEqual(close(), .conflict)
        // A free dish counts.
        let bread = try bench.dish("Bread", 0, in: bench.section("More"))
        let free = try bench.order(bread, at: tab)
        try bench.step("serve", [free])
        expectNil(close())
    }

    @Test
    mutating func `closing serves done lines and drops the basket, and reopening restores both`()
        throws
    {
        let done = try bench.order(bass, at: tab)
        let served = try bench.order(soup, at: tab)
        try bench.step("done", [done])
        try bench.step("serve", [served])
        let wish = try bench.add(soup, 2, to: tab, ["notes": "hot"])
        try bench.pay(tab, ["amount": 2400])
        let before = bench.tab(tab)
        let hosts = bench.hosts
        try bench.ask("close", ["tab": .string(tab)])
        #expect(bench.tab(tab)["tab"]?["status"] == "closed")
        #expect(bench.tab(tab)["tab"]?["leftAt"] == bench.lastAt)
        expectEqual(bench.status(done, of: tab), "served")
        expectNil(bench.line(wish, of: tab))
        let gone = bench.hosts["gone"]?[tab]
        #expect(gone?["status"] == "closed")
        #expect(gone?["total"] == 2400)
        #expect(bench.hosts["tabs"]?[tab] == nil)
        try bench.ask("reopen", ["tab": .string(tab)])
        expectEqual(bench.tab(tab), before)
        expectEqual(bench.hosts, hosts)
    }

    @Test mutating func `a cancelled tab reopens as it was`() throws {
        try bench.ask("stock", ["dish": .string(bass), "left": 3])
        let line = try bench.order(bass, 2, at: tab)
        try bench.add(soup, to: tab)
        let before = bench.tab(tab)
        try bench.ask("cancel", ["tab": .string(tab)])
        expectEqual(bench.left(bass), 3)
        try bench.ask("reopen", ["tab": .string(tab)])
        expectEqual(bench.tab(tab), before)
        expectEqual(bench.left(bass), 1)
        #expect(bench.kitchen["rounds"]?["\(tab).1"]?["lines"]?[line]?["status"] == "placed")
    }

    @Test mutating func `numbers restart at 1 each service day, and open tabs keep theirs`()
        throws
    {
        let table: [String: JSON] = ["kind": "table", "table": "7"]
        let numbers = try (1...3).map { _ in try bench.ask("open", table)["number"] }
        expectEqual(numbers, [2, 3, 4])
        try bench.ask("cancel", ["tab": .string(tab)])
        try expectEqual(bench.ask("open", table)["number"], 5)
        bench.beginDay()
        // 1 is free; the next numbers belong to open tabs.
        try expectEqual(bench.ask("open", table)["number"], 1)
        try expectEqual(bench.ask("open", table)["number"], 6)
    }
}
