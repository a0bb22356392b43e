import BoardKit
import JSON
import OrdersBoard
import Sync
import TestSupport
import Testing

/// Views and actions of a tab's guests.
@Suite struct OrdersGuestTests {
    private var bench = OrdersBench()
    private var bass = ""
    private var tab = ""
    private var other = ""
    private var guest: Principal { OrdersBench.guest(of: tab) }

    init() throws {
        bass = try bench.dish("Sea bass", 1800, in: bench.section("Fish"))
        tab = try bench.open("table", ["name": "Ada"])
        other = try bench.open("table", ["table": "8", "name": "Bo Chen"])
    }

    private func code(_ verb: String, _ arguments: [String: JSON]) -> RejectCode? {
        bench.code(verb, arguments, by: guest)
    }

    private mutating func configure(_ guestOrders: String) throws {
        let settings: [String: JSON] = ["guestOrders": .string(guestOrders)]
        try bench.ask("configure", settings, by: OrdersBench.owner)
    }

    @Test mutating func `a guest sees its tab without payments and party`() throws {
        try bench.order(bass, at: tab)
        try bench.pay(tab, ["amount": 100])
        var expected = bench.tab(tab).members ?? [:]
        expected["payments"] = nil
        expected["venue"] = ["name": "Da Ada", "timeZone": "Europe/Rome"]
        expectEqual(bench.guestView(tab), .object(expected))
        expectNil(bench.guestView("t_never"))
        let neighbours = bench.guestView(tab)?.canonicalText ?? ""
        #expect(!neighbours.contains("Bo Chen"))
    }

    @Test mutating func `all phones with a tab's ticket order into the same basket`() throws {
        let line = try bench.add(bass, to: tab, by: guest)
        try expectEqual(bench.add(bass, 2, to: tab, by: guest), line)
        #expect(bench.guestView(tab)?["lines"]?[line]?["quantity"] == 3)
        try bench.ask("change", ["line": .string(line), "person": "Ada"], by: guest)
        try bench.ask("edit", ["tab": .string(tab), "phone": "+12015550123"], by: guest)
        try expectEqual(bench.place(tab, by: guest), 1)
        expectEqual(bench.events.last?.actor.text, "guest:\(tab)")
        try expectEqual(bench.step("cancel_lines", [line], by: guest), [line])
    }

    @Test mutating func `another tab's items are forbidden, whether or not they exist`() throws {
        let theirs = try bench.add(bass, to: other)
        let placed = try bench.order(bass, at: other, ["notes": "hot"])
        for name in [other, "t_never"] {
            let tab = JSON.string(name)
            expectEqual(code("add", ["tab": tab, "dish": .string(bass)]), .forbidden)
            expectEqual(code("edit", ["tab": tab, "name": "x"]), .forbidden)
            expectEqual(code("place", ["tab": tab]), .forbidden)
            expectEqual(code("cancel", ["tab": tab]), .forbidden)
        }
        for name in [theirs, placed, "l_never"] {
            let line = JSON.string(name)
            expectEqual(code("change", ["line": line, "quantity": 0]), .forbidden, "\(name)")
            expectEqual(code("cancel_lines", ["lines": [line]]), .forbidden, "\(name)")
            let named: [String: JSON] = ["tab": .string(tab), "lines": [line]]
            expectEqual(code("place", named), .forbidden, "\(name)")
        }
    }

    @Test mutating func `a guest can't perform staff actions`() throws {
        let line = try bench.order(bass, at: tab)
        let named = JSON.string(tab)
        let lines: JSON = [.string(line)]
        let asked: [(String, [String: JSON])] = [
            ("open", ["kind": "takeaway"]), ("repeat", ["tab": named, "from": named]),
            ("cook", ["lines": lines]), ("done", ["lines": lines]), ("serve", ["lines": lines]),
            ("recall", ["lines": lines]), ("merge", ["tab": named, "from": .string(other)]),
            ("split", ["tab": named, "lines": [["line": .string(line)]]]),
            ("pay", ["tab": named, "method": "cash", "amount": 1]),
            ("unpay", ["payment": "x"]), ("close", ["tab": named]), ("reopen", ["tab": named]),
            ("stock", ["dish": .string(bass), "left": 1]), ("add_section", ["name": "x"]),
            ("configure", ["vat": 0]),
        ]
        for (verb, arguments) in asked {
            expectEqual(code(verb, arguments), .forbidden, "\(verb)")
        }
        expectEqual(code("edit", ["tab": named, "table": "9"]), .forbidden)
    }

    @Test mutating func `the owner's setting decides what guests may do`() throws {
        let line = try bench.add(bass, 2, to: tab, by: guest)
        try configure("basket")
        expectEqual(code("place", ["tab": .string(tab)]), .forbidden)
        expectNil(code("add", ["tab": .string(tab), "dish": .string(bass)]))
        expectNil(code("change", ["line": .string(line), "quantity": 1]))
        expectNil(bench.code("place", ["tab": .string(tab)], by: OrdersBench.waiter))
        try configure("off")
        let asked: [(String, [String: JSON])] = [
            ("place", ["tab": .string(tab)]),
            ("add", ["tab": .string(tab), "dish": .string(bass)]),
            ("change", ["line": .string(line), "quantity": 1]),
            ("edit", ["tab": .string(tab), "name": "x"]), ("cancel", ["tab": .string(tab)]),
            ("undo", ["rev": JSON(bench.rev)]),
        ]
        for (verb, arguments) in asked {
            expectEqual(code(verb, arguments), .forbidden, "\(verb)")
        }
        #expect(bench.guestView(tab) != nil)
        try configure("place")
        expectNil(code("place", ["tab": .string(tab)]))
    }

    @Test mutating func `a guest can read a tab that has left, but not change it`() throws {
        let line = try bench.order(bass, at: tab)
        try bench.step("serve", [line])
        try bench.pay(tab, ["amount": 1800])
        try bench.ask("close", ["tab": .string(tab)])
        #expect(bench.guestView(tab)?["tab"]?["status"] == "closed")
        expectEqual(code("add", ["tab": .string(tab), "dish": .string(bass)]), .conflict)
        bench.beginDay()
        #expect(bench.guestView(tab)?["bill"]?["total"] == 1800)
    }

    @Test mutating func `only staff can get a ticket again`() throws {
        let ticket = try bench.ask("open", ["kind": "takeaway"])
        let named = ["tab": ticket["tab"]?.text ?? ""]
        for staff in [OrdersBench.owner, OrdersBench.host, OrdersBench.waiter] {
            let answer = bench.request(.get, "ticket", named, by: staff)
            expectEqual(answer?.status, 200)
            #expect(answer?.json["ticket"] == ticket["ticket"])
        }
        for other in [OrdersBench.cook, OrdersBench.screen, OrdersBench.engineer, guest] {
            expectEqual(bench.request(.get, "ticket", named, by: other)?.status, 403)
        }
        let never = bench.request(.get, "ticket", ["tab": "t_never"])
        #expect(never == nil || never?.status == 404)
        #expect(!bench.events.contains { $0.data.canonicalText.contains("ticket of") })
    }
}
