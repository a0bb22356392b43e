import JSON
import ShippedBoards
import Sync
import TestSupport
import Testing

@testable import BoardKit
@testable import OrdersBoard

/// The facts that pages get besides views, and who may open the pages.
@Suite struct OrdersPageTests {
    private var bench = OrdersBench()

    private func marks(_ address: String) throws -> [String: String] {
        let page = try #require(Orders.pages.first { $0.address == address })
        return page.marks(bench.venue, bench.now)
    }

    private func scripts(on page: String?) -> [String] {
        Orders.panels.filter { $0.page == page && $0.isOffered(bench.venue) }.compactMap(\.script)
    }

    private mutating func configure(_ settings: [String: JSON]) throws {
        try bench.ask("configure", settings, by: OrdersBench.owner)
    }

    @Test(arguments: [
        (435, "EUR", "€4.35"), (1_200, "JPY", "¥1,200"), (12_345, "KWD", "KWD 12.345"),
        (12_340, "HUF", "HUF 123.40"), (123_456, "CLF", "CLF 12.3456"),
        // As floating point this would be 90071992547409.92.
        (9_007_199_254_740_991, "EUR", "€90,071,992,547,409.91"),
    ])
    func `an amount is written with its currency's decimals`(
        amount: Int, code: String, expected: String
    ) throws {
        let written = MoneyWriter(try #require(Currency(code: code))).text(of: amount)
        // Non-breaking spaces are compared as plain spaces.
        expectEqual(written.replacing("\u{a0}", with: " "), expected)
    }

    @Test mutating func `pages get the settings that they need, and the service day`() throws {
        try expectEqual(marks("orders/kitchen"), ["targetMinutes": "15"])
        try expectEqual(marks("orders/guest"), ["guestOrders": "place", "deliveryFee": "0"])
        try configure(["targetMinutes": 20, "guestOrders": "basket", "deliveryFee": 250])
        try expectEqual(marks("orders/kitchen"), ["targetMinutes": "20"])
        try expectEqual(marks("orders/guest"), ["guestOrders": "basket", "deliveryFee": "250"])
        try expectEqual(marks("orders/history"), ["day": "2026-11-20"])
        // Half past two in the morning belongs to the previous day.
        bench.now = bench.now.adding(milliseconds: 7 * 3_600_000 + 1_800_000)
        try expectEqual(marks("orders/history"), ["day": "2026-11-20"])
    }

    @Test mutating func `other pages have panels while guests may open tabs there`() throws {
        #expect(scripts(on: "guest").isEmpty && scripts(on: nil).isEmpty)
        try configure(["preorder": true])
        expectEqual(scripts(on: "guest"), ["/boards/orders/ahead/ahead.js"])
        #expect(scripts(on: nil).isEmpty)
        try configure(["onlineOrders": true])
        expectEqual(scripts(on: nil), ["/boards/orders/takeaway/takeaway.js"])
        try configure(["guestOrders": "off"])
        #expect(scripts(on: "guest").isEmpty && scripts(on: nil).isEmpty)
        try configure(["guestOrders": "basket"])
        try bench.ask("house.configure", ["boards": []], by: OrdersBench.owner)
        #expect(scripts(on: "guest").isEmpty && scripts(on: nil).isEmpty)
    }

    @Test mutating func `a tab's code leads to its ticket, and an unknown tab has no code`() throws
    {
        let route = try #require(
            BoardRegistry.shipped.address(of: "orders", at: ["ticket.svg"])?.routes.first)
        expectEqual(route.access, .roles([OrdersBench.waiter.role, .host, .owner]))
        let tab = try bench.open()
        let asked = BoardRoute.Request(query: ["tab": tab], content: [], at: bench.now)
        guard case .code(let path) = route.outcome(asked, bench.venue) else {
            Issue.record("there is no code")
            return
        }
        expectEqual(path, "/t/ticket of \(tab)")
        let other = BoardRoute.Request(
            query: ["tab": "t_none"], content: [], at: bench.now)
        guard case .nothing = route.outcome(other, bench.venue) else {
            Issue.record("there is a code of no tab")
            return
        }
    }
}
