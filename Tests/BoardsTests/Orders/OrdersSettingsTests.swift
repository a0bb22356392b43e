import JSON
import Sync
import TestSupport
import Testing

/// The owner's settings.
@Suite struct OrdersSettingsTests {
    private var bench = OrdersBench()

    private static let defaults: [String: JSON] = [
        "currency": "EUR", "vat": 1000, "guestOrders": "place", "onlineOrders": false,
        "preorder": false, "deliveryFee": 0, "targetMinutes": 15, "keepDays": 35,
    ]

    private var settings: JSON? {
        bench.document("orders/settings", by: OrdersBench.owner)?["settings"]
    }

    private func code(_ settings: [String: JSON]) -> RejectCode? {
        bench.code("configure", settings, by: OrdersBench.owner)
    }

    private mutating func configure(_ settings: [String: JSON]) throws {
        try bench.ask("configure", settings, by: OrdersBench.owner)
    }

    @Test func `every setting has a value from the start`() {
        expectEqual(settings, .object(Self.defaults))
    }

    @Test mutating func `settings change one by one, and null restores the default`() throws {
        let changes: [String: JSON] = [
            "currency": "JPY", "vat": 400, "guestOrders": "off", "onlineOrders": true,
            "preorder": true, "deliveryFee": 350, "targetMinutes": 20, "keepDays": 7,
        ]
        for (name, value) in changes {
            try configure([name: value])
            expectEqual(settings, .object(Self.defaults.merging([name: value]) { $1 }), "\(name)")
            expectEqual(bench.events.last?.type, "tablecast.orders.configured")
            try configure([name: .null])
            expectEqual(settings, .object(Self.defaults), "\(name)")
        }
        try configure(changes)
        expectEqual(settings, .object(changes))
        #expect(bench.replayed().document("orders/settings")?["settings"] == settings)
    }

    @Test mutating func `the currency can't change while a tab is open`() throws {
        let tab = try bench.open("takeaway")
        expectEqual(code(["currency": "USD"]), .conflict)
        expectNil(code(["vat": 400]))
        try bench.ask("cancel", ["tab": .string(tab)])
        expectNil(code(["currency": "USD"]))
    }

    @Test
    mutating func `with dishes, the currency can only change to one with equal decimals`() throws {
        let section = try bench.section("Fish")
        expectNil(code(["currency": "JPY"]))
        let dish = try bench.dish("Sole", 900, in: section)
        for currency in ["JPY", "KWD"] {
            expectEqual(code(["currency": .string(currency)]), .conflict)
        }
        try configure(["currency": "USD"])
        expectEqual(bench.menu["currency"], "USD")
        expectEqual(bench.hosts["currency"], "USD")
        try bench.ask("remove_dish", ["dish": .string(dish)])
        try configure(["currency": "KWD"])
        expectEqual(bench.menu["currency"], "KWD")
    }

    @Test mutating func `dishes without a rate follow the setting, but placed lines do not`()
        throws
    {
        let section = try bench.section("Fish")
        let plain = try bench.dish("Sole", 900, in: section)
        let own = try bench.dish("Cod", 900, in: section, ["vat": 400])
        let tab = try bench.open()
        let line = try bench.order(plain, at: tab)
        try configure(["vat": 2100])
        #expect(bench.dishRow(plain)?["vat"] == 2100)
        #expect(bench.dishRow(own)?["vat"] == 400)
        #expect(bench.line(line, of: tab)?["vat"] == 1000)
    }

    @Test mutating func `tabs that left are shown for the number of days in the setting`() throws {
        try configure(["keepDays": 2])
        let tab = try bench.open("takeaway", ["name": "Ada Lovelace"])
        try bench.ask("cancel", ["tab": .string(tab)])
        func isShown() -> Bool { bench.document("orders/tab", [("tab", tab)]) != nil }
        #expect(isShown())
        bench.beginDay()
        #expect(isShown())
        for _ in 1...4 {
            try bench.open()
            bench.beginDay()
        }
        #expect(!isShown())
        expectNil(bench.guestView(tab))
    }
}
