import JSON
import Sync
import TestSupport
import Testing

/// Rights of each role.
@Suite struct OrdersRoleTests {
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

    @Test func `each action is permitted to the contract's roles`() {
        OrdersBench().expect(actions: Self.actions)
    }

    @Test func `each view is permitted to the contract's readers`() throws {
        var bench = OrdersBench()
        let tab = try bench.open()
        bench.expect(views: [
            ("orders/menu", [], "OHWKEDG"), ("orders/host", [], "OHWE"),
            ("orders/kitchen", [], "OHWKE"), ("orders/kitchen", [("station", "grill")], "OHWKE"),
            ("orders/display", [], "OHWKED"), ("orders/settings", [], "OH"),
            ("orders/tab", [("tab", tab)], "OHW"),
            ("orders/history", [("day", "2026-11-20")], "OHW"),
        ])
        for (letter, principal) in OrdersBench.roles where letter != "G" {
            expectEqual(bench.viewRefusal("orders/guest", by: principal), .forbidden, "\(letter)")
        }
    }

    @Test func `a view's parameters are validated`() {
        let bench = OrdersBench()
        expectEqual(
            bench.viewRefusal("orders/tab", [("tab", "t_never")], by: OrdersBench.host), .notFound)
        bench.expectInvalid([
            ("orders/tab", []), ("orders/tab", [("table", "7")]), ("orders/history", []),
            ("orders/history", [("day", "today")]), ("orders/history", [("day", "2026-02-30")]),
            ("orders/kitchen", [("stove", "x")]),
        ])
    }

    @Test func `the board's own roles can read what the room's screens show`() throws {
        var bench = OrdersBench()
        try bench.ask("waitlist.add", ["name": "Ada", "size": 2])
        for principal in [OrdersBench.waiter, OrdersBench.cook] {
            #expect(bench.document("waitlist/display", by: principal) != nil)
            expectEqual(bench.viewRefusal("waitlist/host", by: principal), .forbidden)
        }
    }
}
