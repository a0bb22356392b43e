import JSON
import Sync
import TestSupport
import Testing

/// Rights of each role.
@Suite struct OrdersRoleTests {
    private static let roles: [String: Principal] = [
        "O": OrdersBench.owner, "H": OrdersBench.host, "W": OrdersBench.waiter,
        "K": OrdersBench.cook, "E": OrdersBench.engineer, "D": OrdersBench.screen,
    ]

    /// The roles of each action, by the contract's letters.
    private static let actions: [(verb: String, who: String)] = [
        ("add_section", "HO"), ("edit_section", "HO"), ("add_dish", "HO"), ("edit_dish", "HO"),
        ("move_section", "HO"), ("move_dish", "HO"), ("remove_section", "HO"),
        ("remove_dish", "HO"), ("stock", "KWHO"), ("open", "WHO"), ("edit", "WHO"),
        ("add", "WHO"), ("change", "WHO"), ("repeat", "WHO"), ("place", "WHO"),
        ("cook", "KWHO"), ("done", "KWHO"), ("recall", "KWHO"), ("serve", "WHO"),
        ("cancel_lines", "WHO"), ("merge", "WHO"), ("split", "WHO"), ("pay", "WHO"),
        ("unpay", "WHO"), ("close", "WHO"), ("reopen", "WHO"), ("cancel", "WHO"),
        ("configure", "O"),
    ]

    private static let views: [(name: String, parameters: [(String, String)], who: String)] = [
        ("menu", [], "OHWKED"), ("host", [], "OHWE"), ("kitchen", [], "OHWKE"),
        ("kitchen", [("station", "grill")], "OHWKE"), ("display", [], "OHWKED"),
        ("settings", [], "OH"), ("tab", [("tab", "TAB")], "OHW"),
        ("history", [("day", "2026-11-20")], "OHW"),
    ]

    @Test func `each action is for the roles of the contract`() {
        let bench = OrdersBench()
        for (verb, who) in Self.actions {
            for (letter, principal) in Self.roles {
                // No arguments are given, so a permitted role gets `invalid`.
                let expected: RejectCode = who.contains(letter) ? .invalid : .forbidden
                expectEqual(bench.code(verb, by: principal), expected, "\(verb) \(letter)")
            }
        }
        for verb in ["cook_all", ""] {
            let code = bench.code("orders.\(verb)", by: OrdersBench.owner)
            expectEqual(code, .unknownAction, "\(verb)")
        }
    }

    @Test func `each view is for the readers of the contract`() throws {
        var bench = OrdersBench()
        let tab = try bench.open()
        for (name, parameters, who) in Self.views {
            let given = parameters.map { (name: $0.0, value: $0.1 == "TAB" ? tab : $0.1) }
            for (letter, principal) in Self.roles {
                let refusal = bench.viewRefusal("orders/\(name)", given, by: principal)
                let expected: ViewRefusal? = who.contains(letter) ? nil : .forbidden
                expectEqual(refusal, expected, "\(name) \(letter)")
            }
        }
        for (letter, principal) in Self.roles {
            expectEqual(bench.viewRefusal("orders/guest", by: principal), .forbidden, "\(letter)")
        }
    }

    @Test func `a view's parameters are validated`() {
        let bench = OrdersBench()
        let staff = OrdersBench.host
        expectEqual(bench.viewRefusal("orders/tab", [("tab", "t_never")], by: staff), .notFound)
        for (view, parameters) in [
            ("orders/tab", []), ("orders/tab", [("table", "7")]), ("orders/history", []),
            ("orders/history", [("day", "today")]), ("orders/history", [("day", "2026-02-30")]),
            ("orders/kitchen", [("stove", "x")]),
        ] as [(String, [(name: String, value: String)])] {
            guard case .invalid(let message) = bench.viewRefusal(view, parameters, by: staff)
            else {
                Issue.record("\(view) \(parameters)")
                continue
            }
            #expect(!message.isEmpty)
        }
    }

    @Test func `the roles of this board read what the room's screens show`() throws {
        var bench = OrdersBench()
        try bench.ask("waitlist.add", ["name": "Ada", "size": 2])
        for principal in [OrdersBench.waiter, OrdersBench.cook] {
            #expect(bench.document("waitlist/display", by: principal) != nil)
            expectEqual(bench.viewRefusal("waitlist/host", by: principal), .forbidden)
        }
    }

    @Test func `a venue that does not use the board knows none of it, and its data stays`() throws {
        var bench = OrdersBench()
        let tab = try bench.open()
        let settings = bench.document("house/settings", by: OrdersBench.owner)
        let used = settings?["venue"]?["boards"]?.elements ?? []
        #expect(used.contains("orders"))
        let others = used.filter { $0 != "orders" }
        try bench.ask(
            "house.configure", ["boards": .array(others)], by: OrdersBench.owner)
        expectEqual(bench.code("open", ["kind": "takeaway"]), .unknownAction)
        expectEqual(bench.viewRefusal("orders/menu", by: OrdersBench.host), .notFound)
        try bench.ask("house.configure", ["boards": .array(used)], by: OrdersBench.owner)
        #expect(bench.hosts["tabs"]?[tab] != nil)
    }
}
