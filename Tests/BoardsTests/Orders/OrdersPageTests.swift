import JSON
import Sync
import TestSupport
import Testing

@testable import Boards

/// What stands in the HTML of the board's pages before their scripts run, and who gets which page.
@Suite struct OrdersPageTests {
    private var bench = OrdersBench()

    private func places(_ address: String) throws -> [String: PagePlace] {
        let page = try #require(Orders.pages.first { $0.address == address })
        let fill = try #require(page.fill)
        return fill(bench.venue, bench.now, .spanish)
    }

    private func rows(_ name: String, of address: String, template: String) throws
        -> [[String: String]]
    {
        guard case .rows(of: template, let rows) = try places(address)[name] else {
            Issue.record("\(name) of \(address) has no rows of \(template)")
            return []
        }
        return rows
    }

    private func menuRows() throws -> [[String: String]] {
        try rows("menuRows", of: "orders/menu", template: "menu-row")
    }

    private func scripts(on page: String?) -> [String] {
        Orders.panels.filter { $0.page == page && $0.isOffered(bench.venue) }.compactMap(\.script)
    }

    private mutating func configure(_ settings: [String: JSON]) throws {
        try bench.ask("configure", settings, by: OrdersBench.owner)
    }

    @Test mutating func `the menu stands there in order, in the page's language`() throws {
        try expectEqual(places("orders/menu")["menuClass"], .text("is-empty"))
        let fish = try bench.section("Fish", ["texts": ["es": ["name": "Pescados"]]])
        try bench.section("Sweets")
        let bass = try bench.dish(
            "Sea bass", 123456, in: fish,
            [
                "description": "With lemon",
                "texts": ["es": ["name": "Lubina", "description": "Con limón"]],
            ])
        let squid = try bench.dish("Squid", 435, in: fish, ["description": "Fried"])
        try bench.ask("stock", ["dish": .string(squid), "left": 0])
        try bench.ask("move_dish", ["dish": .string(squid), "before": .string(bass)])
        try expectEqual(
            menuRows(),
            [
                [
                    "kind": "section", "level": "2", "key": fish, "name": "Pescados", "price": "",
                    "description": "",
                ],
                [
                    "kind": "dish is-sold-out", "level": "3", "key": squid, "name": "Squid",
                    "price": "4,35\u{a0}€", "description": "Fried",
                ],
                [
                    "kind": "dish", "level": "3", "key": bass, "name": "Lubina",
                    "price": "1234,56\u{a0}€", "description": "Con limón",
                ],
            ])
        try expectEqual(places("orders/menu")["menuClass"], .text(""))
        let onPhones = try rows("menuRows", of: "orders/guest", template: "menu-row")
        expectEqual(onPhones.map { $0["level"] }, ["3", "4", "4"])
    }

    @Test(arguments: [
        (435, "EUR", Language.spanish, "4,35 €"), (435, "EUR", .english, "€4.35"),
        (5, "EUR", .german, "0,05 €"), (0, "EUR", .italian, "0,00 €"),
        (120_000, "EUR", .spanish, "1200,00 €"), (123_456_789, "EUR", .spanish, "1.234.567,89 €"),
        (1_200, "JPY", .english, "¥1,200"), (435, "JPY", .spanish, "435 JPY"),
        (12_345, "KWD", .english, "KWD 12.345"), (5, "KWD", .french, "0,005 KWD"),
        (12_340, "HUF", .english, "HUF 123.40"), (123_456, "CLF", .english, "CLF 12.3456"),
        // As floating point this would be 90071992547409.92.
        (9_007_199_254_740_991, "EUR", .english, "€90,071,992,547,409.91"),
    ])
    func `an amount is written as a language does, with the decimals of its currency`(
        amount: Int, code: String, language: Language, expected: String
    ) throws {
        let currency = try #require(Currency(code: code))
        let written = MoneyWriter(currency, in: language).text(of: amount)
        // Spaces that do not break are written as others here.
        expectEqual(written.replacing("\u{a0}", with: " "), expected)
    }

    @Test mutating func `numbers to pick up stand where they are, the newest ready one first`()
        throws
    {
        try expectEqual(
            places("orders/pickup")["pickupClass"], .text("has-none-preparing has-none-ready"))
        let soups = try bench.section("Soups")
        let dish = try bench.dish("Soup", 500, in: soups)
        var tabs: [String] = []
        var lines: [String] = []
        for _ in 0..<4 {
            let tab = try bench.open("takeaway")
            tabs.append(tab)
            lines.append(try bench.order(dish, at: tab))
        }
        try bench.step("done", [lines[2]])
        try bench.step("done", [lines[0]])
        let preparing = try rows("preparingRows", of: "orders/pickup", template: "number-row")
        expectEqual(
            preparing, [["key": tabs[1], "number": "2"], ["key": tabs[3], "number": "4"]])
        let ready = try rows("readyRows", of: "orders/pickup", template: "number-row")
        expectEqual(ready, [["key": tabs[0], "number": "1"], ["key": tabs[2], "number": "3"]])
        try expectEqual(places("orders/pickup")["pickupClass"], .text(""))
    }

    @Test mutating func `pages know the settings that they need, and the service day`() throws {
        try expectEqual(places("orders/kitchen"), ["targetMinutes": .text("15")])
        try expectEqual(
            places("orders/guest").filter { !$0.key.hasPrefix("menu") },
            ["guestOrders": .text("place"), "deliveryFee": .text("0")])
        try configure(["targetMinutes": 20, "guestOrders": "basket", "deliveryFee": 250])
        try expectEqual(places("orders/kitchen"), ["targetMinutes": .text("20")])
        try expectEqual(
            places("orders/guest").filter { !$0.key.hasPrefix("menu") },
            ["guestOrders": .text("basket"), "deliveryFee": .text("250")])
        try expectEqual(places("orders/history"), ["day": .text("2026-11-20")])
        // Half past two in the morning still belongs to the day before.
        bench.now = bench.now.adding(milliseconds: 7 * 3_600_000 + 1_800_000)
        try expectEqual(places("orders/history"), ["day": .text("2026-11-20")])
    }

    @Test mutating func `panels are on others' pages while guests may open tabs there`() throws {
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

    @Test mutating func `a tab's code leads to its ticket, and no other tab has one`() throws {
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
